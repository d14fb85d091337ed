/** What the address of a grid tells: how its rows are chosen and ordered. */
export type Condition = { column: string; op: Comparison; value?: string }
export type GridSearch = { order?: string | undefined; filter?: Condition[] | undefined }

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'starts_with', 'is_null', 'not_null'] as const
export type Comparison = (typeof COMPARISONS)[number]

export const takesValue = (op: Comparison) => op !== 'is_null' && op !== 'not_null'

/** An address may have been typed by anybody. */
export function readGridSearch(search: Record<string, unknown>): GridSearch {
  const { order, filter } = search
  const conditions = Array.isArray(filter) ? filter.filter(isCondition) : []
  return {
    ...(typeof order === 'string' ? { order } : {}),
    ...(conditions.length > 0 ? { filter: conditions } : {}),
  }
}

function isCondition(part: unknown): part is Condition {
  if (typeof part !== 'object' || part === null || !('column' in part) || !('op' in part)) return false
  return typeof part.column === 'string' && COMPARISONS.some((op) => op === part.op)
}
