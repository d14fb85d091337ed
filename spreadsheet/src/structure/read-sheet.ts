import type { Cell } from '../cell.ts'
import type { Box, Grid, GridCell } from '../grid.ts'
import { type CellStyle, PLAIN_STYLE, type Styles } from '../styles.ts'
import { booleanToText, cellToText } from '../values/canonical-text.ts'
import { createCellsByPlace } from './cells-by-place.ts'
import type { Sheet, SheetCell } from './sheet.ts'
import { settleDateOrders } from './values/date-order.ts'
import { settleDecimalCommas } from './values/decimal-comma.ts'
import { readValue } from './values/read-value.ts'
import { shownNumber } from './values/shown-number.ts'

export type SheetToRead = {
  name: string
  fileName: string
  grid: Grid
  styles: Styles
  isUntyped: boolean
  isDate1904: boolean
}

/** A grid with the meaning of each of its cells; null for one that holds nothing but spaces. */
export function readSheet({ name, fileName, grid, styles, isUntyped, isDate1904 }: SheetToRead): Sheet | null {
  const cells: SheetCell[] = []
  for (const held of grid.cells) {
    const cell = readCell(held, styles[held.style] ?? PLAIN_STYLE, isDate1904)
    if (cell) cells.push(cell)
  }
  withoutFootnoteMarks(cells)
  settleDateOrders(cells)
  settleDecimalCommas(cells)
  const box = boxAround(cells)
  if (box === null) return null
  const places = createCellsByPlace<SheetCell>(box, cells.length)
  for (const cell of cells) places.set(cell.row, cell.column, cell)
  return {
    name,
    fileName,
    box,
    cells,
    cellAt: places.at,
    styleAt: indexStyles(grid, styles),
    mergeAt: indexMerges(grid, box),
    grid,
    isUntyped,
  }
}

const FOOTNOTE = /^\((\d{1,2})\)\s*\S{2}/
const MARK = /^\((\d{1,2})\)$/

/** `(2)` in the place of a figure is no minus two where a note below begins with it: it says why there is no figure. */
function withoutFootnoteMarks(cells: SheetCell[]) {
  const notes = new Set(cells.flatMap(({ text }) => FOOTNOTE.exec(text)?.[1] ?? []))
  if (notes.size === 0) return
  for (const [n, cell] of cells.entries()) {
    const mark = cell.cell.kind === 'text' ? MARK.exec(cell.text)?.[1] : undefined
    if (mark !== undefined && notes.has(mark)) cells[n] = { ...cell, value: { kind: 'absent' } }
  }
}

function readCell({ row, column, cell, formula }: GridCell, style: CellStyle, isDate1904: boolean): SheetCell | null {
  if (cell === null || cell.value === '') return null
  const text = shownText(cell, style, isDate1904)
  if (text === '') return null
  const indent = style.indent + (cell.kind === 'text' ? leadingSpaces(cell.value) : 0)
  return { row, column, cell, style, formula, text, indent, value: readValue(cell, style, text, isDate1904) }
}

function shownText(cell: Cell, style: CellStyle, isDate1904: boolean): string {
  switch (cell.kind) {
    case 'text':
      return plainText(cell.value)
    case 'boolean':
      return booleanToText(cell.value)
    case 'number':
      // The words in a date's format stand between its parts.
      return (
        cellToText(cell.value, style.meaning, isDate1904) +
        (style.meaning === 'number' ? (shownNumber(style).calendarWord ?? '') : '')
      )
    default:
      return cell.value
  }
}

const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
const DOUBLE_SPACE = /\s\s/

/** NFKC, without surrounding spaces, each run of spaces and line breaks one space. */
function plainText(text: string): string {
  if (PLAIN.test(text)) return DOUBLE_SPACE.test(text) ? text.replaceAll(/\s+/g, ' ') : text
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u200B\uFEFF]+/g, ' ')
    .trim()
}

const LEADING_SPACES = /^[\s\u3000]+/
const WIDE_SPACE = '\u3000'

/** In widths of a narrow character. */
function leadingSpaces(text: string): number {
  const [spaces = ''] = LEADING_SPACES.exec(text) ?? []
  let width = 0
  for (const space of spaces) width += space === WIDE_SPACE || space === '\t' ? 2 : 1
  return width
}

function boxAround(cells: readonly SheetCell[]): Box | null {
  const [first] = cells
  if (!first) return null
  const box = { top: first.row, left: first.column, bottom: first.row, right: first.column }
  for (const { row, column } of cells) {
    if (row > box.bottom) box.bottom = row
    if (column < box.left) box.left = column
    if (column > box.right) box.right = column
  }
  return box
}

function indexStyles({ cells }: Grid, styles: Styles): Sheet['styleAt'] {
  const plain = styles[0] ?? PLAIN_STYLE
  const box = boxOfStyled(cells)
  if (box === null) return () => plain
  const held = createCellsByPlace<CellStyle>(box, cells.length)
  for (const { row, column, style } of cells) if (style !== 0) held.set(row, column, styles[style] ?? PLAIN_STYLE)
  return (row, column) => held.at(row, column) ?? plain
}

function boxOfStyled(cells: readonly GridCell[]): Box | null {
  let box: Box | null = null
  for (const { row, column, style } of cells) {
    if (style === 0) continue
    box ??= { top: row, left: column, bottom: row, right: column }
    box.bottom = row
    if (column < box.left) box.left = column
    if (column > box.right) box.right = column
  }
  return box
}

/** A file may merge the same cells again and again; beyond so many places merges are not looked at. */
const MOST_MERGED = 4_000_000

/** Merged areas as far as they are inside the box. */
function indexMerges({ merges }: Grid, box: Box): Sheet['mergeAt'] {
  const held = createCellsByPlace<Box>(box, merges.length)
  let places = 0
  for (const merge of merges) {
    const top = Math.max(merge.top, box.top)
    const left = Math.max(merge.left, box.left)
    const bottom = Math.min(merge.bottom, box.bottom)
    const right = Math.min(merge.right, box.right)
    places += Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)
    if (places > MOST_MERGED) break
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) held.set(row, column, merge)
  }
  return (row, column) => held.at(row, column) ?? null
}
