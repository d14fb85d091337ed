import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { helpfulList } from '../../parts/answers/load.ts'
import { ProblemLine } from '../../parts/answers/problem-line.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { Page } from '../../parts/page.tsx'
import { tablesQuery } from '../../service/workbooks.ts'
import { useWords } from '../../words/words.ts'
import { CodePanel } from './code-panel.tsx'
import { connectWords } from './connect-words.ts'
import { ToolPanel } from './tool-panel.tsx'
import { toolWords } from './tool-words.ts'
import './connect.css'

/** How to come to this workbook from elsewhere. */
export function ConnectScreen() {
  const w = useWords(connectWords)
  const { programs, code } = useWords(toolWords)
  const workbookId = useWorkbookId()
  const [chosen, choose] = useState<string | null>(null)
  const read = useQuery(tablesQuery(workbookId))
  const tables = helpfulList(read)
  const table = chosen ?? tables[0]?.name ?? 'sales'
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
      {tables.length > 1 ? (
        <div className="connect-about">
          <SelectField
            label={w.table}
            value={table}
            onChange={(event) => choose(event.target.value)}
            options={tables.map(({ name }) => ({ value: name, name }))}
          />
        </div>
      ) : null}
      {read.error && !read.data ? <ProblemLine error={read.error} /> : null}
      {read.data?.length === 0 ? <p className="soft">{w.noTable}</p> : null}
      <section className="connect-part" aria-labelledby="connect-programs">
        <h2 id="connect-programs">{programs}</h2>
        <ToolPanel workbookId={workbookId} table={table} />
      </section>
      <section className="connect-part" aria-labelledby="connect-code">
        <h2 id="connect-code">{code}</h2>
        <CodePanel workbookId={workbookId} table={table} />
      </section>
    </Page>
  )
}
