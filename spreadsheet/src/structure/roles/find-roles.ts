import type { TableShape } from '../header/table-shape.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { findRelations } from './arithmetic/find-relations.ts'
import { linesOfColumns, linesOfRows, readNumbers } from './arithmetic/number-lines.ts'
import type { Relation } from './arithmetic/relation.ts'
import { rolesOfColumns } from './column-roles.ts'
import { withWitness } from './computed-witness.ts'
import { findFormulaRelations } from './formulas/find-formula-relations.ts'
import { readFormulas } from './formulas/read-formulas.ts'
import { headsOfOne } from './heads-of-one.ts'
import { type LineWord, wordOf } from './line-words.ts'
import type { Roles } from './roles.ts'
import { rolesOfRows } from './row-roles.ts'
import { spellTotals } from './spell-totals.ts'
import { bodyOf, cellsOfRow, type TableBody } from './table-lines.ts'

/** Which rows and columns of a table are computed from others, which only group them, and which are data. */
export function findRoles(sheet: Sheet, shape: TableShape): Roles {
  const body = bodyOf(sheet, shape)
  const { top, left, bottom, right } = body.box
  if (bottom < top || right < left) return { rows: new Map(), columns: new Map(), totals: [], evidence: [] }
  const field = readNumbers(sheet, body)
  const rowNames = Array.from({ length: field.rows }, (_, n) => body.nameOfRow(top + n))
  const isWhole = wholeRecords(sheet, body)
  const rowWords = rowNames.map((name, n) => (isWhole(top + n) ? null : wordOf(name)))
  const leafNames = Array.from({ length: field.columns }, (_, n) => body.leafOfColumn(left + n))
  const columnWords = leafNames.map((_, n) => wordOfPath(body.textsOfColumn(left + n)))
  const formulas = readFormulas(sheet, body)
  const columnLines = linesOfColumns(field, ratesIn(rowWords, []))
  const ofColumns = findRelations(columnLines, {
    words: columnWords,
    names: leafNames,
    known: findFormulaRelations(columnLines, formulas.ofColumns),
  })
  const rowLines = linesOfRows(field, ratesIn(columnWords, ofColumns))
  const ofRows = findRelations(rowLines, {
    words: rowWords,
    names: rowNames,
    known: findFormulaRelations(rowLines, formulas.ofRows),
    isMarked: (line) => isMarked(sheet, body, line),
  })
  const rowLabels = { words: rowWords, names: rowNames, isSetApart: setApartIn(sheet, body, ofRows) }
  const columnLabels = { words: columnWords, names: leafNames, isSetApart: () => false }
  const headerTexts = leafNames.map((_, n) => body.textsOfColumn(left + n))
  const witnessed = withWitness(ofRows, rowLabels)
  const ofOne = headsOfOne(sheet, body, witnessed)
  return {
    rows: rolesOfRows(sheet, shape, body, [...witnessed, ...ofOne], rowLabels),
    columns: rolesOfColumns(sheet, body, withWitness(ofColumns, columnLabels), columnWords, headerTexts),
    totals: spellTotals(body, [...ofRows, ...ofOne], ofColumns),
    evidence: evidenceOf([...ofRows, ...ofColumns]),
  }
}

/** Fewer names, codes and days beside the figures may be those of a total as well. */
const FEWEST_SAID = 4

/** Rows that say as much beside their figures as the others do: a plan called `Total Care` has a number, a day and a shop, a total has none. */
function wholeRecords(sheet: Sheet, body: TableBody): (row: number) => boolean {
  const saidIn = (row: number) => cellsOfRow(sheet, body, row).filter(({ value }) => value.kind !== 'number').length
  const said: number[] = []
  for (let row = body.box.top; row <= body.box.bottom; row++) said.push(saidIn(row))
  const usual = said.filter((count) => count > 0).sort((one, other) => one - other)
  const middle = usual[usual.length >> 1] ?? 0
  return (row) => middle >= FEWEST_SAID && (said[row - body.box.top] ?? 0) >= middle
}

function evidenceOf(relations: readonly Relation[]): string[] {
  const byFormula = relations.filter(({ isFormula }) => isFormula).length
  return [...(byFormula > 0 ? ['formula'] : []), ...(byFormula < relations.length ? ['arithmetic'] : [])]
}

/**
 * The name of a row stands further out than all those it adds up, is bold where none of theirs is, or lacks what all of them are
 * called besides: `Abbey ward` below the districts of `Abbey`.
 */
