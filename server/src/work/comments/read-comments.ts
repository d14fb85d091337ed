import { whilePoliciesHold } from '../../core/policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../../core/reading/open-readable-table.ts'
import { pageOfVisible } from '../../core/reading/page-of-visible.ts'
import { liveRows } from '../../core/tables/annotations/resolve-targets.ts'
import type { EditPlace } from '../../core/tables/open-editable-table.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { roleInWorkbook } from '../../core/workbooks/workbook.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { type Thread, type VisibleThread, visibleThread } from './comment.ts'
import { findThread, listPeople, listThreads, type ThreadsQuery } from './comments.store.ts'

export type ThreadsRequest = Omit<ThreadsQuery, 'origin'> & { column: string | undefined }

/** The threads of a table, the newest first. Those of rows and columns that are not there now are passed over. */
export async function readComments(ctx: Context, { workbookId, name }: EditPlace, asked: ThreadsRequest) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer', rows: 'filtered' })
    const { column, limit, before, ...rest } = asked
    const named = opened.table.columns.find((candidate) => candidate.name === column)
    if (column !== undefined && !named) throw notFound('column', column)
    const origin = named?.origin ?? null
    const listing = {
      list: (end: string | null, most: number) =>
        listThreads(ctx.db, tableOf(opened), { ...rest, origin, limit: most, before: end }),
      idOf: ({ threadId }: Thread) => threadId,
      visibleOf: (found: readonly Thread[]) => visibleThreads(ctx, opened, found),
      visibleIdOf: ({ threadId }: VisibleThread) => threadId,
    }
    const { page: threads, next } = await pageOfVisible(listing, { after: before, limit })
    return { threads, next, policyEpoch: opened.policyEpoch }
  })
}

/** Rows are looked for as the caller sees the table: one that a policy hides is as one that is gone. */
async function visibleThreads(ctx: Context, opened: OpenedTable, found: readonly Thread[]): Promise<VisibleThread[]> {
  const seen = found.flatMap((thread) => visibleThread(opened, thread) ?? [])
  const rowIds = seen.flatMap(({ rowId }) => rowId ?? [])
  const live = await liveRows(ctx, opened, rowIds)
  return seen.filter(({ rowId }) => rowId === null || live.has(rowId))
}

/** The only door to a thread: finds it by any of its comments, if the caller may see what it is about. */
export async function openThread(ctx: Context, opened: OpenedTable, commentId: string): Promise<VisibleThread> {
  const found = await findThread(ctx.db, tableOf(opened), commentId)
  const seen = found && (await threadFor(ctx, opened, found))
  if (!seen) throw notFound('comment', toWireId('cmt', commentId))
  return seen
}

/** A thread of a deleted row is still there for callers who see all rows: only they can tell a deleted row from a hidden one. */
const threadFor = async (ctx: Context, opened: OpenedTable, found: Thread) =>
  opened.rowAccess === 'all' ? visibleThread(opened, found) : (await visibleThreads(ctx, opened, [found]))[0]

export const tableOf = ({ workbookId, artifactId }: OpenedTable) => ({ workbookId, tableId: artifactId })

/** Names for those who can be mentioned, and what each may do in the workbook. */
export async function readPeople(ctx: Context, workbookId: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  const people = await listPeople(ctx.db, workbookId)
  return people.flatMap((each) => {
    const role = roleInWorkbook({ kind: 'session', userId: each.userId, accountId: each.accountId }, each)
    return role ? [{ userId: each.userId, name: each.name, role }] : []
  })
}
