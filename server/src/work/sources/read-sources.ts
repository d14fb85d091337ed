import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { hiddenSources } from './hidden-sources.ts'
import type { VisibleSource } from './present-source.ts'
import type { Source } from './source.ts'
import { listMadeTables, listSources, type MadeTable, type SourcePage } from './sources.store.ts'

/** A page of the sources of a workbook, newest first, and where the next one starts. */
export async function readSources(ctx: Context, workbookId: string, page: SourcePage) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const rows = await listSources(ctx.db, workbookId, page)
  const sources = rows.slice(0, page.limit)
  const next = rows.length > page.limit ? (sources.at(-1)?.sourceId ?? null) : null
  const hidden = await hiddenSources(ctx, workbook, sources)
  return { sources: await withTables(ctx, workbookId, sources, hidden), next }
}

/** With the ids of its tables, for a caller who has opened it. */
export async function seeSource(ctx: Context, source: Source): Promise<{ seen: VisibleSource; tableIds: string[] }> {
  const made = await listMadeTables(ctx.db, source.workbookId, [source.sourceId])
  const workbook = await openWorkbook(ctx, source.workbookId, 'viewer')
  const isClosed = (await hiddenSources(ctx, workbook, [source])).has(source.sourceId)
  return { seen: { source, tables: activeNames(made), isClosed }, tableIds: made.map(({ tableId }) => tableId) }
}

async function withTables(
  ctx: Context,
  workbookId: string,
  sources: readonly Source[],
  hidden: ReadonlySet<string>,
): Promise<VisibleSource[]> {
  const made = await listMadeTables(
    ctx.db,
    workbookId,
    sources.map(({ sourceId }) => sourceId),
  )
  return sources.map((source) => ({
    source,
    isClosed: hidden.has(source.sourceId),
    tables: activeNames(made.filter(({ sourceId }) => sourceId === source.sourceId)),
  }))
}

/** Raw tables whose place others took are archived, and not what a source is known by. */
const activeNames = (made: readonly MadeTable[]) =>
  made.filter(({ state }) => state === 'active').map(({ name }) => name)
