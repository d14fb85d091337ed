import type { Formula } from '../cell.ts'
import type { CellSink } from '../cell-sink.ts'
import type { Box } from '../grid.ts'
import type { OpenedFile } from '../opened-file.ts'
import { fromR1C1 } from '../write/from-r1c1.ts'
import { parseBox, spellBox } from '../xlsx/cell-reference.ts'
import { looksOf, type SheetLooks } from './preview-looks.ts'

/** A cell as a person would see it: value, kind (`s n b d e`), formula in A1 notation, number format. */
export type PreviewCell = { v: string | number | boolean | null; t: string | null; f: string | null; z: string | null }

export type SheetPreview = SheetLooks & {
  sheet: string
  range: string
  cells: readonly (readonly PreviewCell[])[]
  merges: readonly string[]
}

const FIRST_CELLS: Box = { top: 0, left: 0, bottom: 49, right: 25 }
const MOST_CELLS = 100_000
const EMPTY: PreviewCell = { v: null, t: null, f: null, z: null }
const DATE_MEANINGS = new Set(['date', 'time', 'datetime'])

/** A part of a sheet, cell by cell; the beginning of the first sheet unless stated otherwise. */
export async function previewSheet(
  file: OpenedFile,
  sheet: string | null,
  range: string | null,
): Promise<SheetPreview> {
  const place = sheet === null ? 0 : file.sheets.findIndex(({ name }) => name === sheet)
  const found = file.sheets[place]
  const box = range === null ? FIRST_CELLS : parseBox(range)
  if (!found || !box || cellsOf(box) > MOST_CELLS) throw new Error(`impossible: a preview of ${sheet}, ${range}`)
  const cells = await readCells(file, place, box)
  const grid = await file.readGrid(place, { rows: box.bottom + 1, cells: MOST_CELLS })
  return {
    sheet: found.name,
    range: spellBox(box),
    cells,
    merges: grid.merges.filter((merge) => touches(merge, box)).map(spellBox),
    ...looksOf(grid, file.styles, box),
  }
}

async function readCells(file: OpenedFile, place: number, box: Box): Promise<PreviewCell[][]> {
  const cells = Array.from({ length: box.bottom - box.top + 1 }, () =>
    new Array<PreviewCell>(box.right - box.left + 1).fill(EMPTY),
  )
  let row = 0
  let formula: Formula | null = null
  const put = (column: number, style: number, v: PreviewCell['v'], kind: string) => {
    const line = cells[row - box.top]
    if (!line || column < box.left || column > box.right) return
    const { numberFormat = null, meaning = 'number' } = file.styles[style] ?? {}
    const t = kind === 'n' && DATE_MEANINGS.has(meaning) ? 'd' : kind
    const f = formula && fromR1C1(formula.r1c1, row, column)
    line[column - box.left] = { v, t, f, z: numberFormat === 'General' ? null : numberFormat }
    formula = null
  }
  const sink: CellSink = {
    row: (next) => {
      row = next
      formula = null
    },
    number: (column, value, style) => put(column, style, value, 'n'),
    text: (column, value, style) => put(column, style, value, 's'),
    boolean: (column, value, style) => put(column, style, value, 'b'),
    error: (column, value, style) => put(column, style, value, 'e'),
    date: (column, value, style) => put(column, style, value, 'd'),
    formula: (_, cellFormula) => {
      formula = cellFormula
    },
    isFull: () => row >= box.bottom,
  }
  await file.scan(place, sink)
  return cells
}

const cellsOf = ({ top, left, bottom, right }: Box) => (bottom - top + 1) * (right - left + 1)

const touches = (one: Box, other: Box) =>
  one.top <= other.bottom && one.bottom >= other.top && one.left <= other.right && one.right >= other.left
