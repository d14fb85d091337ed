import { lensFor } from '../../core/reading/lens.ts'
import { type OpenedTable, openReadableTable } from '../../core/reading/open-readable-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { listEveryColumn } from '../../engine/storage/erasures.store.ts'
import type { Context } from '../../platform/context.ts'
import { governedTable } from './iceberg.errors.ts'

/**
 * A table whose files its caller may have. A file holds whole columns, also those that have been dropped or retyped since, so they must
 * see every column it ever had, plainly: one that is masked or denied closes the table.
 */
export async function openPlainTable(ctx: Context, workbookId: string, name: string): Promise<OpenedTable> {
  const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
  if (opened.policyEpoch === 0) return opened
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const lens = await lensFor(ctx, workbook, opened.policyEpoch)
  const everyColumn = [...(await listEveryColumn(ctx.db, workbookId, opened.artifactId)).values()]
  const seen = lens.columnsOf(opened.artifactId, everyColumn)
  if (seen.length < everyColumn.length || seen.some(({ isMasked }) => isMasked)) {
    throw governedTable(workbookId, opened.name)
  }
  return opened
}
