import type { TableShape } from '../header/table-shape.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { Relation } from './arithmetic/relation.ts'
import type { LineLabels } from './computed-witness.ts'
import { bareWordOf, type LineWord } from './line-words.ts'
import type { RowRole } from './roles.ts'
import type { TableBody } from './table-lines.ts'

/** What each row of a table is for; rows of data are not told. */
export function rolesOfRows(
  sheet: Sheet,
  shape: TableShape,
  body: TableBody,
  relations: readonly Relation[],
  { words, names }: LineLabels,
): Map<number, RowRole> {
  const { top, bottom } = body.box
  const roles = new Map<number, RowRole>()
  if (shape.firstGroup !== null) roles.set(shape.firstGroup, 'group')
  const rowNames = namesOf(sheet, body)
  const computed = computedRows(relations, words, rowNames)
  for (const [line, name] of names.entries())
    if (!computed.has(line) && isStatedShare(line, name, names.length, rowNames)) computed.set(line, 'ratio')
  const called = calledRows(names, words, computed)
  const unused = unusedRows(sheet, body, computed)
  for (let row = top; row <= bottom; row++) {
    const role = body.skippedRows.has(row)
      ? 'repeat_header'
      : unused.has(row)
        ? 'separator'
        : (roleByCells(cellsOf(sheet, body, row), body) ?? computed.get(row - top) ?? called.get(row - top))
    if (role) roles.set(row, role)
  }
  return roles
}

/** A table of fewer columns may well hold a number and nothing else. */
const FEWEST_COLUMNS = 3

/** Lines at the end of a form that are numbered and were never filled in. */
function unusedRows(sheet: Sheet, body: TableBody, computed: ReadonlyMap<number, RowRole>): Set<number> {
  const { top, bottom, left, right } = body.box
  const unused = new Set<number>()
  if (right - left + 1 < FEWEST_COLUMNS) return unused
  for (let row = bottom; row >= top; row--) {
    const cells = cellsOf(sheet, body, row)
    const [only] = cells
    if (computed.has(row - top) || !only) continue
    if (cells.length > 1 || only.column !== left || only.value.kind !== 'number') break
    unused.add(row)
  }
  return unused
}

/** More of the rows are not called results of others: then that is what the table is about. */
const MOST_CALLED = 0.5

/**
 * Rows that a name alone says are computed: one that says nothing else, or one that ends like the name of a row whose sum
 * was found. A dash among the parts of a total keeps its arithmetic from holding and makes it no row of data.
 */
function calledRows(
  names: readonly string[],
  words: readonly (LineWord | null)[],
  computed: ReadonlyMap<number, RowRole>,
): Map<number, RowRole> {
  const marks = new Set([...computed.keys()].flatMap((line) => totalMark(names[line] ?? '', words[line]) ?? []))
  const called = new Map<number, RowRole>()
  for (const [line, name] of names.entries()) {
    if (computed.has(line)) continue
    const bare = bareWordOf(name)
    const mark = totalMark(name, words[line])
    if (bare === 'average') called.set(line, 'ratio')
    else if (bare === 'sum' || (mark !== null && marks.has(mark)))
      called.set(line, OF_A_PART.test(name) ? 'subtotal' : 'total')
  }
  return called.size + computed.size > names.length * MOST_CALLED && called.size > computed.size ? new Map() : called
}

const TOTAL_MARK = /(合計|総計|小計|累計|計|sub-?\s?total|total)s?$/iu

const totalMark = (name: string, word: LineWord | null | undefined) =>
  word === 'sum' ? (TOTAL_MARK.exec(name)?.[1]?.toLowerCase() ?? null) : null

const ROLE_OF: Readonly<Record<Relation['op'], RowRole>> = {
  sum: 'subtotal',
  average: 'ratio',
  difference: 'difference',
  division: 'ratio',
  relative_change: 'ratio',
}

const OF_A_PART = /小計|sub-?\s?total/iu
const TAX = /消費税|税額|\b(?:tax|vat)\b/iu

function computedRows(
  relations: readonly Relation[],
  words: readonly (LineWord | null)[],
  names: Names,
): Map<number, RowRole> {
  const parts = new Set(relations.flatMap(({ isMixed, operands }) => (isMixed ? [] : operands)))
  const sums = new Map(
    relations.flatMap((relation) => (relation.op === 'sum' ? [[relation.line, relation] as const] : [])),
  )
  const roles = new Map<number, RowRole>()
  for (const { line, op, operands, isProduct, isMixed } of relations) {
    if (isProduct) continue
    const isOuter = op === 'sum' && !parts.has(line) && !OF_A_PART.test(names.of(line)) && !names.endsGroup(line)
    const isWhole =
      words[line] === 'sum' ||
      operands.filter((operand) => sums.has(operand)).length > 1 ||
      operands.length === names.valued - 1
    const isNamedSum = isMixed === true && words[line] === 'sum'
    // Costs that are written below nothing make a profit a sum.
    if (words[line] === 'difference') roles.set(line, 'difference')
    else roles.set(line, (isOuter && isWhole) || isNamedSum ? 'total' : ROLE_OF[op])
    if (op === 'sum')
      for (const operand of operands) if (isShareTax(operand, operands, names)) roles.set(operand, 'ratio')
  }
  return roles
}

