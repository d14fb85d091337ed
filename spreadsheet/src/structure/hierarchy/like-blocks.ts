import type { TableShape } from '../header/table-shape.ts'
import type { Roles } from '../roles/roles.ts'
import type { Sheet } from '../sheet.ts'
import { standsOf } from './row-stands.ts'

/** Of the names in a block so many stand in another one too. */
const ALIKE = 0.6
const FEWEST_NAMES = 2

/**
 * The same rows under each banner, as for each scenario or branch: the banners tell the blocks apart, and what sums up a block
 * is a total of it and no account that others are part of.
 */
export function rolesInLikeBlocks(sheet: Sheet, shape: TableShape, roles: Roles): Roles {
  if (!areBlocksAlike(blocksOf(sheet, shape, roles))) return roles
  const rows = new Map([...roles.rows].map(([row, role]) => [row, role === 'subtotal' ? ('total' as const) : role]))
  return { ...roles, rows }
}

/** The names of rows under each banner; none where rows stand above the first one. */
function blocksOf(sheet: Sheet, shape: TableShape, roles: Roles): string[][] {
  const blocks: string[][] = []
  for (const { row, name } of standsOf(sheet, shape, roles))
    if (roles.rows.get(row) === 'group') blocks.push([])
    else if (blocks.length === 0) return []
    else blocks.at(-1)?.push(name)
  return blocks
}

const areBlocksAlike = (blocks: readonly (readonly string[])[]) =>
  blocks.length > 1 && blocks.every((names, n) => isAlike(names, blocks.toSpliced(n, 1).flat()))

function isAlike(names: readonly string[], others: readonly string[]): boolean {
  const again = names.filter((name) => others.includes(name))
  return names.length >= FEWEST_NAMES && again.length >= names.length * ALIKE
}
