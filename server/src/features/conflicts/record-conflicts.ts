import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { actorOf } from '../audit/actor.ts'
import { emitEvent } from '../events/emit-event.ts'
import { CONFLICT_KINDS, type Conflict, type NewConflict } from './conflict.ts'
import { insertConflicts } from './conflicts.store.ts'

/** The operation that found them, and the table they are in. */
export type FoundIn = {
  workbookId: string
  tableId: string
  table: string
  opId: number
  actor: string | null
  branchId?: string | null
}

const IDS_TOLD = 100

/** Puts conflicts into the review queue, in the transaction of the change that found them, and tells of them. */
export async function recordConflicts(
  tx: Tx,
  ctx: Context,
  { workbookId, tableId, table, opId, actor, branchId = null }: FoundIn,
  conflicts: readonly NewConflict[],
): Promise<Conflict[]> {
  if (conflicts.length === 0) return []
  const origin = { workbookId, tableId, opId, actor: actorOf(ctx, actor), branchId }
  const recorded = await insertConflicts(tx, origin, conflicts)
  for (const kind of CONFLICT_KINDS) {
    const ids = recorded
      .filter((conflict) => conflict.kind === kind)
      .map(({ conflictId }) => toWireId('cf', conflictId))
    if (ids.length === 0) continue
    const data = {
      table,
      conflict_ids: ids.slice(0, IDS_TOLD),
      count: ids.length,
      kind,
      branch_id: branchId && toWireId('br', branchId),
    }
    await emitEvent(tx, ctx, { workbookId, kind: 'conflict.created', data, actor })
  }
  return recorded
}
