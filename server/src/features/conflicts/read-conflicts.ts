import type { Context } from '../../platform/context.ts'
import { openTablesById } from '../governance/open-readable-tables.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type ConflictPage, countOpenConflicts, listConflicts } from './conflicts.store.ts'

/** A page of the review queue, newest first, with the tables its conflicts are in. */
export async function readConflicts(ctx: Context, workbookId: string, page: ConflictPage) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const found = await listConflicts(ctx.db, workbookId, page)
  const conflicts = found.slice(0, page.limit)
  const tableIds = [...new Set(conflicts.map(({ tableId }) => tableId))]
  const tables = new Map((await openTablesById(ctx, workbook, tableIds)).map((opened) => [opened.artifactId, opened]))
  return {
    conflicts: conflicts.map((conflict) => ({ conflict, opened: tables.get(conflict.tableId) })),
    next: found.length > page.limit ? (conflicts.at(-1)?.conflictId ?? null) : null,
    openCount: await countOpenConflicts(ctx.db, workbookId),
  }
}