const STATED_SHARE = /(\d+(?:\.\d+)?)\s?[%％]/u
/** One figure may be a share of another by chance. */
const FEWEST_FIGURES = 2

/** `Indirect (10%)` is what its name says of another row, in every figure. */
function isStatedShare(line: number, name: string, lines: number, { numbersOf }: Names): boolean {
  const percent = Number(STATED_SHARE.exec(name)?.[1] ?? Number.NaN)
  const figures = Number.isNaN(percent) ? [] : numbersOf(line)
  if (figures.length < FEWEST_FIGURES) return false
  return Array.from({ length: lines }, (_, other) => other).some((other) => {
    if (other === line) return false
    const bases = new Map(numbersOf(other).map(({ column, number }) => [column, number]))
    return figures.every(({ column, number }) => {
      const share = ((bases.get(column) ?? Number.NaN) * percent) / 100
      return Math.abs(share - number) <= Math.max(Math.abs(number) / 1_000, 0.5)
    })
  })
}

/** In percent: taxes on sales that are added below the lines they are a share of. */
const TAX_RATES = [3, 5, 7, 7.7, 8, 8.1, 10, 13, 15, 16, 19, 20, 21, 22, 23, 25]

/** A tax that is a usual share of what it is added to was computed from it; any other one is an amount like its neighbours. */
function isShareTax(line: number, operands: readonly number[], names: Names): boolean {
  if (!TAX.test(names.of(line))) return false
  const tax = names.sumOf([line])
  const base = names.sumOf(operands.filter((operand) => operand !== line))
  const rounding = Math.max(Math.abs(tax) / 1_000, Math.abs(tax) >= 50 ? 1 : 0.01)
  return TAX_RATES.some((rate) => Math.abs((base * rate) / 100 - tax) <= rounding)
}

/** What rows are called, and whether a row is called after a group above it that it ends. */
type Names = {
  of(line: number): string
  endsGroup(line: number): boolean
  /** How many rows have values. */
  valued: number
  /** Of the numbers in the first column that has one in all of these rows. */
  sumOf(lines: readonly number[]): number
  /** The figures of a row that are more than nothing. */
  numbersOf(line: number): readonly { column: number; number: number }[]
}

const TOTAL_WORD = /\s*(?:合計|小計|計|sub-?\s?total|total)\s*(?:of|for)?\s*/giu

function namesOf(sheet: Sheet, body: TableBody): Names {
  const { top } = body.box
  const groups = new Set<string>()
  let valued = 0
  for (let row = top; row <= body.box.bottom; row++) {
    const cells = cellsOf(sheet, body, row)
    if (roleByCells(cells, body) === 'group') groups.add(body.nameOfRow(row))
    if (cells.some(({ value }) => value.kind === 'number')) valued++
  }
  const of = (line: number) => body.nameOfRow(top + line)
  const sumOf = (lines: readonly number[]) => {
    for (let column = body.box.left; column <= body.box.right; column++) {
      const numbers = lines.flatMap((line) => {
        const value = sheet.cellAt(top + line, column)?.value
        return value?.kind === 'number' ? value.number : []
      })
      if (numbers.length > 0 && numbers.length === lines.length) return numbers.reduce((sum, one) => sum + one, 0)
    }
    return Number.NaN
  }
  const numbersOf = (line: number) =>
    cellsOf(sheet, body, top + line).flatMap(({ column, value }) =>
      value.kind === 'number' && value.number !== 0 ? [{ column, number: value.number }] : [],
    )
  return { of, valued, sumOf, numbersOf, endsGroup: (line) => groups.has(of(line).replaceAll(TOTAL_WORD, '')) }
}

function cellsOf(sheet: Sheet, { box }: TableBody, row: number): SheetCell[] {
  const cells: SheetCell[] = []
  for (let column = box.left; column <= box.right; column++) {
    const cell = sheet.cellAt(row, column)
    if (cell) cells.push(cell)
  }
  return cells
}

const RULE = /^[-=_*─━―]{3,}$/
const UNIT = /^[（(]?\s*(?:単位|unit)/iu

/** A name in the first column and nothing else heads the rows below it. */
function roleByCells(cells: readonly SheetCell[], { box, labelColumns }: TableBody): RowRole | null {
  if (cells.every(({ text }) => RULE.test(text))) return 'separator'
  const [first] = cells
  if (!first || cells.length > 1) return null
  if (UNIT.test(first.text)) return 'unit'
  const isName = first.column === box.left || labelColumns.has(first.column)
  return isName && first.value.kind === 'text' && box.right > box.left ? 'group' : null
}
