import { roleRequired } from '../../people/accounts/accounts.errors.ts'
import type { Context } from '../../platform/context.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { mayGovern } from '../workbooks/workbook.ts'

/**
 * Opens a workbook to decide who sees what. That takes an admin: an editor who could would see what is hidden from
 * them.
 */
export async function openForGovernance(ctx: Context, workbookId: string): Promise<OpenedWorkbook> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  if (!mayGovern(ctx, workbook)) throw roleRequired('admin', 'workbook', workbookId)
  return workbook
}
