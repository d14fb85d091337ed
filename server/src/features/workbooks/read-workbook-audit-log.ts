import type { Context } from '../../platform/context.ts'
import { type AuditLog, readAuditLog } from '../audit/read-audit-log.ts'
import { openWorkbook } from './open-workbook.ts'

/** For those who edit: entries name people and their network addresses. */
export async function readWorkbookAuditLog(
  ctx: Context,
  workbookId: string,
  page: { limit: number; before?: number },
): Promise<AuditLog> {
  await openWorkbook(ctx, workbookId, 'editor')
  return readAuditLog(ctx, workbookId, { limit: page.limit, before: page.before ?? null })
}
