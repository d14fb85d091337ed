import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkbookId } from '../../app/workbook-frame.tsx'
import { Asked } from '../../parts/answers/asked.tsx'
import { SelectField } from '../../parts/controls/field.tsx'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { ConflictQueue } from './conflict-queue.tsx'
import { conflictsWords } from './conflicts-words.ts'
import './conflicts.css'

/** More than anybody decides at a sitting; the next ones follow as these go. */
const SHOWN = 500

export function ConflictsScreen() {
  const workbookId = useWorkbookId()
  const w = useWords(conflictsWords)
  const [status, setStatus] = useState<'open' | 'closed'>('open')
  const [table, setTable] = useState('')
  const conflicts = useQuery({
    queryKey: keys.of(workbookId, 'conflicts', status),
    queryFn: () => client.api.listConflicts({ workbook_id: workbookId, status, limit: SHOWN }),
  })
  const tabs = [
    { key: 'open', name: w.open },
    { key: 'closed', name: w.closed },
  ] as const
  return (
    <Page title={w.title} about={w.lead}>
      <Tabs label={w.title} tabs={tabs} chosen={status} onChoose={setStatus} />
      <Asked query={conflicts}>
        {({ conflicts: all, open_count }) => {
          const tables = [...new Set(all.flatMap((conflict) => conflict.table ?? []))].sort()
          const shown = tables.includes(table) ? all.filter((conflict) => conflict.table === table) : all
          if (all.length === 0)
            return (
              <EmptyState icon="conflict" title={w.noneTitle} text={status === 'open' ? w.none : w.noneClosed}>
                <Link to="/w/$workbookId/returned" params={{ workbookId }} className="button plain">
                  {w.toReturned}
                </Link>
              </EmptyState>
            )
          return (
            <>
              <div className="conflicts-bar">
                <p role="status">{w.left(open_count)}</p>
                <span className="spring" />
                {tables.length > 1 ? (
                  <SelectField
                    label={w.filterTable}
                    value={table}
                    onChange={(event) => setTable(event.target.value)}
                    options={[{ value: '', name: w.allTables }, ...tables.map((name) => ({ value: name, name }))]}
                  />
                ) : null}
              </div>
              <ConflictQueue key={status} workbookId={workbookId} conflicts={shown} isOpen={status === 'open'} />
            </>
          )
        }}
      </Asked>
    </Page>
  )
}