function setApartIn(sheet: Sheet, { box }: TableBody, found: readonly Relation[]) {
  const isText = (line: number, column: number) => sheet.cellAt(box.top + line, column)?.value.kind === 'text'
  const computed = new Set(found.map(({ line }) => line))
  const records = recordsAmong(sheet, box, computed)
  const isLeftOpen = leftOpen(sheet, box, computed, records)
  // Records between a line and what adds up to it are none of its parts, and it is no sum of a group.
  const isNextTo = (line: number, operands: readonly number[]) => {
    const own = new Set([line, ...operands])
    const [first, last] = [Math.min(...own), Math.max(...own)]
    return !records.some((at) => at > first && at < last && !own.has(at))
  }
  const nameAt = (line: number): SheetCell | undefined => {
    for (let column = box.left; column <= box.right; column++) {
      const cell = sheet.cellAt(box.top + line, column)
      if (cell) return cell
    }
    return undefined
  }
  // A name stands before the figures; what a record leaves open behind them, or where other records do, makes no sum of it, unless it has no name at all.
  const lacksName = (line: number, operands: readonly number[]) => {
    for (let column = box.left + 1; column <= box.right; column++) {
      const cell = sheet.cellAt(box.top + line, column)
      if (cell?.value.kind === 'number') return false
      if (cell || !operands.every((operand) => isText(operand, column))) continue
      const isNameless = (nameAt(line)?.column ?? column) > column
      return isNameless || (!isLeftOpen(column) && isNextTo(line, operands))
    }
    return false
  }
  const placeOf = ({ column, indent }: SheetCell) => (column - box.left) * WIDEST_INDENT + indent
  return (line: number, operands: readonly number[]) => {
    const name = nameAt(line)
    const others = operands.flatMap((operand) => nameAt(operand) ?? [])
    if (!name || others.length < operands.length) return false
    // A year above its quarters is a number.
    const areNamed = others.every(({ value }) => value.kind === 'text')
    if (name.value.kind !== 'text' && !(name.value.kind === 'number' && areNamed)) return false
    return (
      others.every((other) => placeOf(other) > placeOf(name)) ||
      (name.style.isBold && !others.some(({ style }) => style.isBold)) ||
      lacksName(line, operands)
    )
  }
}

const WIDEST_INDENT = 1_000

/** Lines with figures that follow from no others. */
function recordsAmong(sheet: Sheet, { top, bottom, left, right }: TableBody['box'], computed: ReadonlySet<number>) {
  const records: number[] = []
  const isFigure = (row: number, column: number) => sheet.cellAt(row, column)?.value.kind === 'number'
  for (let row = top; row <= bottom; row++) {
    let column = left
    while (column <= right && !isFigure(row, column)) column++
    if (column <= right && !computed.has(row - top)) records.push(row - top)
  }
  return records
}

/** Columns in which records say nothing at least as often as sums do. */
function leftOpen(
  sheet: Sheet,
  { top }: TableBody['box'],
  computed: ReadonlySet<number>,
  records: readonly number[],
): (column: number) => boolean {
  const open = new Map<number, boolean>()
  const lacking = (lines: Iterable<number>, column: number) =>
    [...lines].filter((line) => !sheet.cellAt(top + line, column)).length
  return (column) => {
    const isOpen = open.get(column) ?? lacking(records, column) >= lacking(computed, column)
    open.set(column, isOpen)
    return isOpen
  }
}

/** The name of the row is bold, or its numbers are formulas. */
function isMarked(sheet: Sheet, { box }: TableBody, line: number): boolean {
  for (let column = box.left; column <= box.right; column++) {
    const cell = sheet.cellAt(box.top + line, column)
    if (cell) return cell.style.isBold || cell.formula !== null
  }
  return false
}

/** What any level of a header says: `男女計` stands above the ages it was added up for. */
function wordOfPath(texts: readonly string[]): LineWord | null {
  const whole = wordOf(texts.join(' '))
  return whole ?? texts.map(wordOf).find((word) => word !== null) ?? null
}

const RATES: ReadonlySet<string> = new Set(['average', 'difference', 'division', 'relative_change'])

/** Lines that hold rates and differences, by their names or by what they are computed from. */
function ratesIn(words: readonly (LineWord | null)[], relations: readonly Relation[]): Set<number> {
  const rates = new Set<number>()
  for (const [line, word] of words.entries()) if (word === 'ratio' || word === 'average') rates.add(line)
  for (const { line, op, isProduct } of relations) if (RATES.has(op) && !isProduct) rates.add(line)
  return rates
}
