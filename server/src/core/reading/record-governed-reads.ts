import type { Context } from '../../platform/context.ts'
import { recordRead, recordReadAtEpoch } from '../audit/append-audit-entry.ts'

export type ReadTable = { workbookId: string; name: string; isGoverned: boolean }

/** Records reads of the governed tables among these, before anything of them leaves. */
export async function recordGovernedReads(ctx: Context, tables: readonly ReadTable[]) {
  for (const { workbookId, name, isGoverned } of tables) {
    if (isGoverned) await recordRead(ctx, readOf({ workbookId, name }))
  }
}

/** Records the read of a governed table if the policies of this epoch still hold, and says whether they do. */
export const recordGovernedReadAtEpoch = (ctx: Context, table: Omit<ReadTable, 'isGoverned'>, policyEpoch: number) =>
  recordReadAtEpoch(ctx, readOf(table), policyEpoch)

const readOf = ({ workbookId, name }: Omit<ReadTable, 'isGoverned'>) => ({
  workbookId,
  action: 'table.read',
  target: { table: name },
})
