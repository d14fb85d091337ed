import type { TypedCell } from '../../parts/grid/cell-range.ts'
import type { GridColumn, RowPages } from '../../parts/grid/row-pages.ts'
import { plainText, readTyped } from '../../parts/grid/typed-text.ts'
import type { CellChange } from './cell-change.ts'

export type ReadCells = { changes: CellChange[]; unread: (CellChange & { text: string; type: string })[] }

/** What typed and pasted texts change in a table; lines behind its end are new rows. Rejects when a line cannot be read. */
export async function changesOf(
  cells: readonly TypedCell[],
  columns: readonly GridColumn[],
  pages: RowPages,
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
    else if (plainText(mine) !== plainText(base)) read.changes.push(change)
  }
  return read
}
