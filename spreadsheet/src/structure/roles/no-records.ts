import type { Sheet, SheetCell } from '../sheet.ts'
import { isContinuation, isPageNumber } from '../tables/page-number.ts'
import type { RowRole } from './roles.ts'
import { cellsOfRow, type TableBody } from './table-lines.ts'

/**
 * Rows of a table that hold no record of their own: lines of a form that were never filled in, the example that shows how
 * to fill it in, balances carried from page to page, the head of a printed page that comes again, and lines that go on
 * with a text of the record above.
 */
export function rowsWithoutRecord(
  sheet: Sheet,
  body: TableBody,
  known: ReadonlyMap<number, RowRole>,
): Map<number, RowRole> {
  const roles = new Map<number, RowRole>()
  const heads = pageHeads(sheet, body)
  const examples = exampleRows(sheet, body)
  for (let row = body.box.top; row <= body.box.bottom; row++) {
    const cells = cellsOfRow(sheet, body, row)
    if (cells.length === 0) continue
    if (heads.has(wordsOf(cells)) || isNextPage(cells) || examples.has(row) || isStampLine(sheet, body, row, cells))
      roles.set(row, 'note')
    else if (isCarried(cells)) roles.set(row, 'subtotal')
    else if (isLastBalance(sheet, body, row, cells)) roles.set(row, 'total')
    else if (isContinued(sheet, body, row, cells, roles.get(row - 1)) && !body.isLoneByChance())
      roles.set(row, 'continued')
  }
  for (const row of unusedRows(sheet, body, known)) roles.set(row, 'separator')
  return roles
}

/** `Stock list (cont.)` or `--- page 2 ---` alone in a row. */
const isNextPage = ([cell, ...others]: readonly SheetCell[]) =>
  cell !== undefined &&
  others.length === 0 &&
  cell.value.kind === 'text' &&
  (isContinuation(cell.text) || isPageNumber(cell.text))

const EXAMPLE =
  /^[(（【[<＜*※]?(?:記入例?|入力例?|例|見本|サンプル|e\.?g\.?|examples?|sample|beispiel|exemples?|ejemplos?|示例|样例)(?:(?:\s?\d{0,2})[)）】\]>＞:：.]*$|\s?\d{0,2}[)）】\]>＞:：]\s*\S)/iu

/** More rows are no examples any more. */
const MOST_EXAMPLES = 3

/**
 * Rows right below the header that say in their first cells that they only show how to fill in the others. Where the word comes
 * again below them, or stands without any mark in a column of words, it is a value: a parcel that is a sample is a parcel.
 */
function exampleRows(sheet: Sheet, body: TableBody): Set<number> {
  const rows: number[] = []
  const columns = new Set<number>()
  let records = 0
  for (let row = body.box.top; row <= body.box.bottom; row++) {
    const cells = cellsOfRow(sheet, body, row)
    const marks = cells.length > 2 ? cells.slice(0, 2).filter(({ text }) => EXAMPLE.test(text)) : []
    if (cells.length > 0 && marks.length === 0) records++
    if (records > 0 && rows.length === 0) return new Set()
    if (marks.length === 0) continue
    if (records > 0) return new Set()
    rows.push(row)
    for (const { column, text } of marks) if (BARE_WORD.test(text)) columns.add(column)
  }
  const isValue =
    records === 0 || rows.length > MOST_EXAMPLES || [...columns].some((column) => holdsWords(sheet, body, column, rows))
  return new Set(isValue ? [] : rows)
}

const BARE_WORD = /^\p{L}+$/u

/** Whether most rows but these have a word without any digit there. */
function holdsWords(sheet: Sheet, body: TableBody, column: number, but: readonly number[]): boolean {
  let words = 0
  let others = 0
  for (let row = body.box.top; row <= body.box.bottom; row++) {
    if (but.includes(row)) continue
    const cell = sheet.cellAt(row, column)
    if (cell?.value.kind === 'text' && !/\d/.test(cell.text)) words++
    else others++
  }
  return words > others
}

/** One text at the end of a block, under none of its names and beside nothing: where a page is signed or stamped. */
function isStampLine(sheet: Sheet, body: TableBody, row: number, [cell, ...others]: readonly SheetCell[]): boolean {
  if (!cell || others.length > 0 || cell.value.kind !== 'text' || cell.column === body.box.left) return false
  if (body.labelColumns.has(cell.column) || REMARK.test(body.nameOfColumn(cell.column))) return false
  const isLast = row === body.box.bottom || cellsOfRow(sheet, body, row + 1).length === 0
  return isLast && cellsOfRow(sheet, body, row - 1).length >= FEWEST_COLUMNS
}

