import type { Context } from '../../platform/context.ts'
import { actorOf } from '../audit/actor.ts'
import { changePolicies } from './change-policies.ts'
import type { Classification } from './classification.ts'
import { type ColumnPlace, openTaggedColumn } from './open-tagged-column.ts'
import { listSetTags, upsertTag } from './policies.store.ts'

export type TagRequest = { tag: string; note: string | null; actor: string | null }

/** Says what a column holds (`pii`, `hr`), so that policies may say who sees it. `isNew`: it did not have the tag before. */
export async function tagColumn(
  ctx: Context,
  place: ColumnPlace,
  { tag, note, actor }: TagRequest,
): Promise<Classification & { isNew: boolean }> {
  const { workbookId } = place
  const { table, column, key } = await openTaggedColumn(ctx, place)
  const had = (await listSetTags(ctx.db, workbookId)).find(
    (held) => held.tableId === key.tableId && held.origin === key.origin && held.tag === tag && held.isAttached,
  )
  const shown = { table, column: column.name, inheritedFrom: null }
  if (had) return { ...shown, ...had, isNew: false }
  const target = { table, column: column.name }
  const set = await changePolicies(ctx, { workbookId, action: 'column.tag', target, detail: { tag }, actor }, (tx) =>
    upsertTag(tx, { workbookId, ...key, tag, isAttached: true, note, actor: actorOf(ctx, actor) }),
  )
  return { ...shown, ...set, isNew: true }
}
