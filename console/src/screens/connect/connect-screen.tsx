import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { client } from '../../service/client.ts'
import { tablesQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { connectWords } from './connect-words.ts'
import { EXAMPLES, WAYS, type Way } from './examples.ts'
import './connect.css'

/** How to come to this workbook from elsewhere. */
export function ConnectScreen() {
  const w = useWords(connectWords)
  const workbookId = useWorkbookId()
  const [way, setWay] = useState<Way>('agent')
  const [chosen, choose] = useState<string | null>(null)
  const { data: tables = [] } = useQuery(tablesQuery(workbookId))
  const table = chosen ?? tables[0]?.name ?? 'sales'
  const example = EXAMPLES[way]({ url: client.url, workbookId, table })
  return (
    <Page
      title={w.title}
      about={w.lead}
      actions={
        <Link to="/account/settings" search={{ part: 'tokens' }} className="button plain">
          {w.makeToken}
        </Link>
      }
    >
      <Tabs label={w.title} tabs={WAYS.map((key) => ({ key, name: w.ways[key] }))} chosen={way} onChoose={setWay} />
      <div className="connect-about">
        <p className="soft">{w.about[way]}</p>
        {way !== 'agent' && tables.length > 1 ? (
          <SelectField
            label={w.table}
            value={table}
            onChange={(event) => choose(event.target.value)}
            options={tables.map(({ name }) => ({ value: name, name }))}
          />
        ) : null}
      </div>
      <CopyText label={w.ways[way]} text={example} isBlock />
      {tables.length === 0 && way !== 'agent' ? <p className="soft">{w.noTable}</p> : null}
    </Page>
  )
}
