import { readWholeRows } from '../../../core/reading/whole-rows.ts'
import { openEditableTable } from '../../../core/tables/open-editable-table.ts'
import { clearQuarantine } from '../../../core/tables/quarantine/clear-quarantine.ts'
import { findQuarantine } from '../../../core/tables/quarantine/quarantines.store.ts'
import type { TableWrite } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/postgres.ts'
import type { RowsOrigin } from '../origins/rows-origin.ts'
import { listOriginsOfTables } from '../origins/table-origins.store.ts'
import type { Source } from '../source.ts'

/** All rows of these tables are replaced, and with them what was set aside of them. */
export async function replaceQuarantined(
  tx: Tx,
  ctx: Context,
  { workbookId, name: by }: Pick<Source, 'workbookId' | 'name'>,
  tableIds: readonly string[],
) {
  for (const tableId of tableIds)
    await clearQuarantine(tx, ctx, { workbookId, tableId, by, opKind: 'source.materialize' })
}

/** The rows of one file leave a table that it shares with others: so do those that were set aside of it. Null: none were. */
export async function leaveQuarantine(
  ctx: Context,
  { workbookId, sourceId }: Pick<Source, 'workbookId' | 'sourceId'>,
  tableId: string,
): Promise<TableWrite | null> {
  const found = await findQuarantine(ctx.db, workbookId, { tableId })
  if (!found) return null
  const origins = await listOriginsOfTables(ctx.db, workbookId, [found.quarantineId])
  const rowIds = origins.filter((origin) => origin.sourceId === sourceId).flatMap(idsOf)
  const opened = await openEditableTable(ctx, { workbookId, name: toWireId('art', found.quarantineId) }, null)
  const there = await readWholeRows(ctx, opened, rowIds)
  const rows = [...there].map(([rowId, before]) => ({ op: 'D' as const, rowId, cells: null, before }))
  if (rows.length === 0) return null
  return { tableId: found.quarantineId, expected: null, read: opened.editVersion, kind: 'rows', rows }
}

const idsOf = ({ firstRowId, rowCount }: RowsOrigin) => Array.from({ length: rowCount }, (_, n) => firstRowId + n)
