import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../../parts/button.tsx'
import { usePeople } from '../../parts/people.ts'
import { Value } from '../../parts/value.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { tableWords } from './table-words.ts'

type Props = {
  workbookId: string
  table: string
  rowId: number | null
  column: string | undefined
  onClose: () => void
}

/** What happened to the row of the chosen cell, cell by cell, and where the cell was read. */
export function RowHistory({ workbookId, table, rowId, column, onClose }: Props) {
  const w = useWords(tableWords)
  return (
    <aside className="row-history" aria-label={w.history}>
      <header>
        <h2>{rowId === null ? w.history : w.historyOf(rowId)}</h2>
        <IconButton icon="close" name={w.close} onClick={onClose} />
      </header>
      {rowId === null ? (
        <p className="soft">{w.historyPick}</p>
      ) : (
        <>
          <Origin workbookId={workbookId} table={table} rowId={rowId} column={column} />
          <Changes workbookId={workbookId} table={table} rowId={rowId} column={column} />
        </>
      )}
    </aside>
  )
}

type Of = { workbookId: string; table: string; rowId: number; column: string | undefined }

function Changes({ workbookId, table, rowId, column }: Of) {
  const w = useWords(tableWords)
  const { ago, moment } = useFormats()
  const nameOf = usePeople(workbookId)
  const { data } = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'history', rowId),
    queryFn: ({ signal }) =>
      client.api.readTableRowHistory({ workbook_id: workbookId, name: table, row_id: String(rowId), signal }),
  })
  if (!data) return null
  if (data.changes.length === 0) return <p className="soft">{w.historyNone}</p>
  const edits = [...Map.groupBy(data.changes, (change) => change.op_id).values()]
  return (
    <ol>
      {edits.map((changes) => {
        const [first] = changes
        if (!first) return null
        return (
          <li key={first.op_id}>
            <p title={moment(first.at)}>
              <strong>{nameOf(first.actor)}</strong> <span className="soft">{ago(first.at)}</span>
            </p>
            <dl>
              {changes.map((change) => (
                <Change key={change.column} change={change} isChosen={change.column === column} />
              ))}
            </dl>
          </li>
        )
      })}
    </ol>
  )
}

type CellEdit = Wire.ReadTableRowHistoryAnswer['changes'][number]

/** What was empty before needs no telling. */
function Change({ change, isChosen }: { change: CellEdit; isChosen: boolean }) {
  return (
    <>
      <dt className={isChosen ? 'chosen' : 'soft'}>{change.column}</dt>
      <dd>
        {change.old === null ? null : (
          <>
            <del>
              <Value value={change.old} />
            </del>
            <span aria-hidden="true"> → </span>
          </>
        )}
        <ins>
          <Value value={change.new} />
        </ins>
      </dd>
    </>
  )
}

function Origin({ workbookId, table, rowId, column }: Of) {
  const w = useWords(tableWords)
  const { data } = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'origin', rowId),
    queryFn: ({ signal }) =>
      client.api.readTableRowOrigin({ workbook_id: workbookId, name: table, row_id: String(rowId), signal }),
  })
  const origin = data?.columns.find((each) => each.column === column)
  if (!origin?.cell || !origin.sheet || !origin.source) return null
  return <p className="origin soft">{w.origin(origin.cell, origin.sheet, origin.source)}</p>
}
