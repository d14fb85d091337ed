import type { Hierarchy } from '../../parse-spec/parse-spec.ts'
import type { TableShape } from '../header/table-shape.ts'
import type { Roles } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { standsOf } from './row-stands.ts'
import { parentsByStand } from './stand-parents.ts'
import { parentsBySums } from './sum-parents.ts'

/** Which row is part of which other one. Null for a table whose rows all stand on one level. */
export function findHierarchy(sheet: Sheet, shape: TableShape, roles: Roles): Hierarchy | null {
  const stands = standsOf(sheet, shape, roles)
  const byStand = parentsByStand(stands, roles)
  const bySums = parentsBySums(stands, roles)
  const parents = byStand.signals.length > 0 ? byStand.parents : bySums
  if (parents.size === 0) return null
  const signals = byStand.signals.length > 0 ? byStand.signals : ['sum']
  return {
    signals: bySums.size > 0 && !signals.includes('sum') ? ['sum', ...signals] : signals,
    levels: deepest(parents),
    parents: [...parents].map(([child, parent]) => [child + 1, parent + 1] as const),
    agreement: agreementOf(parents, bySums),
  }
}

function deepest(parents: ReadonlyMap<number, number>): number {
  const levels = new Map<number, number>()
  const levelOf = (row: number): number => {
    const parent = parents.get(row)
    const known = levels.get(row)
    if (known !== undefined || parent === undefined) return known ?? 1
    const level = levelOf(parent) + 1
    levels.set(row, level)
    return level
  }
  return [...parents.keys()].reduce((most, row) => Math.max(most, levelOf(row)), 1)
}

/** The share of what the sums say that the order of rows says too; 1 where nothing adds up. */
function agreementOf(parents: ReadonlyMap<number, number>, bySums: ReadonlyMap<number, number>): number {
  if (bySums.size === 0) return 1
  const same = [...bySums].filter(([child, parent]) => parents.get(child) === parent).length
  return same / bySums.size
}
