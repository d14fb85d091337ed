import { composedName } from '../../../core/artifacts/artifact.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../../core/events/events.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import { type Writer, writerOf } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { type CheckedTiles, isVouchedFor } from './check-tiles.ts'
import { type Dashboard, MOST_DASHBOARDS } from './dashboard.ts'
import { dashboardChanged, dashboardNameTaken } from './dashboards.errors.ts'
import {
  countDashboards,
  deleteDashboardRow,
  findDashboard,
  findDashboardNamesake,
  insertDashboard,
  listDashboards,
  type PlacedTiles,
  updateDashboard,
} from './dashboards.store.ts'

type NewDashboard = { name: string; description: string | null; tiles: CheckedTiles }
type Change = Partial<NewDashboard> & { expected: number | null }

export async function createDashboard(ctx: Context, workbookId: string, sent: NewDashboard): Promise<Dashboard> {
  await openWorkbook(ctx, workbookId, 'editor')
  const name = composedName(sent.name, ['body', 'name'])
  const dashboardId = newId()
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await findDashboardNamesake(tx, workbookId, dashboardId, name)) throw dashboardNameTaken(name)
    if ((await countDashboards(tx, workbookId)) >= MOST_DASHBOARDS) throw limitReached('dashboards', MOST_DASHBOARDS)
    const { tiles, writers } = placed(ctx, undefined, sent.tiles)
    const row = { workbookId, dashboardId, name, description: sent.description, createdBy: ctx.caller.userId }
    await insertDashboard(tx, { ...row, document: { tiles }, writers })
    const dashboard = await openIn(tx, workbookId, dashboardId)
    await record(tx, ctx, dashboard, 'create')
    return dashboard
  })
}

export async function readDashboards(ctx: Context, workbookId: string): Promise<Dashboard[]> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return listDashboards(ctx.db, workbookId)
}

/** What its tiles show is read by requests of their own, under the policies of the caller. */
export async function readDashboard(ctx: Context, workbookId: string, dashboardId: string): Promise<Dashboard> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return openIn(ctx.db, workbookId, dashboardId)
}

export async function changeDashboard(ctx: Context, workbookId: string, dashboardId: string, change: Change) {
  await openWorkbook(ctx, workbookId, 'editor')
  const { description, tiles } = change
  const name = change.name === undefined ? undefined : composedName(change.name, ['body', 'name'])
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const now = await openIn(tx, workbookId, dashboardId)
    if (change.expected !== null && now.version !== change.expected)
      throw dashboardChanged(now.name, change.expected, now.version)
    if (name !== undefined && (await findDashboardNamesake(tx, workbookId, dashboardId, name)))
      throw dashboardNameTaken(name)
    await updateDashboard(tx, now, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(tiles === undefined ? {} : { tiles: placed(ctx, now, tiles) }),
    })
    const dashboard = await openIn(tx, workbookId, dashboardId)
    await record(tx, ctx, dashboard, 'update')
    return dashboard
  })
}

/** Deletes neither questions nor data. */
export async function deleteDashboard(ctx: Context, workbookId: string, dashboardId: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const dashboard = await openIn(tx, workbookId, dashboardId)
    await deleteDashboardRow(tx, workbookId, dashboardId)
    await record(tx, ctx, dashboard, 'delete')
  })
}

/** Each tile with who put it there: the caller, where it is not known of one that stays as it is. */
function placed(ctx: Context, before: Dashboard | undefined, tiles: CheckedTiles): PlacedTiles {
  const writers = tiles.map(({ tileId, ...tile }): [string, readonly Writer[]] => {
    const kept = isVouchedFor(before, { tileId, ...tile }) ? before?.writers?.[tileId] : undefined
    return [tileId, kept ?? [writerOf(ctx.caller)]]
  })
  return { tiles, writers: Object.fromEntries(writers) }
}

async function openIn(db: Context['db'] | Tx, workbookId: string, dashboardId: string): Promise<Dashboard> {
  const dashboard = await findDashboard(db, workbookId, dashboardId)
  if (!dashboard) throw notFound('dashboard', toWireId('dash', dashboardId))
  return dashboard
}

async function record(tx: Tx, ctx: Context, dashboard: Dashboard, change: 'create' | 'update' | 'delete') {
  const { workbookId, dashboardId, name, version } = dashboard
  await appendAuditEntry(tx, ctx, { workbookId, action: `dashboard.${change}`, target: { dashboard: name } })
  const artifact = { id: toWireId('dash', dashboardId), name, type: 'dashboard', layer: null }
  await emitEvent(tx, ctx, {
    workbookId,
    kind: change === 'delete' ? 'artifact.deleted' : 'artifact.updated',
    data: { artifact, edit_version: version, cause: `dashboard.${change}` },
  })
}
