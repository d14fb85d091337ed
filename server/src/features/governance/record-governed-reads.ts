import type { Context } from '../../platform/context.ts'
import { recordRead } from '../audit/record-read.ts'

type Seen = { workbookId: string; name: string; isGoverned: boolean }

/** Tells of the tables among these that policies lie over, before anything of them leaves. */
export async function recordGovernedReads(ctx: Context, tables: readonly Seen[]) {
  for (const { workbookId, name, isGoverned } of tables) {
    if (isGoverned) await recordRead(ctx, { workbookId, action: 'table.read', target: { table: name } })
  }
}
