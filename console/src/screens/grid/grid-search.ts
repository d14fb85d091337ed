import type { Order } from '../../parts/grid/grid-header.tsx'

/** What the address of a grid tells: how its rows are chosen and ordered. */
export type Condition = { column: string; op: Comparison; value?: string }
export type GridSearch = { order?: Order | undefined; filter?: Condition[] | undefined }

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'starts_with', 'is_null', 'not_null'] as const
export type Comparison = (typeof COMPARISONS)[number]

export const takesValue = (op: Comparison) => op !== 'is_null' && op !== 'not_null'

/** An address may have been typed by anybody. */
export function readGridSearch(search: Record<string, unknown>): GridSearch {
  const { order, filter } = search
  const conditions = Array.isArray(filter) ? filter.filter(isCondition) : []
  return {
    ...orderIn(order),
    ...(conditions.length > 0 ? { filter: conditions } : {}),
  }
}

/** Older addresses have a text, with a minus before a descending column. */
function orderIn(order: unknown): Pick<GridSearch, 'order'> {
  if (typeof order === 'string')
    return { order: { column: order.replace(/^-/, ''), isDescending: order.startsWith('-') } }
  if (typeof order !== 'object' || order === null || !('column' in order) || typeof order.column !== 'string') return {}
  return { order: { column: order.column, isDescending: 'isDescending' in order && order.isDescending === true } }
}

function isCondition(part: unknown): part is Condition {
  if (typeof part !== 'object' || part === null || !('column' in part) || !('op' in part)) return false
  return typeof part.column === 'string' && COMPARISONS.some((op) => op === part.op)
}
