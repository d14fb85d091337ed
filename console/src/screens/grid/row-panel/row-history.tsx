import type { Wire } from '@bindery-data/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWorkbookId } from '../../../app/workbook-frame.tsx'
import { Asked } from '../../../parts/answers/asked.tsx'
import { usePeople } from '../../../parts/values/people.ts'
import { Value } from '../../../parts/values/value.tsx'
import { client } from '../../../service/client.ts'
import { keys } from '../../../service/queries.ts'
import { useFormats, useWords } from '../../../words/words.ts'
import { tableWords } from '../table-words.ts'

type Props = { table: string; rowId: number; column: string | undefined }

export const rowHistoryQuery = (workbookId: string, table: string, rowId: number) =>
  queryOptions({
    queryKey: keys.of(workbookId, 'rows', table, 'history', rowId),
    queryFn: ({ signal }) =>
      client.api.readTableRowHistory({ workbook_id: workbookId, name: table, row_id: String(rowId), signal }),
  })

/** What happened to a row, cell by cell. */
export function RowHistory({ table, rowId, column }: Props) {
  const workbookId = useWorkbookId()
  const history = useQuery(rowHistoryQuery(workbookId, table, rowId))
  return <Asked query={history}>{({ changes }) => <Changes changes={changes} column={column} />}</Asked>
}

function Changes({ changes, column }: { changes: readonly CellEdit[]; column: string | undefined }) {
  const workbookId = useWorkbookId()
  const w = useWords(tableWords)
  const { ago, moment } = useFormats()
  const nameOf = usePeople(workbookId)
  if (changes.length === 0) return <p className="soft">{w.historyNone}</p>
  const edits = [...Map.groupBy(changes, (change) => change.op_id).values()]
  return (
    <ol className="row-history">
      {edits.map((cells) => {
        const [first] = cells
        if (!first) return null
        return (
          <li key={first.op_id}>
            <p title={moment(first.at)}>
              <strong>{nameOf(first.actor)}</strong> <span className="soft">{ago(first.at)}</span>
            </p>
            <dl>
              {cells.map((change) => (
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
