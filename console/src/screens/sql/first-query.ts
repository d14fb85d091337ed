import type { ConditionRequest, SqlSearch } from './sql-search.ts'

/** A name as SQL takes it. */
export const quotedName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

const ROWS = 1_000

/** The rows that a grid shows, as a query: its columns, its filter and its order. */
export function firstQuery({ table, filter = [], order }: SqlSearch, columns: readonly string[]): string {
  if (table === undefined) return ''
  const conditions = filter.flatMap((condition) => conditionOf(condition) ?? [])
  return [
    `SELECT ${columns.length === 0 ? '*' : columns.map(quotedName).join(', ')}`,
    `FROM ${quotedName(table)}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    ...(order ? [`ORDER BY ${quotedName(order.column)}${order.isDescending ? ' DESC' : ''}`] : []),
    `LIMIT ${ROWS}`,
  ].join('\n')
}

/** A text in quotes is read as the type of its column. */
const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`

const pattern = (value: string, before: string, after: string) =>
  `${quoted(before + value.replaceAll(/[\\%_]/g, String.raw`\$&`) + after)} ESCAPE '\\'`

/** Null: nothing was entered yet, or this is a condition that SQL is not asked for. */
function conditionOf({ column, op, value = '', to = '', values = [] }: ConditionRequest): string | null {
  const name = quotedName(column)
  switch (op) {
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return value === '' ? null : `${name} ${op} ${quoted(value)}`
    case '!=':
      return value === '' ? null : `${name} <> ${quoted(value)}`
    case 'between':
      return value === '' || to === '' ? null : `${name} BETWEEN ${quoted(value)} AND ${quoted(to)}`
    case 'contains':
      return value === '' ? null : `${name} ILIKE ${pattern(value, '%', '%')}`
    case 'not_contains':
      return value === '' ? null : `${name} NOT ILIKE ${pattern(value, '%', '%')}`
    case 'starts_with':
      return value === '' ? null : `${name} ILIKE ${pattern(value, '', '%')}`
    case 'is_null':
      return `${name} IS NULL`
    case 'not_null':
      return `${name} IS NOT NULL`
    case 'in':
    case 'not_in':
      return listOf(name, op === 'in', values)
    default:
      return null
  }
}

/** NULL is in no list: it is asked for by itself. */
function listOf(name: string, isIn: boolean, values: readonly unknown[]): string | null {
  const named = values.filter((value) => value !== null).map(quoted)
  const parts = [
    ...(named.length > 0 ? [`${name} ${isIn ? 'IN' : 'NOT IN'} (${named.join(', ')})`] : []),
    ...(values.includes(null) ? [`${name} IS ${isIn ? '' : 'NOT '}NULL`] : []),
  ]
  if (parts.length === 0) return null
  return parts.length === 1 ? (parts[0] ?? null) : `(${parts.join(isIn ? ' OR ' : ' AND ')})`
}
