import { COMPUTED_COLUMNS } from '../../parse-spec/parse-spec.ts'
import type { Sheet } from '../sheet.ts'
import type { Relation } from './arithmetic/relation.ts'
import { aggregateColumns } from './formulas/aggregate-columns.ts'
import { bareWordOf, type LineWord, wordOf } from './line-words.ts'
import type { ColumnRole } from './roles.ts'
import type { TableBody } from './table-lines.ts'

const NOTE = /^(?:備考|摘要|メモ|コメント|注記|注|notes?|remarks?|comments?)$/iu
/** The share of the cells of a measure that are numbers. */
const MOSTLY = 0.5

const ROLE_OF: Readonly<Record<Relation['op'], ColumnRole>> = {
  sum: 'total',
  average: 'ratio',
  difference: 'difference',
  division: 'ratio',
  relative_change: 'ratio',
}

/** What each column of a table is for. */
export function rolesOfColumns(
  sheet: Sheet,
  body: TableBody,
  relations: readonly Relation[],
  words: readonly (LineWord | null)[],
  headers: readonly (readonly string[])[],
): Map<number, ColumnRole> {
  const { left, right } = body.box
  const roles = new Map<number, ColumnRole>()
  for (let column = left; column <= right; column++) {
    if (body.labelColumns.has(column)) roles.set(column, 'label')
    else if (isNumeric(sheet, body, column)) roles.set(column, 'measure')
    else roles.set(column, NOTE.test(body.nameOfColumn(column)) ? 'note' : 'label')
  }
  for (const { line, op, isProduct, isFormula, agreement } of relations) {
    const column = left + line
    if (isProduct || roles.get(column) !== 'measure') continue
    if (isFormula || agreement >= SURE || isTold(op, words[line])) roles.set(column, ROLE_OF[op])
  }
  const aggregates = [...aggregateColumns(sheet, body)].filter(([column]) => roles.get(column) === 'measure')
  for (const [column, role] of aggregates) roles.set(column, role)
  for (const [column, role] of namesakes(headers, roles, left)) roles.set(column, role)
  for (const column of [...ranksIn(headers, roles, left), ...sharesIn(sheet, body, words, roles)])
    roles.set(column, 'ratio')
  return roles
}

const ranksIn = (headers: readonly (readonly string[])[], roles: ReadonlyMap<number, ColumnRole>, left: number) =>
  headers.flatMap((texts, line) =>
    roles.get(left + line) === 'measure' && RANK.test(texts.at(-1) ?? '') ? [left + line] : [],
  )

/** A rank follows from the figures of all rows: it measures nothing. */
const RANK = /^(?:順\s?位|席\s?次|名\s?次|rank(?:ing)?|rang|puesto)$/iu

/** Fewer figures may be in one proportion to others by chance. */
const FEWEST_SHARES = 3

/** `構成比`: columns that are called shares and are one of another column, row by row in the same proportion. */
function sharesIn(
  sheet: Sheet,
  { box, skippedRows }: TableBody,
  words: readonly (LineWord | null)[],
  roles: ReadonlyMap<number, ColumnRole>,
): number[] {
  const known = new Map<number, ReadonlyMap<number, number>>()
  const figures = (column: number) => {
    const found = known.get(column) ?? read(column)
    known.set(column, found)
    return found
  }
  const read = (column: number) => {
    const found = new Map<number, number>()
    for (let row = box.top; row <= box.bottom; row++) {
      const value = skippedRows.has(row) ? undefined : sheet.cellAt(row, column)?.value
      if (value?.kind === 'number' && value.number !== 0) found.set(row, value.number)
    }
    return found
  }
  const numeric = [...roles].flatMap(([column, role]) => (role === 'label' || role === 'note' ? [] : [column]))
  return numeric.filter((column) => {
    if (roles.get(column) !== 'measure' || words[column - box.left] !== 'ratio') return false
    const shares = figures(column)
    return (
      shares.size >= FEWEST_SHARES &&
      numeric.some((other) => other !== column && isInProportion(shares, figures(other)))
    )
  })
}

/** Shares are often written with three digits. */
const ROUNDED_SHARE = 0.02
/** Of the largest share: a small one that is rounded as the others are is off by this at most. */
const ROUNDED_OFF = 0.0012

/** By the proportion of the largest share, which is the least rounded one. */
function isInProportion(shares: ReadonlyMap<number, number>, wholes: ReadonlyMap<number, number>): boolean {
  let largest = 0
  let proportion = 0
  for (const [row, share] of shares)
    if (Math.abs(share) > largest) {
      largest = Math.abs(share)
      proportion = share / (wholes.get(row) ?? Number.NaN)
    }
  for (const [row, share] of shares) {
    const off = Math.abs(share - (wholes.get(row) ?? Number.NaN) * proportion)
    if (!(off <= Math.max(ROUNDED_SHARE * Math.abs(share), ROUNDED_OFF * largest))) return false
  }
  return true
}

/**
 * All or none: a bare name of a total means a total wherever it stands, and so does a name that a computed column bears, at
 * whatever level of its header.
 */
function* namesakes(headers: readonly (readonly string[])[], roles: ReadonlyMap<number, ColumnRole>, left: number) {
  const measures = headers.filter((_, line) => roles.get(left + line) === 'measure').length
  const roleOfName = new Map<string, ColumnRole>()
  for (const [line, texts] of headers.entries()) {
    const role = roles.get(left + line)
    const named = role && COMPUTED_COLUMNS.has(role) ? texts.find((text) => wordOf(text) !== null) : undefined
    if (role && named !== undefined) roleOfName.set(named, role)
  }
  for (const [line, texts] of headers.entries()) {
    if (roles.get(left + line) !== 'measure') continue
    const isNamesake = !isAlone(headers, line)
    const role = isNamesake ? texts.map((text) => roleOfName.get(text)).find((known) => known !== undefined) : undefined
    const isBare = measures > 2 && texts.some((text) => bareWordOf(text) === 'sum')
    if (role ?? isBare) yield [left + line, role ?? 'total'] as const
  }
}

/** Under its own heading there is no other column that it could be computed from: last year's `Net` beside this year's. */
const isAlone = (headers: readonly (readonly string[])[], line: number) => {
  const [group, ...below] = headers[line] ?? []
  return below.length > 0 && headers.filter(([other]) => other === group).length === 1
}

/** A column of which this share follows from others is computed, whatever it is called. */
const SURE = 0.9

const isTold = (op: Relation['op'], word: LineWord | null | undefined) =>
  word !== null && word !== undefined && (op === 'division' || op === 'relative_change' ? 'ratio' : op) === word

function isNumeric(sheet: Sheet, { box, skippedRows }: TableBody, column: number): boolean {
  let cells = 0
  let numbers = 0
  for (let row = box.top; row <= box.bottom; row++) {
    const cell = skippedRows.has(row) ? undefined : sheet.cellAt(row, column)
    if (!cell || cell.value.kind === 'absent') continue
    cells++
    if (cell.value.kind === 'number') numbers++
  }
  return numbers > MOSTLY * cells
}
