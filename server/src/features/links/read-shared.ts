import type { Context } from '../../platform/context.ts'
import { assertState, notFound, ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { ReadableColumn } from '../../tabular/readable-table.ts'
import { recordRead } from '../audit/append-audit-entry.ts'
import type { Dashboard, Tile } from '../dashboards/dashboard.ts'
import { readDashboard } from '../dashboards/dashboards.ts'
import type { AnsweredQuery } from '../queries/run-query.ts'
import type { Question } from '../questions/question.ts'
import { readQuestions, type SeenQuestion } from '../questions/questions.ts'
import { runQuestion } from '../questions/run-question.ts'
import type { SavedView, ViewDocument } from '../saved-views/saved-view.ts'
import { readSavedView, readSavedViews } from '../saved-views/saved-views.ts'
import { filterOfConditions } from '../tables/conditions/condition.ts'
import { type ReadRows, readRows } from '../tables/rows/read-rows.ts'
import type { RowQuestion } from '../tables/rows/row-question.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import type { Link } from './link.ts'
import { hiddenFromLinks, linkEnded } from './links.errors.ts'
import { findLink } from './links.store.ts'

/** A tile with what its reader needs to draw it. */
export type SharedTile = Tile & {
  shownTitle: string | null
  chart: Question['chart']
  /** How the columns of the answer came about, without the filter. */
  summary: Omit<NonNullable<SeenQuestion['summary']>, 'filter'> | null
}
export type Shared = { link: Link & { target: string }; dashboard: Dashboard | null; tiles: SharedTile[] }

/** What a link shows, without any rows. */
export async function readShared(ctx: Context): Promise<Shared> {
  const link = await openLink(ctx)
  if (link.kind !== 'dashboard') return { link, dashboard: null, tiles: [] }
  const dashboard = await readDashboard(ctx, link.workbookId, link.targetId)
  const asked = await readQuestions(ctx, link.workbookId)
  const questions = new Map(asked.map((seen) => [seen.question.questionId, seen]))
  const views = new Map((await readSavedViews(ctx, link.workbookId, null)).map(({ view: v }) => [v.viewId, v]))
  const tiles = dashboard.document.tiles.map((tile): SharedTile => {
    if (tile.kind === 'text') return { ...tile, shownTitle: null, chart: null, summary: null }
    if (tile.kind === 'view')
      return { ...tile, shownTitle: tile.title ?? views.get(tile.viewId)?.name ?? null, chart: null, summary: null }
    const seen = questions.get(tile.questionId)
    const { filter: _, ...summary } = seen?.summary ?? { filter: [] }
    return {
      ...tile,
      shownTitle: tile.title ?? seen?.question.name ?? null,
      chart: seen?.question.chart ?? null,
      summary: seen?.summary && !seen.isPartial ? (summary as SharedTile['summary']) : null,
    }
  })
  return { link, dashboard, tiles }
}

export type SharedRows = ReadRows & { formats: ReadonlyMap<string, string> }

/** Rows of the table or view that a link shows, or of a tile of its dashboard. The view is laid over them here, not by the reader. */
export async function readSharedRows(
  ctx: Context,
  { tileId, offset, limit }: { tileId: string | null; offset: number; limit: number },
): Promise<SharedRows> {
  const link = await openLink(ctx)
  const view = await viewShown(ctx, link, tileId)
  const tableId = view ? view.tableId : link.targetId
  const asked = { questionOf: (columns: readonly ReadableColumn[]) => questionOf(columns, view?.document ?? null) }
  const read = await readRows(
    ctx,
    { workbookId: link.workbookId, name: toWireId('art', tableId), asOf: undefined },
    { ...asked, limit, isCounted: true },
    () => ({ offset }),
    { format: 'json', hasRowIds: false },
  )
  const byOrigin = new Map(view?.document.columns.map(({ origin, format }) => [origin, format]))
  const formats = read.shown.flatMap(({ name, origin }): [string, string][] => {
    const format = byOrigin.get(origin)
    return format === undefined ? [] : [[name, format]]
  })
  return { ...read, formats: new Map(formats) }
}

/** The answer of a question on the dashboard that a link shows. */
export async function readSharedAnswer(ctx: Context, tileId: string, gone: AbortSignal): Promise<AnsweredQuery> {
  const link = await openLink(ctx)
  const tile = await openTile(ctx, link, tileId)
  if (tile.kind !== 'question') throw notFound('question on the dashboard', tileId)
  return runQuestion(ctx, link.workbookId, tile.questionId, 'arrays', gone)
}

/** The only door to what a link shows. Each reading stands in the audit log, those of one minute as one. */
async function openLink(ctx: Context): Promise<Shared['link']> {
  const { reach, credentialId } = ctx.caller
  assertState(ctx.caller.kind === 'link' && reach.kind === 'workbook', 'a link reaches one workbook')
  const link = await findLink(ctx.db, reach.workbookId, credentialId)
  if (!link || link.target === null) throw linkEnded()
  await openWorkbook(ctx, reach.workbookId, 'viewer').catch((error: unknown) => {
    // Its maker may share no more, or the workbook is in the trash.
    throw error instanceof ServiceError && error.code === 'not_found' ? linkEnded() : error
  })
  await recordRead(ctx, {
    workbookId: link.workbookId,
    action: 'link.read',
    target: { link: toWireId('lnk', link.linkId), [link.kind]: link.target },
  })
  return { ...link, target: link.target }
}

/** Null: the whole table. */
async function viewShown(ctx: Context, link: Link, tileId: string | null): Promise<SavedView | null> {
  if (link.kind === 'table' && tileId === null) return null
  if (link.kind === 'view' && tileId === null) return (await readSavedView(ctx, link.workbookId, link.targetId)).view
  const tile = tileId === null ? undefined : await openTile(ctx, link, tileId)
  if (tile?.kind !== 'view') throw notFound('table or view', tileId ?? link.kind)
  return (await readSavedView(ctx, link.workbookId, tile.viewId)).view
}

async function openTile(ctx: Context, link: Link, tileId: string): Promise<Tile> {
  const { document } = link.kind === 'dashboard' ? await readDashboard(ctx, link.workbookId, link.targetId) : NO_TILES
  const tile = document.tiles.find((each) => each.tileId === tileId)
  if (!tile) throw notFound('tile', tileId)
  return tile
}

const NO_TILES: Pick<Dashboard, 'document'> = { document: { tiles: [] } }

/** As the view shows the table. Where a part of its filter is about a column that the link may not show, leaving it out would show more rows. */
function questionOf(columns: readonly ReadableColumn[], document: ViewDocument | null): RowQuestion {
  if (document === null) return { shown: columns, columnIds: columns.map(({ id }) => id), orderBy: [], filter: null }
  const plain = new Set(columns.filter(({ isMasked }) => !isMasked).map(({ origin }) => origin))
  if (document.filter.some(({ origin }) => !plain.has(origin))) throw hiddenFromLinks()
  const byOrigin = new Map(columns.map((column) => [column.origin, column]))
  const hidden = new Set(document.columns.filter(({ isHidden }) => isHidden).map(({ origin }) => origin))
  const placed = document.columns.flatMap(({ origin }) => byOrigin.get(origin) ?? [])
  const shown = [...new Set([...placed, ...columns])].filter(({ origin }) => !hidden.has(origin))
  return {
    shown,
    columnIds: shown.map(({ id }) => id),
    // Ordered by what is hidden, rows would tell something about it.
    orderBy: document.orderBy.flatMap(({ origin, isDescending }) => {
      const columnId = plain.has(origin) ? byOrigin.get(origin)?.id : undefined
      return columnId === undefined ? [] : [{ columnId, isDescending }]
    }),
    filter: filterOfConditions(columns, document.filter),
  }
}
