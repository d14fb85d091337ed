import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { actorOf } from '../audit/actor.ts'
import { changePolicies } from './change-policies.ts'
import { type ColumnPlace, openTaggedColumn } from './open-tagged-column.ts'
import { deleteTag, listColumnSources, upsertTag } from './policies.store.ts'
import { nameOfColumn } from './spread-tags.ts'
import { readPoliciesNow } from './workbook-policies.ts'

/** Takes a tag off a column. One that came along with the column's values is remembered as taken off, or it would be back. */
export async function untagColumn(ctx: Context, place: ColumnPlace, tag: string, actor: string | null) {
  const { workbookId } = place
  const { table, column, key } = await openTaggedColumn(ctx, place)
  const { tags } = await readPoliciesNow(ctx.db, workbookId)
  if (!tags.get(nameOfColumn(key))?.has(tag)) throw notFound('tag', tag)
  const target = { table, column: column.name }
  await changePolicies(ctx, { workbookId, action: 'column.untag', target, detail: { tag }, actor }, async (tx) => {
    const isMade = (await listColumnSources(tx, workbookId, key)).length > 0
    if (!isMade) return deleteTag(tx, workbookId, key, tag)
    await upsertTag(tx, { workbookId, ...key, tag, isAttached: false, note: null, actor: actorOf(ctx, actor) })
  })
}
