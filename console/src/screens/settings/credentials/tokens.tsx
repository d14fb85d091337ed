import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { helpfulList } from '../../../parts/answers/load.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { client } from '../../../service/client.ts'
import { workbooksQuery } from '../../../service/workbooks.ts'
import { useWords } from '../../../words/words.ts'
import { settingsWords } from '../settings-words.ts'
import { CredentialTable } from './credential-table.tsx'
import { credentialsWords } from './credentials-words.ts'
import { NewCredential } from './new-credential.tsx'

const TOKENS = ['account', 'tokens']
const LIFETIMES = [30, 90, 365]

/** One's own tokens. */
export function Tokens() {
  const w = useWords(credentialsWords)
  const { parts } = useWords(settingsWords)
  const [isMaking, setMaking] = useState(false)
  const tokens = useQuery({ queryKey: TOKENS, queryFn: () => client.api.listTokens() })
  return (
    <section className="settings-part">
      <header>
        <p className="soft">{w.tokensLead}</p>
        <Button look="main" icon="plus" onClick={() => setMaking(true)}>
          {w.newToken}
        </Button>
      </header>
      <Asked query={tokens}>
        {({ tokens: all }) => (
          <CredentialTable
            caption={parts.tokens}
            credentials={all.map((token) => ({ ...token, id: token.token_id }))}
            queryKey={TOKENS}
            revoke={(token_id) => client.api.revokeToken({ token_id })}
          />
        )}
      </Asked>
      {isMaking ? <NewToken onClose={() => setMaking(false)} /> : null}
    </section>
  )
}

function NewToken({ onClose }: { onClose: () => void }) {
  const w = useWords(credentialsWords)
  const [days, setDays] = useState('90')
  const [reach, setReach] = useState('account')
  const workbooks = helpfulList(useQuery(workbooksQuery))
  const places = [
    { value: 'account', name: w.account },
    ...workbooks.map(({ workbook_id, title }) => ({ value: `workbook:${workbook_id}`, name: w.workbook(title) })),
  ]
  return (
    <NewCredential
      title={w.newToken}
      first={['workbooks:read', 'workbooks:write']}
      queryKey={TOKENS}
      onClose={onClose}
      mint={async (name, scopes) => {
        const body = { name, scopes, expires_in_days: Number(days), resource: reach }
        return (await client.api.createToken({ body })).token
      }}
    >
      <SelectField
        label={w.forHowLong}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        options={LIFETIMES.map((n) => ({ value: String(n), name: w.days(n) }))}
      />
      <SelectField
        label={w.whereToo}
        value={reach}
        onChange={(event) => setReach(event.target.value)}
        options={places}
      />
    </NewCredential>
  )
}
