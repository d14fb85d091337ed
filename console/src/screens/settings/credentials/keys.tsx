import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Asked } from '../../../parts/answers/asked.tsx'
import { helpfulList } from '../../../parts/answers/load.ts'
import { Button } from '../../../parts/controls/button.tsx'
import { SelectField } from '../../../parts/controls/field.tsx'
import { client } from '../../../service/client.ts'
import { useWords } from '../../../words/words.ts'
import { workspacesQuery } from '../people/workspaces.ts'
import { settingsWords } from '../settings-words.ts'
import { CredentialTable } from './credential-table.tsx'
import { credentialsWords } from './credentials-words.ts'
import { NewCredential } from './new-credential.tsx'

const KEYS = ['account', 'keys']

/** The keys of the account. */
export function Keys() {
  const w = useWords(credentialsWords)
  const { parts } = useWords(settingsWords)
  const [isMaking, setMaking] = useState(false)
  const keys = useQuery({ queryKey: KEYS, queryFn: () => client.api.listKeys() })
  return (
    <section className="settings-part">
      <header>
        <p className="soft">{w.keysLead}</p>
        <Button look="main" icon="plus" onClick={() => setMaking(true)}>
          {w.newKey}
        </Button>
      </header>
      <Asked query={keys}>
        {({ keys: all }) => (
          <CredentialTable
            caption={parts.keys}
            credentials={all.map((key) => ({ ...key, id: key.key_id }))}
            queryKey={KEYS}
            revoke={(key_id) => client.api.revokeKey({ key_id })}
          />
        )}
      </Asked>
      {isMaking ? <NewKey onClose={() => setMaking(false)} /> : null}
    </section>
  )
}

const WHOLE_ACCOUNT = ''

function NewKey({ onClose }: { onClose: () => void }) {
  const w = useWords(credentialsWords)
  const [workspace, setWorkspace] = useState(WHOLE_ACCOUNT)
  const workspaces = helpfulList(useQuery(workspacesQuery))
  const places = [
    { value: WHOLE_ACCOUNT, name: w.account },
    ...workspaces.map(({ workspace_id, name }) => ({ value: workspace_id, name: w.workspace(name) })),
  ]
  return (
    <NewCredential
      title={w.newKey}
      first={['workbooks:read']}
      queryKey={KEYS}
      onClose={onClose}
      mint={async (name, scopes) => {
        const body = { name, scopes, workspace_id: workspace === WHOLE_ACCOUNT ? null : workspace }
        return (await client.api.createKey({ body })).key
      }}
    >
      <SelectField
        label={w.whereToo}
        value={workspace}
        onChange={(event) => setWorkspace(event.target.value)}
        options={places}
      />
    </NewCredential>
  )
}
