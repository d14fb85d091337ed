import { notifyEditors } from '../../people/notifications/notify.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { actorOf } from '../audit/actor.ts'
import { emitEvent } from '../events/events.ts'
import { hasRowPolicies } from '../policies/rows/row-policies.store.ts'
import { openTablesById } from '../reading/open-readable-tables.ts'
import { refuseIfAnyRowsHidden } from '../reading/refuse-if-hidden.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { CONFLICT_KINDS, type Conflict, type NewConflict } from './conflict.ts'
import { type ConflictPage, countOpenConflicts, insertConflicts, listConflicts } from './conflicts.store.ts'

/** A page of the review queue, newest first, with the tables its conflicts are in. */
export async function readConflicts(ctx: Context, workbookId: string, page: ConflictPage) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  await refuseIfAnyRowsHidden(ctx, workbook)
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

/** The operation that found them, and the table they are in. */
type FoundIn = {
  workbookId: string
  tableId: string
  table: string
  opId: number
  actor: string | null
  branchId?: string | null
}

const IDS_TOLD = 100

/** Puts conflicts into the review queue, in the transaction of the change that found them, and emits their events. */
export async function recordConflicts(
  tx: Tx,
  ctx: Context,
  { workbookId, tableId, table, opId, actor, branchId = null }: FoundIn,
  conflicts: readonly NewConflict[],
): Promise<Conflict[]> {
  if (conflicts.length === 0) return []
  const origin = { workbookId, tableId, opId, actor: actorOf(ctx, actor), branchId }
  const recorded = await insertConflicts(tx, origin, conflicts)
  // Where some may not know how many rows there are, all who hear of it do not.
  const isCounted = !(await hasRowPolicies(tx, workbookId))
  for (const kind of CONFLICT_KINDS) {
    const ids = recorded
      .filter((conflict) => conflict.kind === kind)
      .map(({ conflictId }) => toWireId('cf', conflictId))
    if (ids.length === 0) continue
    const data = {
      table,
      conflict_ids: isCounted ? ids.slice(0, IDS_TOLD) : [],
      count: isCounted ? ids.length : null,
      kind,
      branch_id: branchId && toWireId('br', branchId),
    }
    await emitEvent(tx, ctx, { workbookId, kind: 'conflict.created', data, actor })
  }
  const count = isCounted ? recorded.length : 1
  await notifyEditors(tx, workbookId, {
    kind: 'conflict',
    subjectId: tableId,
    tableId,
    actorId: ctx.caller.userId,
    count,
  })
  return recorded
}
