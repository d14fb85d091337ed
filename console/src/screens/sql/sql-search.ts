/** A condition as the grid of a table has it. */
export type ConditionRequest = {
  column: string
  op: string
  value?: string
  /** The upper end of `between`. */
  to?: string
  /** Of `in` and `not_in`. */
  values?: readonly unknown[]
}

/** What the address of the SQL screen tells: the table to begin with, and how its grid chose and ordered the rows. */
export type SqlSearch = {
  table?: string
  /** The question whose SQL is edited. */
  question?: string | undefined
  filter?: ConditionRequest[] | undefined
  order?: { column: string; isDescending: boolean } | undefined
}

/** An address may have been typed by anybody. */
export function readSqlSearch({ table, question, filter, order }: Record<string, unknown>): SqlSearch {
  if (typeof question === 'string') return { question }
  if (typeof table !== 'string') return {}
  const conditions = Array.isArray(filter) ? filter.filter(isCondition) : []
  return {
    table,
    ...(conditions.length > 0 ? { filter: conditions } : {}),
    ...(isOrder(order) ? { order } : {}),
  }
}

const isCondition = (part: unknown): part is ConditionRequest =>
  typeof part === 'object' &&
  part !== null &&
  'column' in part &&
  typeof part.column === 'string' &&
  'op' in part &&
  typeof part.op === 'string' &&
  (!('value' in part) || typeof part.value === 'string') &&
  (!('to' in part) || typeof part.to === 'string') &&
  (!('values' in part) || Array.isArray(part.values))

const isOrder = (part: unknown): part is { column: string; isDescending: boolean } =>
  typeof part === 'object' &&
  part !== null &&
  'column' in part &&
  typeof part.column === 'string' &&
  'isDescending' in part &&
  typeof part.isDescending === 'boolean'
