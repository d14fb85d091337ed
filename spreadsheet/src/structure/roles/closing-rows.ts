import type { Sheet, SheetCell } from '../sheet.ts'
import { isOpening, type LineWord } from './line-words.ts'
import type { RowRole } from './roles.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/** So much of a column is of one kind. */
const MOSTLY = 0.9
/** Rows that are looked at to know what a column holds. */
const SAMPLE_ROWS = 200
/** No table is closed by more rows. */
const MOST_CLOSING = 12
/** In so many columns a row of counts stands under words. */
const FEWEST_OTHER_KIND = 3

/**
 * Rows that close a table behind its totals: the pass rate below the average and the best mark, the new balance below the
 * sums, the number of people on duty below the roster. One of them must be known as computed, or hold numbers where every
 * row above holds words; the others must have a name that says so, a name where all rows above have a day or a number, or
 * hold much less than a record does. `parts`: rows that a total adds up, none of which closes anything.
 */
export function closingRows(
  sheet: Sheet,
  body: TableBody,
  words: readonly (LineWord | null)[],
  known: ReadonlyMap<number, RowRole>,
  parts: ReadonlySet<number>,
): Map<number, RowRole> {
  const { top, bottom } = body.box
  const usual = usualCells(sheet, body, known)
  const kinds = kindsOfColumns(sheet, body, usual)
  const always = alwaysFilled(sheet, body)
  const closing: number[] = []
  /** The lines behind a witness: what stands above the first total is summed up by it. */
  let behind = 0
  for (let row = bottom; row >= Math.max(top + 1, bottom - MOST_CLOSING); row--) {
    const cells = cellsOfRow(sheet, body, row)
    if (cells.length === 0) continue
    const isKnown = known.has(row - top)
    if (!isKnown && isOpening(cells[0]?.text ?? '') && cells.length >= usual) continue
    if (!isKnown && parts.has(row - top) && cells.length > usual * THIN) break
    const isOther = isOfOtherKind(cells, kinds) || isSetApart(cells, always) || isPair(cells, kinds, usual)
    const word = words[row - top] ?? null
    const isClosing = isKnown || isOther || word !== null || isNamedInstead(cells[0], kinds)
    if (!isClosing && cells.length > usual * THIN) break
    closing.push(row - top)
    if (isKnown || isOther) behind = closing.length
  }
  const added = closing.slice(0, behind).filter((line) => !known.has(line))
  return new Map(added.map((line) => [line, 'total']))
}

/** A line of a discount or of terms of payment holds so much less than a record. */
const THIN = 0.5

/** How many cells a row of the table has in the middle of all; empty lines of a form and what is computed are none of them. */
function usualCells(sheet: Sheet, body: TableBody, known: ReadonlyMap<number, RowRole>): number {
  const { top, bottom } = body.box
  const counts: number[] = []
  for (let row = top; row <= Math.min(bottom, top + SAMPLE_ROWS); row++) {
    const { length } = cellsOfRow(sheet, body, row)
    if (length > 0 && !known.has(row - top)) counts.push(length)
  }
  return counts.sort((one, other) => one - other)[counts.length >> 1] ?? 0
}

/**
 * A name where every record has a figure, and its figure right beside it, far from where the records begin: the base of a tax, a tax,
 * a fee below the lines of an invoice.
 */
function isPair([name, figure, ...others]: readonly SheetCell[], kinds: Kinds, usual: number): boolean {
  const first = Math.min(...kinds.keys())
  return (
    others.length === 0 &&
    figure?.value.kind === 'number' &&
    usual * THIN >= 2 &&
    isNamedInstead(name, kinds) &&
    name !== undefined &&
    name.column > first + 1 &&
    kinds.get(figure.column) === 'other'
  )
}

/** Fewer rows do not show what every record has. */
const FEWEST_RECORDS = 6

