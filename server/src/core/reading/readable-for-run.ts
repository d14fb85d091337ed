import { asReadable, type ReadableTable } from '../../engine/table/readable-table.ts'
import type { Column } from '../../engine/table/table.ts'

/** A table in a state that a run reads or has made, committed or not yet. */
export type RunTable = Pick<
  ReadableTable,
  'workbookId' | 'tableId' | 'name' | 'version' | 'schemaNo' | 'rowCount' | 'editSeq'
> & { schema: readonly Column[] }

/**
 * A table as the author of a transform saw it, by the origins of the columns they saw plainly. Every run of the transform
 * reads exactly these, no matter who asks for it; what else the table has is not there.
 */
export function readableForRun(
  { workbookId, tableId, name, version, schemaNo, rowCount, editSeq, schema }: RunTable,
  origins: readonly number[],
): ReadableTable {
  const columns = schema
    .filter(({ origin }) => origins.includes(origin))
    .map((column) => ({ ...column, isMasked: false }))
  return asReadable({ workbookId, tableId, name, version, schemaNo, rowCount, editSeq, columns })
}
