import type { CellSink } from '../cell-sink.ts'
import { boxAround, EMPTY_GRID, type Grid, type GridBounds, type GridCell, type Mended } from '../grid.ts'

/** The beginning of a file of text as a grid: cells and their places, for a text tells nothing else. */
export async function readTextGrid(scan: (sink: CellSink) => Promise<void>, bounds: GridBounds): Promise<Grid> {
  const cells: GridCell[] = []
  const mended: Mended[] = []
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
    mended: (code, count, message) => {
      mended.push({ code, count, message })
    },
    isFull: () => isTruncated,
  })
  return { ...EMPTY_GRID, cells, used: boxAround(cells), isTruncated, mended }
}
