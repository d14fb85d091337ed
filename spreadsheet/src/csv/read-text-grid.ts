import type { CellSink } from '../cell-sink.ts'
import type { Grid, GridBounds, GridCell } from '../grid.ts'

/** The beginning of a file of text as a grid: cells and their places, for a text tells nothing else. */
export async function readTextGrid(scan: (sink: CellSink) => Promise<void>, bounds: GridBounds): Promise<Grid> {
  const cells: GridCell[] = []
  let row = 0
  let isTruncated = false
  const unheard = () => {}
  await scan({
    row: (next) => {
      row = next
      isTruncated ||= row >= bounds.rows
    },
    text: (column, value) => {
      isTruncated ||= cells.length >= bounds.cells
      if (!isTruncated)
        cells.push({ row, column, cell: { kind: 'text', value }, style: 0, formula: null, comment: null })
    },
    number: unheard,
    boolean: unheard,
    error: unheard,
    date: unheard,
    isFull: () => isTruncated,
  })
  return { ...EMPTY_GRID, cells, used: boxAround(cells), isTruncated }
}

const EMPTY_GRID: Omit<Grid, 'cells' | 'used' | 'isTruncated'> = {
  merges: [],
  rows: [],
  columns: [],
  listObjects: [],
  autoFilter: null,
  frozen: { rows: 0, columns: 0 },
  printTitles: { rows: null, columns: null },
  printArea: null,
  definedNames: [],
}

function boxAround(cells: readonly GridCell[]): Grid['used'] {
  const [first] = cells
  if (first === undefined) return null
  const box = { top: first.row, left: first.column, bottom: first.row, right: first.column }
  for (const { row, column } of cells) {
    box.left = Math.min(box.left, column)
    box.right = Math.max(box.right, column)
    box.bottom = Math.max(box.bottom, row)
  }
  return box
}
