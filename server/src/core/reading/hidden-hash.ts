import { createHash } from 'node:crypto'
import type { OpenedTable } from './open-readable-table.ts'

/**
 * What is hidden from the reader of these tables, as one hash: equal for callers who may see the same of them. A table of
 * which everything may be seen leaves no trace in it.
 */
export function hiddenHash(tables: readonly OpenedTable[]): Buffer {
  return createHash('sha256').update(tables.flatMap(hiddenIn).sort().join('\n')).digest()
}

/** By origin: a column that is retyped stays what it is. */
function hiddenIn({ artifactId, schema, table }: OpenedTable): string[] {
  const seen = new Map(table.columns.map((column) => [column.id, column]))
  const rows = table.rows ? [`${artifactId} rows ${table.rows.name}`] : []
  const columns = schema.flatMap(({ id, origin }) => {
    const column = seen.get(id)
    return column && !column.isMasked ? [] : [`${artifactId} ${origin} ${column ? (column.style ?? 'mask') : 'deny'}`]
  })
  return [...rows, ...columns]
}
