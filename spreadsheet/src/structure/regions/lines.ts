import type { Box } from '../../grid.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { isUnitText } from './text-kind.ts'

/** A row of a band of columns that holds something. */
export type Line = {
  row: number
  /** Those inside the band. */
  cells: readonly SheetCell[]
  /** One text stands in it and nothing else: a title, a note, the name of a group. */
  isProse: boolean
  /** Every cell could name a column. */
  isNaming: boolean
  /** Most of its cells have lines drawn around them. */
  isFramed: boolean
}

/** The cells of each row of a sheet from its first row on, and what binds rows that hold nothing to their neighbours. */
export type SheetRows = {
  top: number
  rows: readonly (readonly SheetCell[])[]
  /** For each row the columns of its empty cells with lines drawn at both sides. */
  framed: ReadonlyMap<number, readonly number[]>
  /** For each row the columns that a merged cell from above reaches through. */
  bridged: ReadonlyMap<number, readonly number[]>
  /** The range that has a filter. */
  filtered: Box | null
  /** Tables that are known already. */
  given: readonly Box[]
}

export function rowsOf(sheet: Sheet, given: readonly Box[] = []): SheetRows {
  const { top, bottom } = sheet.box
  const rows: SheetCell[][] = Array.from({ length: bottom - top + 1 }, () => [])
  for (const cell of sheet.cells) rows[cell.row - top]?.push(cell)
  return {
    top,
    rows,
    framed: framedColumns(sheet),
    bridged: bridgedColumns(sheet),
    filtered: sheet.grid.autoFilter,
    given,
  }
}

function framedColumns(sheet: Sheet): Map<number, number[]> {
  const framed = new Map<number, number[]>()
  for (const { row, column, cell } of sheet.grid.cells) {
    if (cell !== null) continue
    const { border } = sheet.styleAt(row, column)
    if (border.left && border.right) add(framed, row, column)
  }
  return framed
}

/** One row of labels never merges more rows. */
const TALLEST_MERGE = 1000

function bridgedColumns(sheet: Sheet): Map<number, number[]> {
  const bridged = new Map<number, number[]>()
  for (const { top, bottom, left } of sheet.grid.merges)
    for (let row = top + 1; row < Math.min(bottom, top + TALLEST_MERGE); row++) add(bridged, row, left)
  return bridged
}

function add(places: Map<number, number[]>, row: number, column: number) {
  const columns = places.get(row)
  if (columns) columns.push(column)
  else places.set(row, [column])
}

/** The lines of a box from the top down; rows that hold nothing are left out. */
export function linesOf(sheet: Sheet, { top, rows }: SheetRows, box: Box): Line[] {
  const lines: Line[] = []
  for (let row = box.top; row <= box.bottom; row++) {
    const cells = cellsBetween(rows[row - top] ?? [], box)
    if (cells.length > 0) lines.push(lineOf(row, cells))
  }
  const left = lines.reduce((least, { cells }) => Math.min(least, cells[0]?.column ?? least), box.right)
  lines.forEach((line, n) => {
    if (line.isProse) line.isProse = !isUpperName(sheet, lines, n, left)
    else line.isProse = isCaption(sheet, lines, n)
  })
  return lines
}

/** What is longer is a title. */
const LONGEST_UPPER_NAME = 30

/** A text alone right above names of columns, but not above the first of them, is one of these names. */
function isUpperName(sheet: Sheet, lines: readonly Line[], n: number, left: number): boolean {
  const line = lines[n]
  const below = lines[n + 1]
  const [cell] = line?.cells ?? []
  const [label] = below?.cells ?? []
  if (!line || !below || !cell || !label || below.row !== line.row + 1 || below.isProse || !below.isNaming) return false
  const isStacked = lines[n - 1]?.isProse === true && lines[n - 1]?.row === line.row - 1
  if (line.cells.length === 1 && (cell.text.length > LONGEST_UPPER_NAME || isUnitText(cell.text))) return false
  if (below.cells.length < 2 || cell.column === left) return false
  const isBesideLabel = cell.column > label.column || (cell.column === label.column && cell.column > left)
  return isSpanning(sheet, cell) || (!isStacked && below.cells.length > 2 && isBesideLabel)
}

function isSpanning(sheet: Sheet, { row, column }: SheetCell): boolean {
  const merge = sheet.mergeAt(row, column)
  return merge !== null && merge.right > merge.left
}

/** A day, or two texts at the left, apart from what is above them and right above many names: a title. */
function isCaption(sheet: Sheet, lines: readonly Line[], n: number): boolean {
  const line = lines[n]
  const below = lines[n + 1]
  const [first, second, third] = line?.cells ?? []
  if (!line?.isNaming || !first || third || !below?.isNaming || below.row !== line.row + 1) return false
  const isApart = lines[n - 1] === undefined || (lines[n - 1]?.row ?? 0) < line.row - 1
  if (!second) return isApart && below.cells.length >= 3
  const isLeft = second.column === first.column + 1 && below.cells[0]?.column === first.column
  return isApart && isLeft && below.cells.length >= 4 && sheet.mergeAt(second.row, second.column) === null
}

function cellsBetween(cells: readonly SheetCell[], { left, right }: Box): readonly SheetCell[] {
  const [first] = cells
  const last = cells.at(-1)
  if (!first || !last || (first.column >= left && last.column <= right)) return cells
  return cells.filter(({ column }) => column >= left && column <= right)
}

function lineOf(row: number, cells: readonly SheetCell[]): Line {
  let framed = 0
  let isNaming = true
  for (const cell of cells) {
    const { border } = cell.style
    if ((border.top && border.bottom) || (border.left && border.right)) framed++
    if (!mayName(cell)) isNaming = false
  }
  return { row, cells, isProse: isAlone(cells), isNaming, isFramed: framed > cells.length * 0.7 }
}

/** Longer texts are sentences. */
const LONGEST_NAME = 120

/** Texts, days, and numbers that are years or counts of days, months and quarters. */
export function mayName({ value, text }: SheetCell): boolean {
  if (value.kind === 'number')
    return Number.isInteger(value.number) && !value.isPercent && isCalendarNumber(value.number)
  return value.kind !== 'error' && value.kind !== 'boolean' && text.length <= LONGEST_NAME
}

/** A year may stand in brackets, which make a number negative. */
const isCalendarNumber = (number: number) =>
  (Math.abs(number) >= 1900 && Math.abs(number) <= 2100) || (number >= 1 && number <= 31)

/** One text, alone in its row; the same text in all cells is one that was merged. */
const isAlone = (cells: readonly SheetCell[]) =>
  cells[0]?.value.kind === 'text' && cells.every(({ text }) => text === cells[0]?.text)

/** A name that announces its value: `Author:`. */
export const isAnnounced = ({ cells }: Line) => cells[0] !== undefined && /[:：]$/.test(cells[0].text)
