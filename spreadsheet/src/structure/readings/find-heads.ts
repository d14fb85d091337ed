import type { Region } from '../../parse-spec/parse-spec.ts'
import { columnIndex, spellCell } from '../../xlsx/cell-reference.ts'
import { spellLook } from '../roles/heads-of-one.ts'
import { bareWordOf } from '../roles/line-words.ts'
import { COMPUTED_ROWS } from '../roles/roles.ts'
import type { Sheet, SheetCell } from '../sheet.ts'
import { operandRows } from '../tables/report/operand-rows.ts'
import { rolesByRow } from '../tables/roles-by-row.ts'
import { labelsOfRows } from '../tables/row-labels.ts'
import type { TableWords } from '../tables/words.ts'
import type { Candidate } from './candidate.ts'
import { rowsWithValues } from './sample.ts'

/** A row that sums up rows below it, by its name; rows count from 0. */
type Head = { row: number; label: SheetCell; parts: ReadonlySet<number> }

const FEWEST_NAMED = 2

/** Sums that stand above their parts name them: without the name a part could be of any of them. */
export function findHeads(sheet: Sheet, region: Region, words: TableWords): Candidate[] {
  if (region.totals.length === 0) return []
  const roles = rolesByRow(region)
  const rows = new Set(rowsWithValues(region).filter((row) => !COMPUTED_ROWS.has(roles.get(row) ?? 'data')))
  const heads = headsOf(sheet, region, rows)
  const named = new Set(heads.flatMap(({ parts }) => [...parts]))
  if (named.size < FEWEST_NAMED) return []
  const step = {
    kind: 'heads' as const,
    name_to: haveOwnColumns(sheet, region, heads) ? null : words.category,
    heads: heads.map(({ label, parts }) => ({ cell: spellCell(label.row, label.column), rows: spansOf(parts) })),
  }
  return [{ step, score: 0.8, why: `${heads.length} rows sum up the rows below them and name them` }]
}

function headsOf(sheet: Sheet, region: Region, rows: ReadonlySet<number>): Head[] {
  const heads = summingHeads(sheet, region, rows)
  return [...heads, ...sumlessHeads(sheet, region, rows, heads)]
}

/** Rows that only name those below them, as far as the next head, and look as the heads with a sum do. */
function sumlessHeads(sheet: Sheet, region: Region, rows: ReadonlySet<number>, heads: readonly Head[]): Head[] {
  const looks = new Set(heads.map(({ label }) => spellLook(label)))
  const named = new Set(heads.flatMap(({ parts }) => [...parts]))
  const groups = [...rolesByRow(region)].flatMap(([row, role]) => (role === 'group' ? [row] : []))
  const ends = [...heads.map(({ row }) => row), ...groups, Number.POSITIVE_INFINITY]
  return groups.flatMap((row): Head[] => {
    const label = firstCell(sheet, region, row)
    const end = Math.min(...ends.filter((one) => one > row))
    const parts = new Set([...rows].filter((one) => one > row && one < end && !named.has(one)))
    return label && looks.has(spellLook(label)) && parts.size > 0 ? [{ row, label, parts }] : []
  })
}

function summingHeads(sheet: Sheet, region: Region, rows: ReadonlySet<number>): Head[] {
  const parts = partsByHead(region, rows)
  const labels = labelsOfRows(sheet, region)
  return [...parts].flatMap(([row, below]): Head[] => {
    // A row cannot be a record and the name of others.
    if (rows.has(row)) return []
    const label = labels.hasAny(row) ? labels.cellOf(row) : firstText(sheet, region, row)
    const isBare = labels.hasAny(row) ? labels.isBareTotal(row) : bareWordOf(label?.text ?? '') !== null
    const own = new Set([...below].filter((one) => rows.has(one)))
    // What sums up all rows says nothing of any.
    if (!label || label.row !== row || isBare || own.size === 0 || own.size === rows.size) return []
    return [{ row, label, parts: own }]
  })
}

/** The name of a row where no column is one of names: `011 - Travel` above articles that are called by numbers. */
function firstText(sheet: Sheet, region: Region, row: number): SheetCell | undefined {
  const first = firstCell(sheet, region, row)
  return first?.value.kind === 'text' ? first : undefined
}

const firstCell = (sheet: Sheet, { columns }: Region, row: number) =>
  columns.flatMap(({ source_column }) => sheet.cellAt(row, columnIndex(source_column)) ?? [])[0]

/** The rows below each sum that it is the sum of, those of sums among them included. */
function partsByHead(region: Region, rows: ReadonlySet<number>): Map<number, Set<number>> {
  const direct = new Map<number, number[]>()
  for (const total of region.totals) {
    const { row, op, verified } = total
    if (row === undefined || op !== 'sum' || !verified) continue
    const operands = operandRows(total)
    if (operands.every((one) => one >= row) && operands.length > 0) direct.set(row - 1, operands)
  }
  const all = new Map<number, Set<number>>()
  for (const head of [...direct.keys()].sort((one, other) => other - one)) {
    const parts = new Set<number>()
    for (const part of direct.get(head) ?? []) for (const one of all.get(part) ?? [part]) parts.add(one)
    if (isNext(head, parts, rows)) all.set(head, parts)
  }
  return all
}

/** Nothing stands between a head and its parts. */
function isNext(head: number, parts: ReadonlySet<number>, rows: ReadonlySet<number>): boolean {
  const first = [...parts].reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY)
  for (let row = head + 1; row < first; row++) if (rows.has(row)) return false
  return rows.has(first)
}

/** Each name stands in a column of the table that is empty beside the rows it is for. */
function haveOwnColumns(sheet: Sheet, { columns }: Region, heads: readonly Head[]): boolean {
  const places = new Set(columns.filter(({ include }) => include).map((column) => columnIndex(column.source_column)))
  return heads.every(
    ({ label, parts }) => places.has(label.column) && ![...parts].some((row) => sheet.cellAt(row, label.column)),
  )
}

/** Rows as a spec spells them. */
function spansOf(rows: ReadonlySet<number>): string[] {
  const spans: [first: number, last: number][] = []
  for (const row of [...rows].sort((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last && last[1] === row - 1) last[1] = row
    else spans.push([row, row])
  }
  return spans.map(([first, last]) => (first === last ? `${first + 1}` : `${first + 1}:${last + 1}`))
}
