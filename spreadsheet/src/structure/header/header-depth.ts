import { isUnitText } from '../regions/text-kind.ts'
import type { SheetCell } from '../sheet.ts'
import { readUnit } from '../units/read-unit.ts'
import { cellsOf, headerEnd } from './header-end.ts'
import { headerEvidence, isLone } from './header-evidence.ts'
import type { HeaderMark } from './header-marks.ts'
import type { TopRows } from './top-rows.ts'

/** Each further row of a header is rarer than the one before. */
const COST_OF_ROW = 0.5
/** Nearly every table has a header. */
const COST_OF_NONE = 2
/** A row of years that says what it holds is one of data. */
const NAMES_ITSELF = -1
/** No header begins with rows that speak so much against it. */
const HOPELESS = -20
/** Remarks at the top that speak of the whole table: `（単位：千円）`, `2021年3月31日現在`. */
const REMARK = /^[(（]?単位|現在[)）]?$/

export type HeaderDepth = {
  /** The first row of the header; those above it are remarks. */
  first: number
  /** So many rows from the top of the region belong to its header or stand above it. */
  rows: number
  /** By how much this beats the next best answer. */
  margin: number
  /** What the file itself has said for it. */
  evidence: readonly string[]
}

/** How many rows from the top of the region belong to its header: as many as say so together. */
export function headerDepth(top: TopRows, marks: readonly HeaderMark[]): HeaderDepth {
  const scores = scoresOf(top)
  for (const { rows, weight } of marks) {
    const score = scores[rows]
    if (score !== undefined) scores[rows] = score + weight
  }
  let best = 0
  for (const [rows, score] of scores.entries()) if (score > (scores[best] ?? 0)) best = rows
  best = headerEnd(top, best)
  const next = Math.max(HOPELESS, ...scores.filter((_, rows) => rows !== best))
  return {
    first: firstRow(top, best),
    rows: best,
    margin: (scores[best] ?? 0) - next,
    evidence: marks.filter(({ rows }) => rows === best).map(({ evidence }) => evidence),
  }
}

/** By the number of rows. */
function scoresOf(top: TopRows): number[] {
  const scores = [-COST_OF_NONE]
  let sum = 0
  for (let row = 0; row < top.depth && sum > HOPELESS; row++) {
    sum += namesItself(top, row) ? NAMES_ITSELF : headerEvidence(top, row)
    scores.push(sum - COST_OF_ROW * row)
  }
  return scores
}

/** A second row of years under a first one, each with a name of its own in front: `回次 第15期 …`, `決算年月 2016年3月 …`. */
function namesItself(top: TopRows, row: number): boolean {
  if (row === 0 || isLone(top, row)) return false
  const [name, above] = [top.cellAt(row, 0), top.cellAt(row - 1, 0)]
  return name !== undefined && above !== undefined && name !== above && isOfDigits(top, row) && isOfDigits(top, row - 1)
}

/** Beside its first cell and what that spans. */
function isOfDigits(top: TopRows, row: number): boolean {
  const name = top.cellAt(row, 0)
  let found = false
  for (let column = 1; column < top.width; column++) {
    const cell = top.cellAt(row, column)
    if (cell === undefined || cell === name) continue
    if (top.lookAt(row, column) !== 'digits') return false
    found = true
  }
  return found
}

function firstRow(top: TopRows, rows: number): number {
  let row = 0
  for (let below = rows - 2; below > 0; below--) if (isBlank(top, below)) row = Math.max(row, below + 1)
  while (row < rows - 1 && (isRemark(top, row) || !spansColumns(top, row, rows))) row++
  return row
}

const isBlank = (top: TopRows, row: number) => cellsOf(top, row).length === 0

/** So many of the columns have a text of their own in a row that names them one by one. */
const NAMES_EACH = 0.5

/**
 * Whether an upper row heads the columns below it: something must tie it to them. A cell merged or centred over several
 * columns does, a text that comes again, names below that begin again under each text, or a column that has no other name.
 * A title at the left and a date at the right do not.
 */
function spansColumns(top: TopRows, row: number, rows: number): boolean {
  const cells = cellsOf(top, row)
  const columns = Array.from({ length: top.width }, (_, column) => column)
  const isMerged = columns.some((column) => isSpread(top, row, column))
  const texts = new Set(cells.map(({ text }) => text))
  if (isMerged || texts.size < cells.length || cells.length > top.width * NAMES_EACH) return true
  const lowest = rows - 1
  if (columns.some((column) => top.cellAt(row, column) && namesBelow(top, column, row, rows).length === 0)) return true
  const below = columns.flatMap((column) => top.cellAt(lowest, column)?.text ?? [])
  const comeAgain = new Set(below).size * 2 <= below.length + 1 || beginAgain(top, cells, lowest)
  return isOverEmptyCorner(top, row, lowest) || (cells.length > 1 && comeAgain)
}

/** Under each of the upper cells the same names in the same order, up to where the next one begins. */
function beginAgain(top: TopRows, upper: readonly SheetCell[], lowest: number): boolean {
  const starts = upper.map(({ column }) => column - top.box.left)
  const namesUnder = starts.map((start, n) =>
    Array.from({ length: (starts[n + 1] ?? top.width) - start }, (_, k) => top.cellAt(lowest, start + k)?.text ?? ''),
  )
  const [first = []] = namesUnder
  return first.length > 1 && namesUnder.every((names) => names.join('|') === first.join('|'))
}

/** A text that stands beside the column of names, over columns that have names: it speaks of them and not of the table. */
function isOverEmptyCorner(top: TopRows, row: number, lowest: number): boolean {
  const [cell, ...others] = cellsOf(top, row)
  return (
    cell !== undefined && others.length === 0 && top.cellAt(row, 0) === undefined && top.cellAt(lowest, 0) === undefined
  )
}

/** One cell over several columns. */
const isSpread = (top: TopRows, row: number, column: number) => {
  const cell = top.cellAt(row, column)
  if (cell === undefined) return false
  return top.cellAt(row, column + 1) === cell || cell.style.horizontal === 'centerContinuous'
}

/** The cells of a column between this row and the end of the header. */
const namesBelow = (top: TopRows, column: number, row: number, rows: number) =>
  Array.from({ length: rows - row - 1 }, (_, n) => top.cellAt(row + 1 + n, column)).flatMap((cell) => cell ?? [])

/** One text, that speaks of the whole table: it says so, spans it from end to end, or stands over a corner that has a name. */
function isRemark(top: TopRows, row: number): boolean {
  const cells = Array.from({ length: top.width }, (_, column) => top.cellAt(row, column))
  const [cell, ...others] = cells.filter((held) => held !== undefined)
  if (cell === undefined) return true
  if (others.some(({ text }) => text !== cell.text)) return false
  const isUnit = others.length === 0 && (isUnitText(cell.text) || isBracketedUnit(cell.text))
  return (
    REMARK.test(cell.text) ||
    isUnit ||
    others.length === top.width - 1 ||
    (isLone(top, row) && hasNamedCorner(top, row + 1))
  )
}

/** `(円)`, `（kWh）`: nothing but a unit. */
function isBracketedUnit(text: string): boolean {
  const [, inner] = /^[([（【]([^()（）]+)[)\]）】]$/.exec(text) ?? []
  return inner !== undefined && readUnit(inner) !== null
}

const hasNamedCorner = (top: TopRows, row: number) => top.cellAt(row, 0) !== undefined && !isLone(top, row)
