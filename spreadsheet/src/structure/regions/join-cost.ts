import { wordOf } from '../roles/line-words.ts'
import type { SheetCell } from '../sheet.ts'
import { isUsual } from './column-kinds.ts'
import type { GrowingTable } from './growing-table.ts'
import type { Line } from './lines.ts'
import type { Strip } from './strips.ts'
import { isNoteText, isUnitText } from './text-kind.ts'

/** Bits it takes to say that a table goes on, by what speaks against it. */
const COST = {
  /** Empty rows, and each of them. */
  gap: 2,
  gapRow: 1.5,
  /** A text in the first column: the name of a group. */
  groupLine: 2,
  /** Another one right below it: a record without values. */
  bareLabel: 0.5,
  /** A text in another column: a record with one value. */
  innerLine: 1,
  /** A text that begins like a remark or a unit, or is too long for a name. */
  strangeLine: 8,
  /** Names of columns, behind an empty row or a text; and the same names once more, without. */
  innerHeader: 24,
  repeatedHeader: 4,
  /** Lines drawn around the cells of the table and none around those that follow, or the other way round. */
  frameChange: 14,
  /** Less, where formulas compute from the table, or a line below it is called its total. */
  tie: 14,
  /** A column beyond those the table had so far. */
  newColumn: 3,
}

/** Beyond so many empty rows one more says nothing. */
const LONGEST_GAP = 5
const LONGEST_GROUP_NAME = 60
/** So many framed lines are more than names. */
const FRAMED_BODY = 3

/** What it costs to go on with a table over what stands between it and the strip. */
export function joinBits(table: GrowingTable, strip: Strip): number {
  const gap = strip.gap === 0 ? 0 : COST.gap + Math.min(strip.gap, LONGEST_GAP) * COST.gapRow
  if (strip.isProse) return gap + strip.lines.reduce((sum, line, n) => sum + proseBits(table, line, n === 0), 0)
  const bits = gap + newColumns(table, strip) * COST.newColumn + frameBits(table, strip) + headerBits(table, strip)
  return isComputedFrom(table, strip) ? Math.max(0, bits - COST.tie) : bits
}

/** A line that is called a total, with values under columns of the table. */
function isTotalOf({ left, right, records }: GrowingTable, { lines: [line, other] }: Strip): boolean {
  const [name, ...values] = line?.cells ?? []
  if (!name || other || records === 0 || name.value.kind !== 'text' || wordOf(name.text) !== 'sum') return false
  return values.some(({ column, value }) => value.kind === 'number' && column >= left && column <= right)
}

/** It is of the table, whatever it looks like. */
export const isComputedFrom = (table: GrowingTable, strip: Strip) =>
  computesFrom(table, strip) || isTotalOf(table, strip)

/** Its formulas count or add up what stands in the table. */
const computesFrom = ({ last }: GrowingTable, { computesFrom, gap, lines }: Strip) =>
  computesFrom !== null &&
  computesFrom <= (last.lines.at(-1)?.row ?? 0) &&
  (gap === 0 || (lines[0]?.cells.length ?? 0) > 1)

function proseBits({ left, right }: GrowingTable, { cells }: Line, isFirst: boolean): number {
  const [{ text, column } = { text: '', column: 0 }] = cells
  if (column > left && column <= right && !isNoteText(text)) return COST.innerLine
  if (isNoteText(text) || isUnitText(text) || text.length > LONGEST_GROUP_NAME) return COST.strangeLine
  return isFirst ? COST.groupLine : COST.bareLabel
}

function headerBits(table: GrowingTable, strip: Strip): number {
  if (strip.headerLines === 0) return 0
  const isTitled = table.last.isProse && (table.isWordsOnly || table.last.lines[0]?.cells[0]?.column === table.left)
  const isApart = strip.gap > 0 || isTitled
  const isRepeated = namesOf(strip) === namesOf(table.first)
  if (isRepeated) return isApart ? COST.innerHeader : COST.repeatedHeader
  if (isApart && repeatsNames(table, strip)) return COST.innerHeader
  const opensTable = strip.opens && strip.hasBody
  if (table.isWordsOnly && !(isApart && opensTable)) return 0
  return strip.opens ? COST.innerHeader : 0
}

const namesOf = (strip: Strip) => strip.lines[0]?.cells.map(nameOf).join('|')

/** `2002` and `2002.0` are one. */
const nameOf = ({ value, text }: SheetCell) => (value.kind === 'number' ? String(value.number) : text)

/** The same names but for the first, which says what the rows are. */
function repeatsNames({ first }: GrowingTable, { lines }: Strip): boolean {
  const cells = lines[0]?.cells ?? []
  const known = new Set(first.lines[0]?.cells.slice(1).map(nameOf))
  return cells.length > 2 && cells.slice(1).every((cell) => known.has(nameOf(cell)))
}

function frameBits(table: GrowingTable, strip: Strip): number {
  const isFramed = strip.lines[0]?.isFramed === true
  const { framedLines } = table
  if (!isFramed) return framedLines >= FRAMED_BODY && !fits(table, strip) ? COST.frameChange : 0
  return framedLines === 0 && strip.lines.length >= FRAMED_BODY && strip.opens ? COST.frameChange : 0
}

/** Most of its cells are of the kind that their columns hold. */
function fits({ kinds }: GrowingTable, { lines }: Strip): boolean {
  const cells = lines.flatMap((line) => line.cells)
  return cells.filter((cell) => isUsual(kinds, cell)).length * 2 > cells.length
}

function newColumns({ left, right, isWordsOnly, last }: GrowingTable, { lines, gap }: Strip): number {
  // Names of groups of columns may stand over some of them only.
  if (isWordsOnly && gap === 0 && !last.isProse && last.lines.at(-1)?.cells[0]?.value.kind === 'text') return 0
  let from = left
  let to = right
  for (const { cells } of lines) {
    from = Math.min(from, cells[0]?.column ?? from)
    to = Math.max(to, cells.at(-1)?.column ?? to)
  }
  return left - from + to - right
}
