import type { TableShape } from '../header/table-shape.ts'
import { bareWordOf } from '../roles/line-words.ts'
import type { Roles } from '../roles/roles.ts'
import { bodyOf } from '../roles/table-lines.ts'
import type { Sheet } from '../sheet.ts'
import { operandRows } from '../tables/report/operand-rows.ts'

/**
 * A sum that is called a total and nothing else, and is part of no other sum, is no account that its parts belong to, unless a
 * line above them says which: `合計` over eight defects, below it what was produced.
 */
export function rolesOfNamelessSums(sheet: Sheet, shape: TableShape, roles: Roles): Roles {
  // In another column a name may stand that the sum is of.
  if (shape.labelColumns.length > 1) return roles
  const { nameOfRow } = bodyOf(sheet, shape)
  const added = new Set(roles.totals.flatMap((total) => (total.op === 'sum' && total.row ? operandRows(total) : [])))
  const nameless = roles.totals.flatMap((total) => {
    const row = (total.row ?? 0) - 1
    const isSum = roles.rows.get(row) === 'subtotal' && bareWordOf(nameOfRow(row)) === 'sum'
    return isSum && !added.has(row) && !isHeaded(operandRows(total), roles) ? [row] : []
  })
  if (nameless.length === 0) return roles
  return { ...roles, rows: new Map([...roles.rows, ...nameless.map((row) => [row, 'total'] as const)]) }
}

/** Right above the first of its parts stands the name of them all. */
function isHeaded(parts: readonly number[], { rows }: Roles): boolean {
  let above = parts.reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY) - 1
  while (rows.get(above) === 'separator') above -= 1
  return rows.get(above) === 'group'
}
