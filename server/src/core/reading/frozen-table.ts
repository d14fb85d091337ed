import { asReadable, masked, type ReadableTable } from '../../engine/table/readable-table.ts'
import { findColumns, findVersion } from '../../engine/table/tables.store.ts'
import type { Db } from '../../platform/postgres.ts'
import { historyExpired } from '../policies/governance.errors.ts'

/** The same table, answered from exactly the version it was opened at, whatever is committed while it is read. */
export const frozenTable = (table: ReadableTable): ReadableTable => asReadable({ ...table, isPast: true })

/**
 * An older version of a table that is open, under the policies it was opened with: a column is what its origin is now.
 * One that has been dropped since is not among them.
 */
export async function tableAtVersion(db: Db, table: ReadableTable, version: number): Promise<ReadableTable> {
  const { workbookId, tableId, name } = table
  const found = await findVersion(db, workbookId, tableId, version)
  if (!found) throw historyExpired(name, version)
  const { schemaNo, rowCount } = found
  const columns = (await findColumns(db, workbookId, tableId, schemaNo)).flatMap((column) => {
    const today = table.columns.find(({ origin }) => origin === column.origin)
    if (!today) return []
    return [today.isMasked ? masked(column, today.style) : { ...column, isMasked: false }]
  })
  const known = table.rows ? { rowCount: null } : { rowCount }
  return asReadable({ ...table, version, schemaNo, ...known, columns, isPast: true })
}
