import type { TableShape } from '../header/table-shape.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import type { Relation } from './arithmetic/relation.ts'
import type { LineWord } from './line-words.ts'
import type { RowRole } from './roles.ts'
import type { TableBody } from './table-lines.ts'

/** What each row of a table is for; rows of data are not told. */
export function rolesOfRows(
  sheet: Sheet,
  shape: TableShape,
  body: TableBody,
  relations: readonly Relation[],
  words: readonly (LineWord | null)[],
): Map<number, RowRole> {
  const { top, bottom } = body.box
  const roles = new Map<number, RowRole>()
  if (shape.firstGroup !== null) roles.set(shape.firstGroup, 'group')
  const computed = computedRows(relations, words, namesOf(sheet, body))
  for (let row = top; row <= bottom; row++) {
    const role = body.skippedRows.has(row)
      ? 'repeat_header'
      : (roleByCells(cellsOf(sheet, body, row), body) ?? computed.get(row - top) ?? roleByWord(words[row - top]))
    if (role) roles.set(row, role)
  }
  return roles
}

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
    roles.set(line, (isOuter && isWhole) || isNamedSum ? 'total' : ROLE_OF[op])
    // A tax is a share of what stands above it.
    if (op === 'sum') for (const operand of operands) if (TAX.test(names.of(operand))) roles.set(operand, 'ratio')
  }
  return roles
}

/** What rows are called, and whether a row is called after a group above it that it ends. */
type Names = {
  of(line: number): string
  endsGroup(line: number): boolean
  /** How many rows have values. */
  valued: number
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
  return { of, valued, endsGroup: (line) => groups.has(of(line).replaceAll(TOTAL_WORD, '')) }
}

/** Told by its name only. */
function roleByWord(word: LineWord | null | undefined): RowRole | null {
  switch (word) {
    case 'sum':
      return 'total'
    case 'average':
      return 'ratio'
    default:
      return null
  }
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
