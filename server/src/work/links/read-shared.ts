import { recordRead } from '../../core/audit/append-audit-entry.ts'
import { hiddenFromLinks } from '../../core/policies/governance.errors.ts'
import { refuseIfAnyLeft } from '../../core/policies/role-sets-of.ts'
import type { AnsweredQuery } from '../../core/queries/run-query.ts'
import { filterOfConditions } from '../../core/tables/conditions/condition.ts'
import { type ReadRows, readRows } from '../../core/tables/rows/read-rows.ts'
import type { RowQuestion } from '../../core/tables/rows/row-question.ts'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { ReadableColumn } from '../../engine/table/readable-table.ts'
import type { Writer } from '../../platform/caller.ts'
import type { Context, LinkContext } from '../../platform/context.ts'
import { assertState, notFound, ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Dashboard, Tile } from '../looks/dashboards/dashboard.ts'
import { findDashboard } from '../looks/dashboards/dashboards.store.ts'
import type { Question } from '../looks/questions/question.ts'
import { findQuestion } from '../looks/questions/questions.store.ts'
import { type VisibleQuestion, visibleQuestion } from '../looks/questions/questions.ts'
import { answerQuestion } from '../looks/questions/run-question.ts'
import type { SavedView, ViewDocument } from '../looks/saved-views/saved-view.ts'
import { findSavedView } from '../looks/saved-views/saved-views.store.ts'
import type { Link } from './link.ts'
import { linkEnded } from './links.errors.ts'
import { findLink } from './links.store.ts'
import { refuseIfNoMember } from './members-only.ts'

/** A tile with what its reader needs to draw it. */
export type SharedTile = Tile & {
  shownTitle: string | null
  chart: Question['chart']
  /** How the columns of the answer came about, without the filter. */
  summary: Omit<NonNullable<VisibleQuestion['summary']>, 'filter'> | null
}
export type Shared = { link: OpenedLink['link']; dashboard: Dashboard | null; tiles: SharedTile[] }

/** A link, and the only way to a context that reads through it: naming everyone who wrote what is read. */
type OpenedLink = {
  link: Link & { target: string }
  /** Null: it is not known who wrote it. */
  through: (...writers: readonly (readonly Writer[] | null | undefined)[]) => Promise<Context>
}

/** What a link shows, without any rows. `session`: of its reader, where only members may read. */
export async function readShared(ctx: LinkContext, session: string | undefined): Promise<Shared> {
  const opened = await openLink(ctx, session)
  const { link } = opened
  if (link.kind !== 'dashboard') return { link, dashboard: null, tiles: [] }
  const dashboard = await openDashboard(ctx, link)
  const tiles = dashboard.document.tiles.map((tile) => sharedTile(ctx, opened, dashboard, tile))
  return { link, dashboard, tiles: await Promise.all(tiles) }
}

async function sharedTile(ctx: LinkContext, opened: OpenedLink, dashboard: Dashboard, tile: Tile): Promise<SharedTile> {
  const plain = { ...tile, shownTitle: null, chart: null, summary: null }
  const { workbookId } = opened.link
  if (tile.kind === 'text') return plain
  if (tile.kind === 'view')
    return { ...plain, shownTitle: tile.title ?? (await findSavedView(ctx.db, workbookId, tile.viewId))?.name ?? null }
  const question = await findQuestion(ctx.db, workbookId, tile.questionId)
  if (!question) return { ...plain, shownTitle: tile.title }
  const summary = await summaryOf(opened, dashboard, tile, question)
  return { ...tile, shownTitle: tile.title ?? question.name, chart: question.chart, summary }
}

/** It names columns: null where the link may not show all of them. */
async function summaryOf(opened: OpenedLink, dashboard: Dashboard, tile: Tile, question: Question) {
  try {
    const seen = await visibleQuestion(
      await opened.through(dashboard.writers?.[tile.tileId], question.writers),
      question,
    )
    if (!seen.summary || seen.isPartial) return null
    const { filter: _, ...summary } = seen.summary
    return summary
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'hidden_from_links') return null
    throw error
  }
}

export type SharedRows = ReadRows & { formats: ReadonlyMap<string, string> }
type RowsOfShared = { tileId: string | null; offset: number; limit: number; session: string | undefined }

