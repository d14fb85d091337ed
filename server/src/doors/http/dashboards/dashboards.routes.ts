import { type Static, Type } from 'typebox'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Id, NamedObject, Nullable, Nullish, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { fromWireId, toWireId } from '../../../platform/ids.ts'
import { checkTiles } from '../../../work/looks/dashboards/check-tiles.ts'
import { type Dashboard, GRID_COLUMNS, type Tile } from '../../../work/looks/dashboards/dashboard.ts'
import {
  changeDashboard,
  createDashboard,
  deleteDashboard,
  readDashboard,
  readDashboards,
} from '../../../work/looks/dashboards/dashboards.ts'

const AT = '/api/v1/workbooks/{workbook_id}/dashboards'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtDashboard = Type.Object({ workbook_id: Id('wb'), dashboard_id: Id('dash') })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Description = Nullish(Type.String({ maxLength: 2_000 }))

const Spot = {
  tile_id: Type.String({ minLength: 1, maxLength: 40, description: 'Unique on the dashboard' }),
  x: Type.Integer({ minimum: 0, maximum: GRID_COLUMNS - 1 }),
  y: Type.Integer({ minimum: 0, maximum: 1_000 }),
  width: Type.Integer({ minimum: 1, maximum: GRID_COLUMNS }),
  height: Type.Integer({ minimum: 1, maximum: 40 }),
}
const Title = Nullish(Type.String({ maxLength: 200 }))

const Tiles = Type.Array(
  Type.Union([
    Type.Object({
      ...Spot,
      kind: Type.Literal('question'),
      question_id: Type.String({ maxLength: 200 }),
      title: Title,
    }),
    Type.Object({ ...Spot, kind: Type.Literal('view'), view_id: Type.String({ maxLength: 200 }), title: Title }),
    Type.Object({ ...Spot, kind: Type.Literal('text'), text: Type.String({ maxLength: 10_000 }) }),
  ]),
  { maxItems: 60, description: 'On a grid of 12 columns; x and y count from 0' },
)

const tilesIn = (tiles: Static<typeof Tiles>): Tile[] => tiles.map(tileIn)

function tileIn(tile: Static<typeof Tiles>[number]): Tile {
  const { tile_id: tileId, x, y, width, height } = tile
  const spot = { tileId, x, y, width, height }
  switch (tile.kind) {
    case 'question':
      return { ...spot, kind: 'question', questionId: fromWireId('qn', tile.question_id), title: tile.title ?? null }
    case 'view':
      return { ...spot, kind: 'view', viewId: fromWireId('sv', tile.view_id), title: tile.title ?? null }
    case 'text':
      return { ...spot, kind: 'text', text: tile.text }
  }
}

const presentTile = (tile: Tile) => ({
  tile_id: tile.tileId,
  kind: tile.kind,
  x: tile.x,
  y: tile.y,
  width: tile.width,
  height: tile.height,
  question_id: tile.kind === 'question' ? toWireId('qn', tile.questionId) : null,
  view_id: tile.kind === 'view' ? toWireId('sv', tile.viewId) : null,
  text: tile.kind === 'text' ? tile.text : null,
  title: tile.kind === 'text' ? null : tile.title,
})

const DashboardInfo = NamedObject('Dashboard', {
  dashboard_id: WireId('dash'),
  name: Type.String(),
  description: Nullable(Type.String()),
  tiles: Type.Array(
    NamedObject('DashboardTile', {
      tile_id: Type.String(),
      kind: OneOf(['question', 'view', 'text']),
      x: Type.Integer(),
      y: Type.Integer(),
      width: Type.Integer(),
      height: Type.Integer(),
      question_id: Nullable(WireId('qn')),
      view_id: Nullable(WireId('sv')),
      text: Nullable(Type.String()),
      title: Nullable(Type.String()),
    }),
  ),
  version: Type.Integer(),
  owner: Type.Object({ user_id: WireId('usr'), name: Nullable(Type.String()) }),
  created_at: Time,
  updated_at: Time,
})

const presentDashboard = (dashboard: Dashboard) => ({
  dashboard_id: toWireId('dash', dashboard.dashboardId),
  name: dashboard.name,
  description: dashboard.description,
  tiles: dashboard.document.tiles.map(presentTile),
  version: dashboard.version,
  owner: { user_id: toWireId('usr', dashboard.createdBy), name: dashboard.ownerName },
  created_at: dashboard.createdAt.toISOString(),
  updated_at: dashboard.updatedAt.toISOString(),
})

/** Of what a new tile shows, where the caller could not read it. */
const UNREADABLE = ['unknown_column', 'invalid_sql', 'not_read_only', 'masked_column', 'hidden_rows']

export const dashboardEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listDashboards',
    summary: 'Dashboards of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    status: 200,
    response: Type.Object({ dashboards: Type.Array(DashboardInfo) }),
    handle: async ({ ctx, params }) => ({
      dashboards: (await readDashboards(ctx, params.workbook_id)).map(presentDashboard),
    }),
  }),
  endpoint({
    method: 'POST',
    path: AT,
    operation: 'createDashboard',
    summary: 'Put questions, saved views and texts on a page',
    description:
      'It owns no data: each tile is read under the policies of the caller. What you put on it you must be able to read yourself.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({ name: Name, description: Description, tiles: Type.Optional(Tiles) }),
    status: 201,
    response: DashboardInfo,
    problems: ['role_required', 'name_taken', 'limit_reached', ...UNREADABLE],
    prepare: async ({ ctx, params, body: { tiles } }) =>
      checkTiles(ctx, params.workbook_id, null, tilesIn(tiles ?? [])),
    handle: async ({ ctx, params, prepared: tiles, body: { name, description = null } }) =>
      presentDashboard(await createDashboard(ctx, params.workbook_id, { name, description, tiles })),
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/{dashboard_id}`,
    operation: 'readDashboard',
    summary: 'A dashboard: its tiles, and where they lie',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtDashboard,
    status: 200,
    response: DashboardInfo,
    handle: async ({ ctx, params }) =>
      presentDashboard(await readDashboard(ctx, params.workbook_id, params.dashboard_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT}/{dashboard_id}`,
    operation: 'changeDashboard',
    summary: 'Rename a dashboard, or move its tiles',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtDashboard,
    body: Type.Object({
      name: Type.Optional(Name),
      description: Description,
      tiles: Type.Optional(Tiles),
      expected_version: Nullish(Type.Integer()),
    }),
    status: 200,
    response: DashboardInfo,
    problems: ['role_required', 'name_taken', 'version_conflict', ...UNREADABLE],
    prepare: async ({ ctx, params, body: { tiles } }) =>
      tiles && (await checkTiles(ctx, params.workbook_id, params.dashboard_id, tilesIn(tiles))),
    handle: async ({ ctx, params, prepared: tiles, body: { name, description, expected_version } }) => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(tiles === undefined ? {} : { tiles }),
        expected: expected_version ?? null,
      }
      return presentDashboard(await changeDashboard(ctx, params.workbook_id, params.dashboard_id, change))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT}/{dashboard_id}`,
    operation: 'deleteDashboard',
    summary: 'Delete a dashboard; its questions and tables stay',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtDashboard,
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      await deleteDashboard(ctx, params.workbook_id, params.dashboard_id)
    },
  }),
]
