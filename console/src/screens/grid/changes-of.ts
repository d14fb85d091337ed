import type { TypedCell } from '../../parts/grid/cell-range.ts'
import type { GridColumn, LoadedRow, RowPages } from '../../parts/grid/row-pages.ts'
import { plainText, readTyped } from '../../parts/grid/typed-text.ts'
import type { CellChange } from './cell-change.ts'

export type ReadCells = { changes: CellChange[]; unread: (CellChange & { text: string; type: string })[] }

/** What typed and pasted texts change in a table. Lines behind its end are new rows. */
export async function changesOf(
  cells: readonly TypedCell[],
  columns: readonly GridColumn[],
  pages: RowPages,
): Promise<ReadCells> {
  const rows = await rowsOf(cells, pages)
  const read: ReadCells = { changes: [], unread: [] }
  for (const { row: line, column: at, text, seen } of cells) {
    const column = columns[at]
    if (!column) continue
    const row = seen ?? rows.get(line) ?? null
    const base = row?.cells[column.name] ?? null
    const mine = readTyped(text, column.type)
    const change = { row, line, column: column.name, base, mine: mine ?? null }
    if (mine === undefined) read.unread.push({ ...change, text, type: column.type })
    else if (plainText(mine) !== plainText(base)) read.changes.push(change)
  }
  return read
}

async function rowsOf(cells: readonly TypedCell[], pages: RowPages): Promise<Map<number, LoadedRow>> {
  const lines = [...new Set(cells.map(({ row }) => row))].filter((line) => line < (pages.held()?.rowCount ?? 0))
  const rows = new Map<number, LoadedRow>()
  for (const line of lines) {
    const row = pages.rowAt(line) ?? (await pages.load(line, line))[0]
    if (row) rows.set(line, row)
  }
  return rows
}
