import type { Db } from '../../../platform/postgres.ts'
import type { CheckedCondition } from '../../expressions/checked-condition.ts'
import { columnsIn } from '../../expressions/expression.ts'
import { type FoldedRows, foldEdits } from '../../table/content.ts'
import { conditionOn, type RowFilter } from '../../table/row-filter.ts'
import { rowsShown } from '../../table/rows-shown.ts'
import type { Cells, Column } from '../../table/table.ts'
import type { RowChange } from '../protocol/protocol.ts'
import { rowChanges } from './column-mask.ts'
import { type CutTable, findTableEdits } from './engine.store.ts'
import type { HeldContent } from './held-content.ts'

/** By what a copy of the rows that may be seen was made: the columns of its schema, hidden ones too, and the condition over them. */
export type Sight = {
  columns: readonly Column[]
  /** Undefined: no row is seen. */
  where: CheckedCondition | undefined
  /** Ids of the columns that the condition names. */
  deciding: ReadonlySet<number>
}

export function sightOf(columns: readonly Column[], filter: RowFilter): Sight {
  const origins = new Set(columnsIn(filter.condition))
  const deciding = new Set(columns.flatMap(({ id, origin }) => (origins.has(origin) ? [id] : [])))
  return { columns, where: conditionOn(columns, filter), deciding }
}

/** Rows of a table as they are at exactly this version, with every column. Undefined where they are not at hand. */
export type FindWholeRows = (
  table: Pick<CutTable, 'tableId' | 'version'>,
  columns: readonly Column[],
  rowIds: readonly number[],
) => Promise<ReadonlyMap<number, Cells> | undefined>

/** More than this, and the copy is made again for less. */
const MOST_EDITS = 5_000

export type FilteredStep = { content: HeldContent; edits: readonly RowChange[] }

/**
 * What leads a copy of the rows that may be seen to a later version. Only edits of rows can, and only under the schema it was made
 * with: undefined is always right, and has the copy made again from the whole table.
 */
export async function planFilteredStep(
  db: Db,
  workbookId: string,
  { held, sight }: { held: HeldContent; sight: Sight },
  { tableId, version, schemaNo }: Pick<CutTable, 'tableId' | 'version' | 'schemaNo'>,
  findWholeRows: FindWholeRows,
): Promise<FilteredStep | undefined> {
  if (held.schemaNo !== schemaNo) return undefined
  const range = { from: held.version + 1, to: version }
  const edits = await findTableEdits(db, workbookId, tableId, range, MOST_EDITS)
  if (!edits) return undefined
  const content = { ...held, version }
  if (!sight.where) return { content, edits: [] }
  const folded = foldEdits(edits)
  const moved = movedRows(folded, sight)
  const whole = moved.length === 0 ? NO_ROWS : await findWholeRows({ tableId, version }, sight.columns, moved)
  if (!whole || moved.some((rowId) => !whole.has(rowId))) return undefined
  const seen = await visibleRows(folded, whole, sight.where, sight.columns)
  return seen && { content, edits: rowChanges(seen, held) }
}

const NO_ROWS: ReadonlyMap<number, Cells> = new Map()

/** Rows that an edit may have brought into sight or out of it: what their other columns hold decides, and an edit does not hold that. */
function movedRows(folded: FoldedRows, { deciding }: Sight): number[] {
  return [...folded].flatMap(([rowId, { op, cells }]) =>
    op === 'U' && Object.keys(cells).some((id) => deciding.has(Number(id))) ? [rowId] : [],
  )
}

/**
 * A row that is seen now stands there whole, one that is not is deleted. One whose deciding columns were not touched is patched, if the
 * copy has it: the copy alone knows.
 */
async function visibleRows(
  folded: FoldedRows,
  whole: ReadonlyMap<number, Cells>,
  where: CheckedCondition,
  columns: readonly Column[],
): Promise<FoldedRows | undefined> {
  const rows = [...folded].map(([rowId, { op, cells }]) => ({
    rowId,
    op,
    cells,
    row: op === 'I' ? cells : whole.get(rowId),
  }))
  const judged = rows.flatMap(({ op, row }) => (op === 'D' || !row ? [] : [row]))
  const shown = await rowsShown(where, columns, judged)
  if (!shown) return undefined
  const seen = new Map<number, { op: 'I' | 'U' | 'D'; cells: Cells }>()
  for (const { rowId, op, cells, row } of rows) {
    if (op === 'D' || (row && !shown.has(row))) seen.set(rowId, { op: 'D', cells: {} })
    else seen.set(rowId, row ? { op: 'I', cells: row } : { op: 'U', cells })
  }
  return seen
}
