import type { Context } from '../../platform/context.ts'
import { decide } from '../accounts/permission.ts'
import type { OpenedWorkbook } from './open-workbook.ts'
import { roleInWorkbook } from './workbook.ts'
import { listWorkbooksFor } from './workbooks.store.ts'

/** Those of these workbooks that the caller may read, by their ids. Of the others nothing is told, and nobody refused. */
export async function openWorkbooks(
  ctx: Context,
  workbookIds: readonly string[],
): Promise<ReadonlyMap<string, OpenedWorkbook>> {
  const opened = new Map<string, OpenedWorkbook>()
  if (workbookIds.length === 0) return opened
  for (const workbook of await listWorkbooksFor(ctx.db, workbookIds, ctx.caller.userId)) {
    const role = roleInWorkbook(ctx.caller, workbook)
    if (role && decide(ctx.caller, { scopes: [], role: 'viewer' }, { ...workbook, role }) === 'allowed')
      opened.set(workbook.workbookId, { ...workbook, role })
  }
  return opened
}
