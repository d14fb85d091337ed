import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { limitReached } from '../accounts/accounts.errors.ts'
import { composedName } from '../artifacts/artifact.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { appendAuditEntry } from '../audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { emitEvent } from '../events/events.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { type Dashboard, MOST_DASHBOARDS, misplacedTile, type Tile } from './dashboard.ts'
import { dashboardChanged, dashboardNameTaken } from './dashboards.errors.ts'
import {
  countDashboards,
  deleteDashboardRow,
  findDashboard,
  findDashboardNamesake,
  insertDashboard,
  listDashboards,
  updateDashboard,
} from './dashboards.store.ts'

type NewDashboard = { name: string; description: string | null; tiles: readonly Tile[] }
type Change = Partial<NewDashboard> & { expected: number | null }

export async function createDashboard(ctx: Context, workbookId: string, sent: NewDashboard): Promise<Dashboard> {
  await openWorkbook(ctx, workbookId, 'editor')
  const name = composedName(sent.name, ['body', 'name'])
  refuseIfMisplaced(sent.tiles)
  const dashboardId = newId()
  return inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await findDashboardNamesake(tx, workbookId, dashboardId, name)) throw dashboardNameTaken(name)
    if ((await countDashboards(tx, workbookId)) >= MOST_DASHBOARDS) throw limitReached('dashboards', MOST_DASHBOARDS)
    const { description, tiles } = sent
    await insertDashboard(tx, {
      workbookId,
      dashboardId,
      name,
      description,
      document: { tiles },
      createdBy: ctx.caller.userId,
    })
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
  if (tiles) refuseIfMisplaced(tiles)
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
      ...(tiles === undefined ? {} : { document: { tiles } }),
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

function refuseIfMisplaced(tiles: readonly Tile[]) {
  const at = misplacedTile(tiles)
  if (at !== undefined)
    throw invalidField(['body', 'tiles', at], 'place', 'must lie within 12 columns, under a tile_id of its own')
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
