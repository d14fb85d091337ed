import { Type } from 'typebox'
import { alsoUnder } from '../../http/also-under.ts'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { Answer, endpoint, JSON_TYPE } from '../../http/endpoint.ts'
import { acceptedFormat, FORMATS, MEDIA_TYPES, withRows } from '../../http/row-format.ts'
import { Cursor, Id, Limit, Nullable, OneOf } from '../../http/schema.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { presentColumn } from '../governance/column-info.ts'
import { lookAheadForTable } from '../governance/look-ahead-for-tables.ts'
import { readRow } from './read-row.ts'
import { type CursorName, type PageStart, type ReadRows, readRows } from './read-rows.ts'
import { toCsv } from './to-csv.ts'
import {
  AsOf,
  ColumnInfo,
  etagOf,
  FreeRow,
  Freshness,
  maskedColumnsOf,
  placeOf,
  presentFreshness,
  rowIdIn,
} from './wire.ts'

const AT_ROWS = '/api/v1/workbooks/{workbook_id}/tables/{name}/rows'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const AtRow = Type.Object({ workbook_id: Id('wb'), name: Type.String(), row_id: Type.String() })

const RowsPage = Type.Object({
  name: Type.String(),
  edit_version: Type.Integer(),
  row_count: Nullable(Type.Integer()),
  columns: Type.Array(ColumnInfo),
  rows: Type.Array(FreeRow),
  masked_columns: Type.Array(Type.String()),
  freshness: Freshness,
  next_cursor: Nullable(Type.String()),
})

const listOf = ({ tableId, question }: CursorName) => `rows ${tableId} ${question}`

const presentPage = ({ opened, shown, count }: ReadRows, nextCursor: string | null) => ({
  name: opened.name,
  edit_version: opened.editVersion,
  row_count: count,
  columns: shown.map(presentColumn),
  masked_columns: maskedColumnsOf(opened),
  freshness: presentFreshness(opened),
  next_cursor: nextCursor,
})

const ROW_FORMATS = [...FORMATS, 'csv'] as const
const CSV = 'text/csv; charset=utf-8; header=present'

/** Rows that came encoded are passed on as they are; only CSV is made here. */
function answerWith(
  read: ReadRows,
  format: (typeof ROW_FORMATS)[number],
  hasRowIds: boolean,
  nextCursor: string | null,
) {
  const { rows, shown } = read
  const headers = { ...etagOf(read.opened.editVersion), ...(nextCursor ? { 'x-svc-next-cursor': nextCursor } : {}) }
  if (!Buffer.isBuffer(rows))
    return new Answer(200, toCsv({ columns: shown, rows, hasRowIds }), { ...headers, 'content-type': CSV })
  if (format === 'json') {
    return new Answer(200, withRows(presentPage(read, nextCursor), [rows]), { ...headers, 'content-type': JSON_TYPE })
  }
  return new Answer(200, rows, { ...headers, 'content-type': format === 'csv' ? CSV : MEDIA_TYPES[format] })
}

const NAMES = 'Names, separated by commas; or a JSON list of names, which may hold commas themselves: ["a,b","c"]'
const ORDER =
  'Names, separated by commas, -name for descending; or a JSON list of these or of {"column","direction"} with asc or desc, which is exact for names that begin with a minus'

const isCsv = (accept: string | undefined) => /^text\/csv\b/i.test(accept ?? '')

const endpoints = [
  endpoint({
    method: 'GET',
    path: AT_ROWS,
    operation: 'readTableRows',
    summary: 'Rows of a table, page by page',
    description:
      'In the order of row ids unless order_by says otherwise. A filter is JSON: {"and":[…]}, {"or":[…]}, {"not":…} or {"column","op","value"} with = != < <= > >= in not_in contains starts_with is_null not_null.',
    scope: 'workbooks:read',
    ahead: lookAheadForTable,
    reach: { workbook: 'viewer' },
    params: AtTable,
    query: Type.Object({
      limit: Limit(100, 10_000),
      cursor: Type.Optional(Cursor),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      columns: Type.Optional(Type.String({ minLength: 1, description: NAMES })),
      order_by: Type.Optional(Type.String({ minLength: 1, description: ORDER })),
      filter: Type.Optional(Type.String({ maxLength: 100_000 })),
      format: Type.Optional(OneOf(ROW_FORMATS)),
      as_of: AsOf,
      include_row_ids: Type.Optional(Type.Boolean({ default: true })),
      count: Type.Optional(Type.Boolean({ default: true })),
    }),
    status: 200,
    response: RowsPage,
    problems: [
      'invalid_cursor',
      'not_acceptable',
      'unknown_column',
      'uncastable_value',
      'history_expired',
      'unavailable',
    ],
    handle: async ({ ctx, params, headers, query: { cursor, offset, order_by, as_of: asOf, ...query } }) => {
      if (cursor !== undefined && offset !== undefined)
        throw invalidField(['query', 'offset'], 'conflict', 'has no meaning together with cursor')
      const { include_row_ids: hasRowIds = true, count: isCounted = true, format: named, ...texts } = query
      const format = named ?? (isCsv(headers.accept) ? 'csv' : (acceptedFormat(headers.accept) ?? 'json'))
      const asked = { ...texts, ...(order_by === undefined ? {} : { orderBy: order_by }), isCounted }
      // Safe: a cursor opens only if this service wrote it for this list.
      const startOf = (name: CursorName) =>
        cursor ? (readCursor(ctx.keyring, listOf(name), cursor) as PageStart) : { offset: offset ?? 0 }
      const as = format === 'csv' ? 'cells' : { format, hasRowIds }
      const read = await readRows(ctx, { ...placeOf(params), asOf }, asked, startOf, as)
      const next = read.next && writeCursor(ctx.keyring, listOf(read.cursorName), read.next)
      return answerWith(read, format, hasRowIds, next)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT_ROWS}/{row_id}`,
    operation: 'readTableRow',
    summary: 'One row',
    scope: 'workbooks:read',
    ahead: lookAheadForTable,
    reach: { workbook: 'viewer' },
    params: AtRow,
    query: Type.Object({ as_of: AsOf }),
    status: 200,
    response: Type.Object({ row: FreeRow, edit_version: Type.Integer() }),
    problems: ['row_not_found', 'history_expired', 'unavailable'],
    handle: async ({ ctx, params, query }) => {
      const place = { ...placeOf(params), asOf: query.as_of }
      const { row, editVersion } = await readRow(ctx, place, rowIdIn(params))
      return new Answer(200, { row, edit_version: editVersion }, etagOf(editVersion))
    },
  }),
]

export const rowEndpoints = alsoUnder(
  endpoints,
  { path: '/tables/', noun: 'Table' },
  { path: '/artifacts/', noun: 'Artifact' },
)