/** Rows of the table or view that a link shows, or of a tile of its dashboard. The view is laid over them here, not by the reader. */
export async function readSharedRows(
  ctx: LinkContext,
  { tileId, offset, limit, session }: RowsOfShared,
): Promise<SharedRows> {
  const opened = await openLink(ctx, session)
  const { within, tableId, view } = await rowsShown(ctx, opened, tileId)
  const read = await readRows(
    within,
    { workbookId: opened.link.workbookId, name: toWireId('art', tableId), asOf: undefined },
    { questionOf: (columns) => questionOf(columns, view?.document ?? null), limit, isCounted: true },
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
export async function readSharedAnswer(
  ctx: LinkContext,
  { tileId, session }: { tileId: string; session: string | undefined },
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  const { link, through } = await openLink(ctx, session)
  const { tile, writers } = await openTile(ctx, link, tileId)
  if (tile.kind !== 'question') throw notFound('question on the dashboard', tileId)
  const question = await findQuestion(ctx.db, link.workbookId, tile.questionId)
  if (!question) throw notFound('question', toWireId('qn', tile.questionId))
  // The question that was looked at is the one that is asked: it may be changed meanwhile.
  return answerQuestion(await through(writers, question.writers), question, 'arrays', gone)
}

/** The only door to what a link shows. Each reading stands in the audit log, those of one minute as one. */
async function openLink(ctx: LinkContext, session: string | undefined): Promise<OpenedLink> {
  const { caller } = ctx
  const { reach, credentialId } = caller
  assertState(reach.kind === 'workbook', 'a link reaches one workbook')
  const link = await findLink(ctx.db, reach.workbookId, credentialId)
  if (!link || link.target === null || link.revokedAt || link.expiresAt <= ctx.now()) throw linkEnded()
  if (link.publicLinks === 'off') throw linkEnded()
  if (link.publicLinks === 'members') await refuseIfNoMember(ctx, link.workbookId, session)
  const maker = { userId: caller.userId, kind: link.makerKind, mayPublish: true }
  const asMaker = { ...ctx, caller: { ...caller, writers: [maker] } }
  await openWorkbook(asMaker, reach.workbookId, 'viewer').catch((error: unknown) => {
    // Its maker may share no more, or the workbook is in the trash.
    throw error instanceof ServiceError && error.code === 'not_found' ? linkEnded() : error
  })
  await recordRead(asMaker, {
    workbookId: link.workbookId,
    action: 'link.read',
    target: { link: toWireId('lnk', link.linkId), [link.kind]: link.target },
  })
  const through: OpenedLink['through'] = async (...lists) => {
    const writers = lists.flatMap((list) => {
      if (!list) throw hiddenFromLinks('writer')
      return list
    })
    await refuseIfAnyLeft(asMaker, link.workbookId, writers)
    return { ...ctx, caller: { ...caller, writers: [maker, ...writers] } }
  }
  return { link: { ...link, target: link.target }, through }
}

type RowsShown = { within: Context; tableId: string; view: SavedView | null }

/** `view` null: the whole table. */
async function rowsShown(ctx: LinkContext, { link, through }: OpenedLink, tileId: string | null): Promise<RowsShown> {
  if (link.kind === 'table' && tileId === null) return { within: await through(), tableId: link.targetId, view: null }
  if (link.kind === 'view' && tileId === null) {
    const view = await openView(ctx, link.workbookId, link.targetId)
    return { within: await through(view.writers), tableId: view.tableId, view }
  }
  const { tile, writers } = tileId === null ? NO_TILE : await openTile(ctx, link, tileId)
  if (tile?.kind !== 'view') throw notFound('table or view', tileId ?? link.kind)
  const view = await openView(ctx, link.workbookId, tile.viewId)
  return { within: await through(writers, view.writers), tableId: view.tableId, view }
}

const NO_TILE = { tile: undefined, writers: undefined }

async function openView({ db }: LinkContext, workbookId: string, viewId: string): Promise<SavedView> {
  const view = await findSavedView(db, workbookId, viewId)
  if (!view) throw notFound('saved view', toWireId('sv', viewId))
  return view
}

async function openDashboard({ db }: LinkContext, { workbookId, targetId }: Link): Promise<Dashboard> {
  const dashboard = await findDashboard(db, workbookId, targetId)
  if (!dashboard) throw linkEnded()
  return dashboard
}

async function openTile(ctx: LinkContext, link: Link, tileId: string) {
  const dashboard = link.kind === 'dashboard' ? await openDashboard(ctx, link) : undefined
  const tile = dashboard?.document.tiles.find((each) => each.tileId === tileId)
  if (!tile) throw notFound('tile', tileId)
  return { tile, writers: dashboard?.writers?.[tileId] }
}

/** As the view shows the table. Where a part of its filter is about a column that the link may not show, leaving it out would show more rows. */
function questionOf(columns: readonly ReadableColumn[], document: ViewDocument | null): RowQuestion {
  if (document === null) return { shown: columns, columnIds: columns.map(({ id }) => id), orderBy: [], filter: null }
  const plain = new Set(columns.filter(({ isMasked }) => !isMasked).map(({ origin }) => origin))
  if (document.filter.some(({ origin }) => !plain.has(origin))) throw hiddenFromLinks('filter')
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
