import type { Answer } from '@bindery-data/sdk'
import { spellValue } from '../../../parts/values/spell-value.ts'
import { type Box, type Cell, isInside, lettersOf, parseRange } from './range.ts'

type Preview = Answer<'previewSource'>

/** How a cell looks, where that is not plain. */
export type CellLook = Partial<Preview['styles'][number]>

/** A part of a sheet, ready to be drawn: where its rows and columns are, and what is written in them. */
export type SheetShape = {
  box: Box
  /** Left edge of every column from the first, and the right edge of the last, in pixels. */
  edges: readonly number[]
  rows: number
  textAt: (row: number, column: number) => string
  isNumberAt: (row: number, column: number) => boolean
  lookAt: (row: number, column: number) => CellLook
  mergeAt: (row: number, column: number) => Box | null
}

export const ROW_PX = 24
const CHARACTER_PX = 8
const PADDING_PX = 18
const NARROWEST_PX = 44
const LONG_CHARACTERS = 16
const WIDEST_PX = 260

export function shapeSheet(preview: Preview): SheetShape {
  const box = boxWorthShowing(preview)
  const { styles, widths, looks } = preview
  const merges = preview.merges.flatMap((range) => parseRange(range) ?? [])
  const texts = preview.cells.map((row) => row.map(spellValue))
  const textAt = (row: number, column: number) => texts[row - box.top]?.[column - box.left] ?? ''
  const mergeAt = (row: number, column: number) => merges.find((merge) => isInside(merge, { row, column })) ?? null
  const columns = box.right - box.left + 1
  const edges = [0]
  for (let n = 0; n < columns; n++) {
    const given = widths[n]
    const wanted = given
      ? given * CHARACTER_PX + PADDING_PX / 2
      : widthFor(preview.cells, texts, n, (row) => mergeAt(row + box.top, n + box.left))
    // A figure that is cut is another figure: columns are as wide as theirs, whatever the file says.
    const width = Math.max(wanted, widthOfFigures(preview.cells, texts, n))
    edges.push((edges[n] ?? 0) + Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width))))
  }
  return {
    box,
    edges,
    rows: box.bottom - box.top + 1,
    textAt,
    isNumberAt: (row, column) => {
      const kind = preview.cells[row - box.top]?.[column - box.left]?.t
      return kind === 'n' || kind === 'd'
    },
    lookAt: (row, column) => styles[looks[row - box.top]?.[column - box.left] ?? -1] ?? NO_LOOK,
    mergeAt,
  }
}

const NO_LOOK: CellLook = {}

/** Empty rows and columns around what is filled, so that a frame has somewhere to go. */
const AROUND = { rows: 6, columns: 2 }

function boxWorthShowing({ range, cells }: Preview): Box {
  const box = parseRange(range) ?? { top: 1, left: 1, bottom: 1, right: 1 }
  const isFilled = ({ v }: Preview['cells'][number][number]) => v !== null && v !== ''
  const rows = cells.findLastIndex((row) => row.some(isFilled)) + 1
  const columns = Math.max(0, ...cells.map((row) => row.findLastIndex(isFilled) + 1))
  return {
    ...box,
    bottom: Math.min(box.bottom, box.top + rows + AROUND.rows - 1),
    right: Math.min(box.right, box.left + columns + AROUND.columns - 1),
  }
}

/** As wide as most of what stands in a column; a long text that runs on over empty cells needs no room of its own. */
function widthFor(
  rows: Preview['cells'],
  texts: readonly (readonly string[])[],
  n: number,
  merged: (row: number) => Box | null,
) {
  let widest = 0
  texts.forEach((row, place) => {
    const width = widthOf(row[n] ?? '')
    const isText = rows[place]?.[n]?.t === 's'
    const runsOn = isText && width > LONG_CHARACTERS && (row[n + 1] ?? '') === '' && n + 1 < row.length
    if (!runsOn && !merged(place)) widest = Math.max(widest, width)
  })
  return widest * CHARACTER_PX + PADDING_PX
}

/** Totals are often bold, which takes more room. */
const BOLD_PX = 8.6

function widthOfFigures(rows: Preview['cells'], texts: readonly (readonly string[])[], n: number): number {
  let widest = 0
  texts.forEach((row, place) => {
    const kind = rows[place]?.[n]?.t
    if (kind === 'n' || kind === 'd') widest = Math.max(widest, (row[n] ?? '').length)
  })
  return widest === 0 ? 0 : widest * BOLD_PX + PADDING_PX
}

/** In half-width characters. */
const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + (/[\u1100-\u{10ffff}]/u.test(letter) ? 1.75 : 1), 0)

/** How far a text may run on to the right: over empty cells, as in a sheet. */
export function roomFor(shape: SheetShape, { row, column }: Cell): number {
  const at = (n: number) => shape.edges[n - shape.box.left] ?? shape.edges.at(-1) ?? 0
  const merge = shape.mergeAt(row, column)
  if (merge) return at(merge.right + 1) - at(column)
  let next = column + 1
  if (!shape.isNumberAt(row, column))
    while (next <= shape.box.right && shape.textAt(row, next) === '' && !shape.mergeAt(row, next)) next++
  return at(next) - at(column)
}

export const columnNames = ({ box }: SheetShape) =>
  Array.from({ length: box.right - box.left + 1 }, (_, n) => lettersOf(box.left + n))

/** Where a part of the sheet is drawn. */
export function placeOf({ box, edges }: SheetShape, { top, left, bottom, right }: Box) {
  const x = edges[Math.max(0, left - box.left)] ?? 0
  const end = edges[Math.min(edges.length - 1, right - box.left + 1)] ?? 0
  const y = (Math.max(top, box.top) - box.top) * ROW_PX
  return { x, y, width: end - x, height: (Math.min(bottom, box.bottom) - box.top + 1) * ROW_PX - y }
}

/** Which cell is drawn there. */
export function cellUnder({ box, edges }: SheetShape, x: number, y: number): Cell {
  const column = edges.findIndex((edge, n) => n > 0 && x < edge)
  return {
    row: Math.min(box.bottom, Math.max(box.top, box.top + Math.floor(y / ROW_PX))),
    column: column < 0 ? box.right : box.left + column - 1,
  }
}
