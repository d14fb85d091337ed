import type { TypedCell } from '../../../parts/grid/cells/cell-range.ts'
import { plainText, readTyped } from '../../../parts/grid/cells/typed-text.ts'
import type { GridColumn, LoadedRow } from '../../../parts/grid/rows/read-page.ts'
import type { RowPages } from '../../../parts/grid/rows/row-pages.ts'
import type { CellChange } from './cell-change.ts'

export type ReadCells = { changes: CellChange[]; unread: (CellChange & { text: string; type: string })[] }

/** What typed and pasted texts change in a table; lines behind its end are new rows. Rejects when a line cannot be read. */
export async function changesOf(
  cells: readonly TypedCell[],
  columns: readonly GridColumn[],
  pages: RowPages,
  /** Something else is on its way into the cell: what it held before is a change again. */
  isAwaited: (row: LoadedRow, column: string) => boolean = () => false,
): Promise<ReadCells> {
  const lines = await pages.load(new Set(cells.flatMap(({ row, seen }) => (seen ? [] : row))))
  const read: ReadCells = { changes: [], unread: [] }
  for (const { row: line, column: place, text, seen } of cells) {
    const column = columns[place]
    const at = seen ?? lines.get(line)
    if (!column || !at) continue
    const base = at.state === 'loaded' ? (at.row.cells[column.name] ?? null) : null
    const mine = readTyped(text, column.type)
    const change = { at, line, column: column.name, base, mine: mine ?? null }
    if (mine === undefined) read.unread.push({ ...change, text, type: column.type })
    else if (plainText(mine) !== plainText(base) || (at.state === 'loaded' && isAwaited(at.row, column.name)))
      read.changes.push(change)
  }
  return read
}