/** A record has so many cells at least. */
const FEWEST_IN_RECORD = 4

/**
 * A text alone below a full record, under one of its texts and beside an empty key: the text of the record goes on. What is
 * bold, filled or merged heads the rows below it instead.
 */
function isContinued(
  sheet: Sheet,
  body: TableBody,
  row: number,
  [cell, ...others]: readonly SheetCell[],
  above: RowRole | undefined,
): boolean {
  if (!cell || others.length > 0 || cell.value.kind !== 'text' || cell.column === body.box.left) return false
  if (cell.style.isBold || cell.style.fill !== null || sheet.mergeAt(row, cell.column) !== null) return false
  if (above === 'continued') return true
  const record = cellsOfRow(sheet, body, row - 1)
  // A record of the same day as the one above it may lack the day.
  const [first] = record
  const isBegun = first !== undefined && (first.column === body.box.left || first.column < cell.column)
  const isRecord = record.length >= FEWEST_IN_RECORD && isBegun
  return above === undefined && isRecord && sheet.cellAt(row - 1, cell.column)?.value.kind === 'text'
}

const REMARK = /備考|摘要|メモ|コメント|注記|remark|note|comment|bemerkung|remarque|observaci/iu

const CARRIED =
  /^(?:[前次]\s?(?:頁|ページ|葉)(?:より|へ|から|に)?(?:の)?(?:繰\s?越|繰\s?り\s?越\s?し)?(?:高|額|金)?|繰\s?越\s?[前次]\s?頁|(?:balance |amount |total )?(?:brought|carried) (?:forward|over|down)|[bc]\/[fd]|übertrag|report(?: à nouveau| page)?|à reporter|suma (?:anterior|y sigue)|承前页|过次页)$/iu

/** A balance that the page before ended with, or the next one begins with: it stands among the entries twice. */
const isCarried = (cells: readonly SheetCell[]) =>
  cells.length <= 4 && cells.some(({ value, text }) => value.kind === 'text' && CARRIED.test(text))

/** The last line of an account: a name, and once more the figure that stands above it, with no day or number of its own. */
function isLastBalance(sheet: Sheet, body: TableBody, row: number, cells: readonly SheetCell[]): boolean {
  const [name, figure, ...others] = cells
  if (row !== body.box.bottom || name?.value.kind !== 'text' || figure?.value.kind !== 'number') return false
  if (others.length > 0 || name.column === body.box.left) return false
  const above = sheet.cellAt(row - 1, figure.column)?.value
  const isSame = above?.kind === 'number' && above.number === figure.value.number
  return isSame && cellsOfRow(sheet, body, row - 1).length >= FEWEST_IN_RECORD
}

/** A page has a head of few lines. */
const TALLEST_HEAD = 8

/** What stands above the table, line by line: below it comes again at the head of each page, with another page number. */
function pageHeads(sheet: Sheet, body: TableBody): Set<string> {
  const heads = new Set<string>()
  for (let row = body.headerTop - 1; row >= Math.max(0, body.headerTop - TALLEST_HEAD); row--) {
    const cells = cellsOfRow(sheet, body, row)
    // Figures and days end the head: above them stands another table.
    if (cells.some(({ value }) => value.kind !== 'text')) break
    if (cells.length > 0) heads.add(wordsOf(cells))
  }
  return heads
}

/** Without its digits, so that page numbers do not matter. */
const wordsOf = (cells: readonly SheetCell[]) =>
  cells.map(({ column, text }) => `${column}:${text.replaceAll(/\d+/g, '#')}`).join('|')

/** A table of fewer columns may well hold a number and nothing else. */
const FEWEST_COLUMNS = 3

/** Lines at the end of a form that hold their number, and formulas that have nothing to compute from. */
function unusedRows(sheet: Sheet, body: TableBody, known: ReadonlyMap<number, RowRole>): Set<number> {
  const { top, bottom, left, right } = body.box
  const unused = new Set<number>()
  if (right - left + 1 < FEWEST_COLUMNS) return unused
  for (let row = bottom; row >= top; row--) {
    const cells = cellsOfRow(sheet, body, row)
    if (known.has(row - top) || cells.length === 0) continue
    const written = cells.filter((cell) => !computesNothing(cell))
    const [only] = written
    const isNumbered = only?.column === left && only.value.kind === 'number'
    if (written.length > 1 || !(isNumbered || (!only && cells.length > 0))) break
    unused.add(row)
  }
  return unused
}

const computesNothing = ({ formula, value, text }: SheetCell) =>
  formula !== null && (value.kind === 'absent' || value.kind === 'error' || text === '' || text === '0')
