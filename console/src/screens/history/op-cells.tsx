import type { Wire } from '@bindery-data/sdk'
import { useQuery } from '@tanstack/react-query'
import { Asked } from '../../parts/answers/asked.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Value } from '../../parts/values/value.tsx'
import { client } from '../../service/client.ts'
import { keys } from '../../service/queries.ts'
import { useWords } from '../../words/words.ts'
import { historyWords } from './history-words.ts'

/** Each row costs a request. */
const ROWS_SHOWN = 12

export const hasCells = ({ table, edit_version, rows, kind }: Wire.Op) =>
  table !== null && edit_version !== null && rows !== null && rows > 0 && /^(rows\.|merge|sync)/.test(kind)

/** What an op did to cells: was, became. */
export function OpCells({ workbookId, op }: { workbookId: string; op: Wire.Op }) {
  const w = useWords(historyWords)
  const cells = useQuery({
    queryKey: keys.of(workbookId, 'ops', op.op_id, 'cells'),
    queryFn: () => readCells(workbookId, op),
    // What was done stays done.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="op-cells">
      <Asked query={cells}>
        {(changed) =>
          changed.length === 0 ? (
            <p className="soft">{w.cellsNone}</p>
          ) : (
            <>
              <DataTable
                caption={w.cells}
                rows={changed}
                rowKey={({ rowId, column }) => `${rowId} ${column}`}
                columns={[
                  { key: 'row', name: w.rowName, cell: ({ rowId }) => rowId, isRowName: true },
                  { key: 'column', name: w.column, cell: ({ column }) => column },
                  { key: 'was', name: w.was, cell: ({ old }) => <Value value={old} /> },
                  { key: 'is', name: w.is, cell: ({ now }) => <Value value={now} /> },
                ]}
              />
              {op.rows !== null && op.rows > ROWS_SHOWN ? <p className="soft">{w.cellsMore(op.rows)}</p> : null}
            </>
          )
        }
      </Asked>
    </div>
  )
}

type ChangedCell = { rowId: number; column: string; old: unknown; now: unknown }

/** Changes are listed per table from a version on, and cells per row: the first rows after the version before are this op's. */
async function readCells(workbookId: string, op: Wire.Op): Promise<ChangedCell[]> {
  const at = { workbook_id: workbookId, name: op.table ?? '' }
  const since = (op.edit_version ?? 1) - 1
  const { changes } = await client.api.readTableChanges({ ...at, since, limit: ROWS_SHOWN })
  const histories = await Promise.all(
    changes.map(async ({ row_id }) => {
      const history = await client.api.readTableRowHistory({ ...at, row_id: String(row_id) })
      return history.changes
        .filter(({ op_id }) => op_id === op.op_id)
        .map(({ column, old, new: now }) => ({ rowId: row_id, column, old, now }))
    }),
  )
  return histories.flat()
}
