import type { Box } from '../../grid.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { LOOKS, type Look, lookOf } from './look.ts'
import { isRepeatedInWords } from './repeated-rows.ts'

/** The rows of a region that may be its header, and what stands below each of them. Rows and columns count from the box's corner. */
export type TopRows = {
  box: Box
  /** So many rows may be the header. */
  depth: number
  /** So many rows are looked at one by one: those and at least one more. */
  height: number
  width: number
  /** The cell itself, or the one of the merged area it is part of. */
  cellAt(row: number, column: number): SheetCell | undefined
  lookAt(row: number, column: number): Look
  /** How many cells of a column below a row look like this. */
  below(row: number, column: number, look: Look): number
  /** The text of a cell stands further down in its column too. */
  isBelow(row: number, column: number): boolean
  /** The row is said again further down, word for word, as the header of a next page is. */
  isRepeated(row: number): boolean
}

/** A header of more rows than this is none. */
const MOST_ROWS = 16
/** So many rows tell what a column holds, and so many cells are enough in a very wide sheet. */
const SAMPLE_ROWS = 400
const SAMPLE_CELLS = 400_000

export function readTopRows(sheet: Sheet, box: Box): TopRows {
  const width = box.right - box.left + 1
  const height = Math.min(box.bottom - box.top + 1, SAMPLE_ROWS, Math.max(MOST_ROWS, Math.ceil(SAMPLE_CELLS / width)))
  // What names nothing is no header: at least one row is left to be named.
  const depth = Math.min(MOST_ROWS, height - 1)
  const cellAt = (row: number, column: number) => cellOrAnchor(sheet, box.top + row, box.left + column)
  const looks: Look[][] = []
  for (let row = 0; row < height; row++)
    looks.push(Array.from({ length: width }, (_, column) => lookOf(cellAt(row, column))))
  const counts = countBelow(looks, depth, width)
  const texts = textPlaces(sheet, box)
  return {
    box,
    depth,
    height: Math.min(depth + 1, height),
    width,
    cellAt,
    lookAt: (row, column) => looks[row]?.[column] ?? 'empty',
    below: (row, column, look) => counts[(row * width + column) * LOOKS.length + LOOKS.indexOf(look)] ?? 0,
    isBelow: (row, column) => texts.lastRow(column, cellAt(row, column)?.text ?? '') > row,
    isRepeated: (row) => isRepeatedInWords(sheet, box.top + row, { ...box, bottom: box.top + height - 1 }),
  }
}

function cellOrAnchor(sheet: Sheet, row: number, column: number): SheetCell | undefined {
  const cell = sheet.cellAt(row, column)
  if (cell) return cell
  const merge = sheet.mergeAt(row, column)
  return merge ? sheet.cellAt(merge.top, merge.left) : undefined
}

/** From the bottom up: what is below a row is what is below the next one, and that one itself. */
function countBelow(looks: readonly Look[][], depth: number, width: number): Uint32Array {
  const kinds = LOOKS.length
  const counts = new Uint32Array(depth * width * kinds)
  const sum = new Uint32Array(width * kinds)
  for (let row = looks.length - 1; row >= 0; row--) {
    if (row < depth) counts.set(sum, row * width * kinds)
    for (const [column, look] of (looks[row] ?? []).entries()) {
      const place = column * kinds + LOOKS.indexOf(look)
      sum[place] = (sum[place] ?? 0) + 1
    }
  }
  return counts
}

/** Where a text of a column stands for the last time among the first rows; made when it is asked for. */
function textPlaces(sheet: Sheet, box: Box) {
  const columns = new Map<number, Map<string, number>>()
  const read = (column: number) => {
    const places = new Map<string, number>()
    for (let row = 0; row <= Math.min(box.bottom - box.top, SAMPLE_ROWS); row++) {
      const text = sheet.cellAt(box.top + row, box.left + column)?.text
      if (text !== undefined) places.set(text, row)
    }
    columns.set(column, places)
    return places
  }
  return { lastRow: (column: number, text: string) => (columns.get(column) ?? read(column)).get(text) ?? -1 }
}
