import type { Context } from '../../../platform/context.ts'
import { recordRead } from '../../audit/append-audit-entry.ts'

type Seen = { workbookId: string; name: string; isGoverned: boolean }

/** Records reads of the governed tables among these, before anything of them leaves. */
export async function recordGovernedReads(ctx: Context, tables: readonly Seen[]) {
  for (const { workbookId, name, isGoverned } of tables) {
    if (isGoverned) await recordRead(ctx, { workbookId, action: 'table.read', target: { table: name } })
  }
}
