import { roleRequired } from '../../people/accounts/accounts.errors.ts'
import type { Context } from '../../platform/context.ts'
import { type AuditLog, readAuditLog } from '../audit/read-audit-log.ts'
import { openWorkbook } from './open-workbook.ts'
import { isAdminIn } from './workbook.ts'

/** For those who edit: entries name people and their network addresses. Once columns are hidden, entries name those too. */
export async function readWorkbookAuditLog(
  ctx: Context,
  workbookId: string,
  page: { limit: number; before?: number },
): Promise<AuditLog> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  if (workbook.isGoverned && !isAdminIn(ctx.caller, workbook)) throw roleRequired('admin', 'workbook', workbookId)
  return readAuditLog(ctx, workbookId, { limit: page.limit, before: page.before ?? null })
}
