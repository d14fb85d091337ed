import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { whilePoliciesHold } from '../governance/policies/while-policies-hold.ts'
import { type OpenedTable, openReadableTable } from '../governance/reading/open-readable-table.ts'
import { liveRows } from '../tables/annotations/resolve-targets.ts'
import type { EditPlace } from '../tables/open-editable-table.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { roleInWorkbook } from '../workbooks/workbook.ts'
import { type SeenThread, seenThread } from './comment.ts'
import { findThread, listPeople, listThreads, type ThreadsAsked } from './comments.store.ts'

export type AskedThreads = Omit<ThreadsAsked, 'origin'> & { column: string | undefined }

/** The threads of a table, the newest first. Those of rows and columns that are not there now are passed over. */
export async function readComments(ctx: Context, { workbookId, name }: EditPlace, asked: AskedThreads) {
  return whilePoliciesHold(ctx, workbookId, async () => {
    const opened = await openReadableTable(ctx, workbookId, name, { role: 'viewer' })
    const { column, limit, ...rest } = asked
    const named = opened.table.columns.find((candidate) => candidate.name === column)
    if (column !== undefined && !named) throw notFound('column', column)
    const question = { ...rest, origin: named?.origin ?? null, limit: limit + 1 }
    const found = await listThreads(ctx.db, tableOf(opened), question)
    const page = found.slice(0, limit)
    const seen = page.flatMap((thread) => seenThread(opened, thread) ?? [])
    const live = await liveRows(
      ctx,
      opened,
      seen.flatMap(({ rowId }) => rowId ?? []),
    )
    const threads = seen.filter(({ rowId }) => rowId === null || live.has(rowId))
    const next = found.length > limit ? (page.at(-1)?.threadId ?? null) : null
    return { threads, next, policyEpoch: opened.policyEpoch }
  })
}

/** The only door to a thread: finds it by any of its comments, if the caller may see what it is about. */
export async function openThread(ctx: Context, opened: OpenedTable, commentId: string): Promise<SeenThread> {
  const found = await findThread(ctx.db, tableOf(opened), commentId)
  const seen = found && seenThread(opened, found)
  if (!seen) throw notFound('comment', toWireId('cmt', commentId))
  return seen
}

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
