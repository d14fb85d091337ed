import type { Region } from '../../../parse-spec/parse-spec.ts'
import type { RowRole } from '../../roles/roles.ts'
import { rolesByRow } from '../roles-by-row.ts'
import { operandRows } from './operand-rows.ts'

/** Rows that are computed from accounts and are none themselves. */
export const COMPUTED_ITEMS: ReadonlySet<RowRole> = new Set(['total', 'difference', 'ratio'])

/** Which account stands under which, by their rows counting from 0. */
export type AccountParents = {
  parentOf: ReadonlyMap<number, number>
  /** Groups without values of their own, and the subtotal that ends each and holds what it amounts to. */
  valueRows: ReadonlyMap<number, number>
  /** Those subtotals. */
  supplies: ReadonlySet<number>
  levelOf(row: number): number
}

export function accountParents(region: Region): AccountParents {
  const roles = rolesByRow(region)
  const sums = sumsOf(region, roles)
  const standing = new Map((region.hierarchy?.parents ?? []).map(([child, parent]) => [child - 1, parent - 1]))
  const valueRows = groupsWithSums(sums, roles, standing)
  const supplies = new Map([...valueRows].map(([group, row]) => [row, group]))
  const parentOf = parentsIn(standing, roles, sums, supplies)
  const levels = new Map<number, number>()
  const levelOf = (row: number): number => {
    const known = levels.get(row)
    if (known !== undefined) return known
    const parent = parentOf.get(row)
    const level = parent === undefined ? 1 : levelOf(parent) + 1
    levels.set(row, level)
    return level
  }
  return {
    parentOf,
    valueRows,
    supplies: new Set(supplies.keys()),
    levelOf: (row) => levelOf(supplies.get(row) ?? row),
  }
}

/** The levels of a report: how many its accounts have, and on which of them something is computed. */
export function levelsOfReport(region: Region): { accounts: number; computed: readonly number[] } {
  const { parentOf, levelOf, supplies } = accountParents(region)
  const rows = [...parentOf.keys()].filter((row) => !supplies.has(row))
  const computed = region.row_roles.filter(({ role }) => COMPUTED_ITEMS.has(role)).flatMap(({ rows }) => rows)
  return {
    accounts: rows.reduce((deepest, row) => Math.max(deepest, levelOf(row)), 1),
    computed: [...new Set(computed.map((row) => levelOfComputed(region, row - 1, levelOf)))].sort(),
  }
}

/** The level of what it is computed from. */
export function levelOfComputed(region: Region, row: number, levelOf: (row: number) => number): number {
  const total = region.totals.find((one) => one.row === row + 1)
  let level = Number.POSITIVE_INFINITY
  for (const operand of total ? operandRows(total) : []) level = Math.min(level, levelOf(operand))
  return Number.isFinite(level) ? level : 1
}

type Sum = { row: number; operands: readonly number[] }

/** The subtotals that add up, from the top down. */
function sumsOf({ totals }: Region, roles: ReadonlyMap<number, RowRole>): Sum[] {
  return totals
    .filter(({ row = 0, op, verified }) => op === 'sum' && verified && roles.get(row - 1) === 'subtotal')
    .map((total) => ({ row: (total.row ?? 0) - 1, operands: operandRows(total) }))
    .sort((one, other) => one.row - other.row)
}

/** The rows by which each row stands under another. */
type ParentOfRow = ReadonlyMap<number, number>

/** Whether a row stands under another, at whatever distance. */
function isUnder(row: number, group: number, standing: ParentOfRow): boolean {
  let above = standing.get(row)
  for (let steps = 0; above !== undefined && above !== group && steps < DEEPEST; steps++) above = standing.get(above)
  return above === group
}

/**
 * Groups without values of their own, and the subtotal that ends each: the row right above what it adds up is its group, or the
 * one around it that all of what it adds up stands under.
 */
function groupsWithSums(
  sums: readonly Sum[],
  roles: ReadonlyMap<number, RowRole>,
  standing: ParentOfRow,
): Map<number, number> {
  const valueRows = new Map<number, number>()
  const groupOf = new Map<number, number>()
  for (const { row, operands } of sums) {
    const first = operands.reduce((least, operand) => Math.min(least, groupOf.get(operand) ?? operand), row)
    let above = first - 1
    while (roles.get(above) === 'separator') above -= 1
    above = groupAround(above, operands, roles, standing)
    if (roles.get(above) !== 'group' || valueRows.has(above) || first === row) continue
    valueRows.set(above, row)
    groupOf.set(row, above)
  }
  return valueRows
}

/** The group itself where not all of the rows stand under one around it. */
function groupAround(
  group: number,
  rows: readonly number[],
  roles: ReadonlyMap<number, RowRole>,
  standing: ParentOfRow,
): number {
  const holds = (around: number) => rows.every((row) => isUnder(row, around, standing))
  let around: number | undefined = group
  while (around !== undefined && roles.get(around) === 'group' && !holds(around)) around = standing.get(around)
  return around !== undefined && roles.get(around) === 'group' ? around : group
}

/** Sums say who stands under whom; where they are silent, what the spec says of the hierarchy does. Nothing leads in a circle. */
function parentsIn(
  standing: ParentOfRow,
  roles: ReadonlyMap<number, RowRole>,
  sums: readonly Sum[],
  supplies: ReadonlyMap<number, number>,
): Map<number, number> {
  const parents = new Map<number, number>()
  const accountOf = (row: number) => supplies.get(row) ?? row
  const isComputed = (row: number) => COMPUTED_ITEMS.has(roles.get(row) ?? 'data')
  const put = (child: number, parent: number) => {
    if (isComputed(child) || isComputed(parent) || parents.has(child)) return
    let above: number | undefined = parent
    for (let steps = 0; above !== undefined && above !== child; steps++)
      above = steps > DEEPEST ? child : parents.get(above)
    if (above === undefined) parents.set(child, parent)
  }
  // A group between a row and what sums it up is what the row stands under.
  const nearest = (child: number, sum: number) => {
    const own = standing.get(child)
    return own !== undefined && roles.get(own) === 'group' && isUnder(own, sum, standing) ? own : sum
  }
  for (const { row, operands } of sums)
    for (const operand of operands) put(accountOf(operand), nearest(accountOf(operand), accountOf(row)))
  for (const [child, parent] of standing) if (!supplies.has(child)) put(child, accountOf(parent))
  return parents
}

/** No report has more levels; a longer way up is a mistake in the spec. */
const DEEPEST = 40
