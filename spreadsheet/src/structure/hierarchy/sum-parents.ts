import type { Roles } from '../roles/roles.ts'
import { operandRows } from '../tables/report/operand-rows.ts'
import type { RowStand } from './row-stands.ts'

/**
 * A row that is the sum of others is what they are part of. The total of a whole table says nothing about its
 * rows, and one sum among them is a total too.
 */
export function parentsBySums(stands: readonly RowStand[], roles: Roles): Map<number, number> {
  const named = new Set(stands.map(({ row }) => row))
  const parents = new Map<number, number>()
  for (const total of roles.totals) {
    if (total.row === undefined || total.op !== 'sum' || !total.verified) continue
    const parent = total.row - 1
    if (roles.rows.get(parent) !== 'subtotal') continue
    for (const child of operandRows(total))
      if (named.has(child) && named.has(parent) && !parents.has(child)) parents.set(child, parent)
  }
  return new Set(parents.values()).size > 1 ? parents : new Map()
}
