import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { Badge } from '../../parts/badge.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { filesWords } from './files-words.ts'

type Value = string | number | boolean | null

/** Which cells differ between an edition and the one before it. */
export function EditionChanges({ workbookId, linkId, n }: { workbookId: string; linkId: string; n: number }) {
  const w = useWords(filesWords)
  const query = useQuery({
    queryKey: keys.of(workbookId, 'files', linkId, 'diff', n),
    queryFn: ({ signal }) =>
      client.api.diffFileVersions({ workbook_id: workbookId, link_id: linkId, n: String(n), signal }),
  })
  return (
    <Asked query={query}>
      {({ sheets, against }) => (
        <section className="edition-changes" aria-label={w.changes(n, against)}>
          <h3>{w.changes(n, against)}</h3>
          {sheets.every(({ status }) => status === 'same') ? <p className="soft">{w.none}</p> : null}
          {sheets
            .filter(({ status }) => status !== 'same')
            .map(({ sheet, status, changes, total }) => (
              <div key={sheet}>
                <p>
                  {sheet} <Badge>{w.status[status]}</Badge> <span className="soft">{w.cells(total)}</span>
                </p>
                {changes.length > 0 ? (
                  <DataTable
                    caption={sheet}
                    rows={changes}
                    rowKey={({ cell }) => cell}
                    columns={[
                      { key: 'cell', name: w.heads.cell, isRowName: true, cell: ({ cell }) => cell },
                      { key: 'old', name: w.heads.old, cell: ({ old }) => spelled(old) },
                      { key: 'new', name: w.heads.new, cell: ({ new: now }) => spelled(now) },
                    ]}
                  />
                ) : null}
                {total > changes.length ? <p className="soft">{w.more(total - changes.length)}</p> : null}
              </div>
            ))}
        </section>
      )}
    </Asked>
  )
}

const spelled = (value: Value) => (value === null ? '' : String(value))
