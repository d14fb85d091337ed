import { quoteName } from '../duckdb/protocol/quote-name.ts'

/** Some columns and rows of a table, as a sheet shows them. `filter` is SQL of the author of the sheet. */
export type View = {
  table: string
  columns: readonly string[]
  filter: string | null
  orderBy: readonly { column: string; isDescending: boolean }[]
  limit: number
  /** By column: sum, avg, count, min or max. */
  totals: Readonly<Record<string, 'sum' | 'avg' | 'count' | 'min' | 'max'>>
}

/** A statement for the gate, which lets it pass or not like any other of a user. */
export function viewSql({ table, columns, filter, orderBy, limit }: View): string {
  const shown = columns.length === 0 ? 'NULL WHERE false' : columns.map(quoteName).join(', ')
  if (columns.length === 0) return `SELECT ${shown}`
  const order = orderBy.map(
    ({ column, isDescending }) => `${quoteName(column)} ${isDescending ? 'DESC' : 'ASC'} NULLS LAST`,
  )
  return [
    `SELECT ${shown} FROM ${quoteName(table)}`,
    // On lines of its own, so that a comment at its end ends there.
    ...(filter === null ? [] : [`WHERE (\n${filter}\n)`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
    `LIMIT ${Math.trunc(limit)}`,
  ].join('\n')
}

/** The totals of the rows that the view shows. */
export function totalsSql(view: View): string {
  const totals = Object.entries(view.totals).map(
    ([column, total]) => `${total}(${quoteName(column)}) AS ${quoteName(column)}`,
  )
  const columns = [...new Set([...view.columns, ...Object.keys(view.totals)])]
  return `SELECT ${totals.join(', ')} FROM (\n${viewSql({ ...view, columns })}\n)`
}
