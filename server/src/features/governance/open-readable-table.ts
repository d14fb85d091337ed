import type { Context } from '../../platform/context.ts'
import { assertState, notFound } from '../../platform/errors.ts'
import { asReadable, type ReadableColumn, type ReadableTable } from '../../tabular/readable-table.ts'
import type { Column } from '../../tabular/table.ts'
import { findColumns, findVersion } from '../../tabular/tables.store.ts'
import { type ArtifactLayer, artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { WorkbookRole } from '../workbooks/workbook.ts'
import { historyExpired } from './governance.errors.ts'
import { findRegistered, type Registered } from './readable-tables.store.ts'

/** A table as its caller may see it, and what the registry says of it. */
export type OpenedTable = Registered & {
  kind: 'table' | 'view'
  layer: ArtifactLayer
  editVersion: number
  rowCount: number
  /** What may be read. */
  table: ReadableTable
  /** Every column, seen or not: for whoever changes the schema, and for nobody else. */
  schema: readonly Column[]
  nextColumnId: number
}

/** The only door to rows: finds the table by name or id, checks reach, and lays the policies over its columns. */
export async function openReadableTable(
  ctx: Context,
  workbookId: string,
  name: string,
  { role, asOf }: { role: WorkbookRole; asOf?: number },
): Promise<OpenedTable> {
  await openWorkbook(ctx, workbookId, role)
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const opened = readableFrom(found)
  return asOf === undefined ? opened : { ...opened, table: await pastTable(ctx, opened, asOf) }
}

/** The same for a table already at hand. */
export function readableFrom(found: Registered): OpenedTable {
  const { workbookId, artifactId, kind, layer, name, editVersion, schemaNo, rowCount, nextColumnId, editSeq } = found
  assertState(
    editVersion !== null && schemaNo !== null && rowCount !== null && nextColumnId !== null && layer !== null,
    `table ${artifactId} has no head`,
  )
  assertState(kind === 'table' || kind === 'view', `${artifactId} has no rows`)
  const table = asReadable({
    workbookId,
    tableId: artifactId,
    name,
    version: editVersion,
    schemaNo,
    rowCount,
    columns: visibleColumns(found.columns),
    editSeq,
  })
  return { ...found, kind, layer, editVersion, rowCount, nextColumnId, schema: found.columns, table }
}

/** Today's policies hold for every old version too. */
async function pastTable(ctx: Context, { table }: OpenedTable, version: number): Promise<ReadableTable> {
  const past = await findVersion(ctx.db, table.workbookId, table.tableId, version)
  if (!past) throw historyExpired(table.name, version)
  const columns = await findColumns(ctx.db, table.workbookId, table.tableId, past.schemaNo)
  return asReadable({
    ...table,
    version,
    schemaNo: past.schemaNo,
    rowCount: past.rowCount,
    columns: visibleColumns(columns),
    isPast: true,
  })
}

/** No policies exist yet: every column is plain. */
const visibleColumns = (columns: readonly Column[]): ReadableColumn[] =>
  columns.map((column) => ({ ...column, isMasked: false }))
