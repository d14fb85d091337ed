import { isProblem, type Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { Value } from '../../parts/values/value.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useFormats, useWords } from '../../words/words.ts'
import { conflictsWords } from './conflicts-words.ts'

/** What one needs to know to decide: the whole row, and what happened to the cell. */
export function ConflictContext({ workbookId, conflict }: { workbookId: string; conflict: Wire.Conflict }) {
  const w = useWords(conflictsWords)
  const { table, row_id, column } = conflict
  const row = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'row', row_id),
    queryFn: () => readRow(workbookId, table ?? '', row_id),
    enabled: table !== null,
  })
  return (
    <>
      <h2>{w.context}</h2>
      <Asked query={row}>
        {(cells) =>
          cells === null ? (
            <p className="soft">{w.contextGone}</p>
          ) : (
            <dl className="row-cells">
              {Object.entries(cells).map(([name, value]) => (
                <div key={name} className={name === column ? 'here' : undefined}>
                  <dt>{name}</dt>
                  <dd>
                    <Value value={value} />
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </Asked>
      {table !== null && column !== null ? (
        <CellHistory workbookId={workbookId} cell={{ table, row_id, column }} />
      ) : null}
    </>
  )
}

const ROW_ID = '__svc_row_id'

async function readRow(workbookId: string, name: string, rowId: number) {
  try {
    const { row } = await client.api.readTableRow({ workbook_id: workbookId, name, row_id: String(rowId) })
    return Object.fromEntries(Object.entries(row).filter(([column]) => column !== ROW_ID))
  } catch (error) {
    if (isProblem(error, 'row_not_found')) return null
    throw error
  }
}

type CellPlace = { table: string; row_id: number; column: string }

function CellHistory({ workbookId, cell }: { workbookId: string; cell: CellPlace }) {
  const w = useWords(conflictsWords)
  const { moment } = useFormats()
  const { table, row_id, column } = cell
  const history = useQuery({
    queryKey: keys.of(workbookId, 'rows', table, 'history', row_id),
    queryFn: () => client.api.readTableRowHistory({ workbook_id: workbookId, name: table, row_id: String(row_id) }),
  })
  return (
    <>
      <h2>{w.cellHistory}</h2>
      <Asked query={history}>
        {({ changes }) => {
          const own = changes.filter((change) => change.column === column)
          if (own.length === 0) return <p className="soft">{w.noHistory}</p>
          return (
            <ol className="cell-history">
              {own.map(({ op_id, at, old, new: now }) => (
                <li key={op_id}>
                  <span>
                    <Value value={old} /> → <Value value={now} />
                  </span>
                  <span className="place-about">{moment(at)}</span>
                </li>
              ))}
            </ol>
          )
        }}
      </Asked>
    </>
  )
}
