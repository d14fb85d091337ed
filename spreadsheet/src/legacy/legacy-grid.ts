import type { WorkSheet } from '@e965/xlsx'
import type { Cell, Formula } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import { boxAround, EMPTY_GRID, type Grid, type GridBounds, type GridCell } from '../grid.ts'
import { MOST_COLUMNS, MOST_ROWS } from '../xlsx/cell-reference.ts'

/** What SheetJS reports of a sheet: cells, merges, hidden rows and columns. It knows no indents, borders or tables. */
export async function readLegacyGrid(
  sheet: WorkSheet,
  scan: (sink: CellSink) => Promise<void>,
  bounds: GridBounds,
): Promise<Grid> {
  const { cells, isTruncated } = await gatherCells(scan, bounds)
  // A broken file names rows that no sheet has, and what lies before them would be walked through.
  const rows = (sheet['!rows'] ?? [])
    .slice(0, MOST_ROWS)
    .flatMap((facts, row) =>
      facts?.hidden || facts?.level ? [{ row, isHidden: facts.hidden === true, outlineLevel: facts.level ?? 0 }] : [],
    )
  const columns = (sheet['!cols'] ?? []).slice(0, MOST_COLUMNS).flatMap((facts, column) => {
    const width = facts?.wch ?? null
    const of = { from: column, to: column, isHidden: facts?.hidden === true, outlineLevel: facts?.level ?? 0, width }
    return facts ? [of] : []
  })
  return {
    ...EMPTY_GRID,
    cells,
    used: boxAround(cells),
    merges: (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })),
    rows,
    columns,
    isTruncated,
  }
}

async function gatherCells(scan: (sink: CellSink) => Promise<void>, bounds: GridBounds) {
  const cells: GridCell[] = []
  let row = 0
  let isTruncated = false
  let formula: Formula | null = null
  const add = (column: number, style: number, cell: Cell | null) => {
    isTruncated ||= cells.length >= bounds.cells
    if (!isTruncated) cells.push({ row, column, cell, style, formula, comment: null })
    formula = null
  }
  await scan({
    row: (next) => {
      row = next
      isTruncated ||= row >= bounds.rows
    },
    number: (column, value, style) => add(column, style, { kind: 'number', value }),
    text: (column, value, style) => add(column, style, { kind: 'text', value }),
    boolean: (column, value, style) => add(column, style, { kind: 'boolean', value }),
    error: (column, value, style) => add(column, style, { kind: 'error', value }),
    date: (column, value, style) => add(column, style, { kind: 'date', value }),
    blank: (column, style) => add(column, style, null),
    formula: (_, cellFormula) => {
      formula = cellFormula
    },
    isFull: () => isTruncated,
  })
  return { cells, isTruncated }
}
