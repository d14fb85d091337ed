import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { VisibleValue } from '../../platform/visible-value.ts'
import { actorOf } from '../audit/actor.ts'
import { updateConflictsOfCells } from '../conflicts/conflicts.store.ts'
import type { EditPlace } from '../tables/open-editable-table.ts'
import { commitOverrideDrop, type OverrideDrop } from './commit-override-drop.ts'

/** `value`: what shows now, which is what the transform makes. */
export type DroppedOverride = {
  editVersion: number
  opId: number
  value: VisibleValue | null
  stale: readonly string[]
}

/** Takes an override away: the cell shows again what the transform makes of it, and what is derived from it is stale. */
export async function dropOverride(
  ctx: Context,
  place: EditPlace,
  overrideId: string,
  drop: OverrideDrop,
): Promise<DroppedOverride> {
  return inTransaction(ctx.db, async (tx) => {
    const { edit, committed } = await commitOverrideDrop({ ...ctx, db: tx }, place, { id: overrideId }, drop)
    const [written] = committed.tables
    assertState(written, 'a commit that wrote nothing')
    const { rowId, columnId } = edit.override
    const by = { resolution: 'drop_override', resolvedBy: actorOf(ctx, drop.actor) } as const
    const table = { workbookId: edit.workbookId, tableId: written.tableId }
    await updateConflictsOfCells(tx, table, [{ rowId, columnId }], by)
    return { editVersion: written.editVersion, opId: committed.opId, value: edit.shown, stale: committed.stale }
  })
}