/** Columns that hold something in every plain row, where bold ones are few; none where too few rows show it. */
function alwaysFilled(sheet: Sheet, body: TableBody): number[] {
  const { top, bottom, left, right } = body.box
  const plain: number[] = []
  let bold = 0
  for (let row = top; row <= Math.min(bottom, top + SAMPLE_ROWS); row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (cells.length > 1 && cells.every(({ style }) => style.isBold)) bold++
    else if (cells.length > 1) plain.push(row)
  }
  if (plain.length < FEWEST_RECORDS || bold > MOST_CLOSING / 4) return []
  const columns = Array.from({ length: right - left + 1 }, (_, n) => left + n)
  return columns.filter((column) => plain.every((row) => sheet.cellAt(row, column)))
}

/** Bold as no record is, a name before its figures, and without a field that every record has: how many can do each thing. */
function isSetApart(cells: readonly SheetCell[], always: readonly number[]): boolean {
  const [name, ...figures] = cells
  const isCounted = figures.length >= FEWEST_OTHER_KIND && figures.every(({ value }) => value.kind === 'number')
  const held = new Set(cells.map(({ column }) => column))
  return (
    name?.value.kind === 'text' &&
    isCounted &&
    cells.every(({ style }) => style.isBold) &&
    always.some((column) => column > name.column && !held.has(column))
  )
}

type Kinds = ReadonlyMap<number, 'text' | 'other'>

/** What nearly all cells of a column are, where there are enough of them: in all rows, or in those that hold as much as a record does. */
function kindsOfColumns(sheet: Sheet, body: TableBody, usual: number): Kinds {
  const { top, bottom } = body.box
  const rows = Array.from({ length: Math.min(bottom - top, SAMPLE_ROWS) + 1 }, (_, n) => top + n)
  const whole = rows.filter((row) => cellsOfRow(sheet, body, row).length > usual * THIN)
  const before = beforeCounts(sheet, body, rows)
  return new Map([
    ...kindsInRows(sheet, body, before),
    ...kindsInRows(sheet, body, whole),
    ...kindsInRows(sheet, body, rows),
  ])
}

/** No roster is closed by more rows of counts. */
const MOST_COUNTS = 6

/** The rows without those at their end that hold a name and numbers only; none where most rows do. */
function beforeCounts(sheet: Sheet, body: TableBody, rows: readonly number[]): number[] {
  const isCount = (row: number) => {
    const [name, ...figures] = cellsOfRow(sheet, body, row)
    const areNumbers = figures.length >= FEWEST_OTHER_KIND && figures.every(({ value }) => value.kind === 'number')
    return name?.value.kind === 'text' && areNumbers
  }
  const last = rows.findLastIndex((row) => !isCount(row))
  return last + 1 >= rows.length - MOST_COUNTS && !rows.slice(0, last + 1).some(isCount) ? rows.slice(0, last + 1) : []
}

function kindsInRows(sheet: Sheet, { box: { left, right } }: TableBody, rows: readonly number[]): Kinds {
  const kinds = new Map<number, 'text' | 'other'>()
  for (let column = left; column <= right; column++) {
    let texts = 0
    let others = 0
    for (const row of rows) {
      const kind = sheet.cellAt(row, column)?.value.kind
      if (kind === 'text') texts++
      else if (kind !== undefined && kind !== 'absent') others++
    }
    // The closing rows themselves are counted too.
    const least = (texts + others) * (texts + others > MOST_CLOSING * 2 ? MOSTLY : MOSTLY - 0.2)
    if (texts >= least && texts > 2) kinds.set(column, 'text')
    else if (others >= least && others > 2) kinds.set(column, 'other')
  }
  return kinds
}

function isOfOtherKind(cells: readonly SheetCell[], kinds: Kinds): boolean {
  const figures = cells.filter(({ value }) => value.kind === 'number')
  const underWords = figures.filter(({ column }) => kinds.get(column) === 'text')
  return underWords.length >= FEWEST_OTHER_KIND && underWords.length * 2 > figures.length
}

/** A name in the place of a day, a number or a code. */
const isNamedInstead = (first: SheetCell | undefined, kinds: Kinds) =>
  first !== undefined && first.value.kind === 'text' && kinds.get(first.column) === 'other'
