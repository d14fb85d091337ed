import { Type } from 'typebox'
import { jsonAnswer } from '../../../core/queries/json-answer.ts'
import { presentColumn } from '../../../core/reading/column-info.ts'
import { ColumnInfo, FreeRow } from '../../../core/tables/tables.schema.ts'
import { Answer, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import { withRows } from '../../../platform/http/response/row-format.ts'
import { Limit, NamedObject, Nullable, OneOf, Time } from '../../../platform/http/schema.ts'
import { LINK_KINDS } from '../../../work/links/link.ts'
import { READER_SESSION } from '../../../work/links/members-only.ts'
import { readShared, readSharedAnswer, readSharedRows, type SharedTile } from '../../../work/links/read-shared.ts'
import { CHART_KINDS } from '../../../work/looks/questions/question.ts'

/** What the readers of a link ask. The link comes as a bearer token, so that no address holds it. */
const AT = '/api/v1/shared'
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

const TileInfo = NamedObject('Tile', {
  tile_id: Type.String(),
  kind: OneOf(['question', 'view', 'text']),
  x: Type.Integer(),
  y: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  summary: Nullable(
    Type.Unsafe<NonNullable<SharedTile['summary']>>({
      type: 'object',
      additionalProperties: true,
      description: 'How the columns of an answer came about, where it is one of a summary',
    }),
  ),
  chart: Nullable(
    Type.Object({
      kind: OneOf(CHART_KINDS),
      x: Nullable(Type.Integer()),
      y: Type.Array(Type.Integer()),
      series: Nullable(Type.Integer()),
    }),
  ),
})

const presentTile = (tile: SharedTile) => ({
  tile_id: tile.tileId,
  kind: tile.kind,
  x: tile.x,
  y: tile.y,
  width: tile.width,
  height: tile.height,
  title: tile.shownTitle,
  text: tile.kind === 'text' ? tile.text : null,
  summary: tile.summary,
  chart: tile.chart && { ...tile.chart, y: [...tile.chart.y] },
})

const READING = ['link_ended', 'members_only', 'unavailable']

export const sharedEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'readShared',
    summary: 'What a link shows',
    description:
      'The credential is the text of the link, which stands behind the # of its url. Where workspace or account show links to members only, the header X-SVC-Session holds the access token of a session of one.',
    scope: 'link',
    status: 200,
    response: NamedObject('Shared', {
      kind: OneOf(LINK_KINDS),
      name: Type.String(),
      description: Nullable(Type.String()),
      expires_at: Time,
      tiles: Type.Array(TileInfo),
    }),
    problems: READING,
    handle: async ({ ctx, headers }) => {
      const { link, dashboard, tiles } = await readShared(ctx, headers[READER_SESSION])
      const body = {
        kind: link.kind,
        name: link.target,
        description: dashboard?.description ?? null,
        expires_at: link.expiresAt.toISOString(),
        tiles: tiles.map(presentTile),
      }
      return new Answer(200, body, PRIVATE)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/rows`,
    operation: 'readSharedRows',
    summary: 'Rows of the table or view that a link shows',
    description: 'A view has its filter, its order and its columns: nothing else of the table can be asked for.',
    scope: 'link',
    query: Type.Object({
      tile_id: Type.Optional(Type.String({ maxLength: 40, description: 'A tile with a view, of a dashboard' })),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      limit: Limit(100, 1_000),
    }),
    status: 200,
    response: NamedObject('SharedRows', {
      name: Type.String(),
      row_count: Nullable(Type.Integer()),
      columns: Type.Array(Type.Object({ ...ColumnInfo.properties, format: Nullable(Type.String()) })),
      rows: Type.Array(FreeRow),
    }),
    problems: [...READING, 'hidden_from_links'],
    handle: async ({ ctx, headers, query: { tile_id, offset, limit } }) => {
      const session = headers[READER_SESSION]
      const asked = { tileId: tile_id ?? null, offset: offset ?? 0, limit: limit ?? 100, session }
      const { opened, shown, rows, count, formats } = await readSharedRows(ctx, asked)
      const columns = shown.map((column) => ({ ...presentColumn(column), format: formats.get(column.name) ?? null }))
      const head = { name: opened.name, row_count: count, columns }
      const body = withRows(head, [Buffer.isBuffer(rows) ? rows : Buffer.from('[]')])
      return new Answer(200, body, { ...PRIVATE, 'content-type': JSON_TYPE })
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/tiles/{tile_id}/answer`,
    operation: 'readSharedAnswer',
    summary: 'The answer of a question on the dashboard that a link shows',
    scope: 'link',
    params: Type.Object({ tile_id: Type.String({ maxLength: 40 }) }),
    status: 200,
    response: Type.Object({
      columns: Type.Array(ColumnInfo),
      row_count: Type.Integer(),
      truncated: Type.Boolean(),
      rows: Type.Array(Type.Array(Type.Unsafe<unknown>({})), { description: 'Each in the order of the columns' }),
    }),
    problems: [
      ...READING,
      'hidden_from_links',
      'unknown_column',
      'invalid_sql',
      'not_read_only',
      'query_timeout',
      'result_too_large',
    ],
    handle: async ({ ctx, params, headers, gone }) => {
      const asked = { tileId: params.tile_id, session: headers[READER_SESSION] }
      const { manifest, rows } = jsonAnswer(await readSharedAnswer(ctx, asked, gone))
      const { columns, row_count, truncated } = manifest
      return new Answer(200, withRows({ columns, row_count, truncated }, rows), {
        ...PRIVATE,
        'content-type': JSON_TYPE,
      })
    },
  }),
]
