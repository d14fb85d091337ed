import type { Context } from '../../platform/context.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type BranchPage, listOpenBranches } from './branches.store.ts'

/** Branches that wait for their file, one for each table, the newest first. */
export async function readBranches(ctx: Context, workbookId: string, { limit, after }: BranchPage) {
  await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listOpenBranches(ctx.db, workbookId, { limit: limit + 1, after }, ctx.now())
  const branches = found.slice(0, limit)
  return { branches, next: found.length > limit ? (branches.at(-1) ?? null) : null }
}
