import type { Context } from '../../platform/context.ts'
import { ARTIFACT_STATES } from '../artifacts/artifact.ts'
import { type RequestedState, type VisibleArtifact, visibleThrough } from '../artifacts/read-artifacts.ts'
import { listRegisteredItems } from '../reading/readable-tables.store.ts'
import { openWorkbooks } from '../workbooks/open-workbook.ts'
import { type ItemKey, listItems } from './catalog.store.ts'
import { visiblePlaces } from './visible-places.ts'

export type CatalogPage = { state: RequestedState; after: ItemKey | null; limit: number }

export type CatalogItem = VisibleArtifact & { workbookTitle: string }

/** Every artifact that the credential can see across workbooks, the newest first, each as its policies show it. */
export async function readMyData(
  ctx: Context,
  { state, after, limit }: CatalogPage,
): Promise<{ items: CatalogItem[]; next: ItemKey | null }> {
  const states = state === 'all' ? ARTIFACT_STATES : [state]
  const found = await listItems(ctx.db, await visiblePlaces(ctx.db, ctx.caller), { states, after, limit: limit + 1 })
  const page = found.slice(0, limit)
  return { items: await visibleItems(ctx, page), next: found.length > limit ? (page.at(-1) ?? null) : null }
}

async function visibleItems(ctx: Context, keys: readonly ItemKey[]): Promise<CatalogItem[]> {
  if (keys.length === 0) return []
  const [workbooks, registered] = await Promise.all([
    openWorkbooks(ctx, [...new Set(keys.map(({ workbookId }) => workbookId))]),
    listRegisteredItems(ctx.db, keys),
  ])
  const items: CatalogItem[] = []
  for (const [workbookId, found] of Map.groupBy(registered, (artifact) => artifact.workbookId)) {
    const workbook = workbooks.get(workbookId)
    if (!workbook) continue
    const seen = await visibleThrough(ctx, workbook, found)
    items.push(...seen.map((artifact) => ({ ...artifact, workbookTitle: workbook.title })))
  }
  const places = new Map(keys.map(({ artifactId }, place) => [artifactId, place]))
  const placeOf = ({ artifact }: CatalogItem) => places.get(artifact.artifactId) ?? 0
  return items.sort((one, other) => placeOf(one) - placeOf(other))
}
