import { visiblePlaces } from '../../core/catalog/visible-places.ts'
import { openWorkbooks } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { listWorkbookIds } from './iceberg.store.ts'

/** Workbooks that the credential can see, the newest first: each is a namespace. A page may hold fewer than there is room for. */
export async function listNamespaces(
  ctx: Context,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ workbookIds: string[]; next: string | null }> {
  const found = await listWorkbookIds(ctx.db, await visiblePlaces(ctx.db, ctx.caller), { after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const seen = await openWorkbooks(ctx, page)
  return { workbookIds: page.filter((id) => seen.has(id)), next: found.length > limit ? (page.at(-1) ?? null) : null }
}
