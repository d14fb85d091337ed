import { markFormulas } from '@bindery-data/spreadsheet/write/csv/formula-marks.ts'
import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { presentColumn } from '../../../core/reading/column-info.ts'
import { lookAheadForTable } from '../../../core/reading/look-ahead-for-tables.ts'
import {
  type CursorName,
  type PageStart,
  type ReadRows,
  readRow,
  readRows,
} from '../../../core/tables/rows/read-rows.ts'
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
} from '../../../core/tables/tables.schema.ts'
import type { RowPage } from '../../../engine/reading/reader.ts'
import type { ReadableColumn } from '../../../engine/table/readable-table.ts'
import { ROW_ID } from '../../../engine/table/table.ts'
import { encodeToJsonText } from '../../../engine/values/values.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import {
  acceptedFormat,
  FORMATS,
  MEDIA_TYPES,
  STREAM_TYPES,
  withRows,
} from '../../../platform/http/response/row-format.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, OneOf } from '../../../platform/http/schema.ts'

const AT_ROWS = '/api/v1/workbooks/{workbook_id}/tables/{name}/rows'
const AtTable = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const AtRow = Type.Object({ workbook_id: Id('wb'), name: Type.String(), row_id: Type.String() })

const RowsPage = NamedObject('RowsPage', {
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

export const rowEndpoints = [
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
    alsoProduces: [...STREAM_TYPES, 'text/csv'],
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

type FormattedRows = { columns: readonly ReadableColumn[]; rows: RowPage['rows']; hasRowIds: boolean }

/** RFC 4180. NULL is nothing at all between the commas, an empty text a pair of quotes. */
function toCsv({ columns, rows, hasRowIds }: FormattedRows): Buffer {
  const header = [...columns.map(({ name }) => quoteText(name)), ...(hasRowIds ? [ROW_ID] : [])]
  const lines = rows.map(({ rowId, cells }) => {
    const fields = columns.map(({ type }, n) => fieldOf(type, cells[n] ?? null))
    return [...fields, ...(hasRowIds ? [String(rowId)] : [])].join(',')
  })
  return Buffer.from([header.join(','), ...lines, ''].join('\r\n'))
}

/** The value as JSON has it, without the quotes of a string; JSON itself as its text. */
function fieldOf(type: ReadableColumn['type'], canonical: string | null): string {
  if (canonical === null) return ''
  if (type.name === 'VARCHAR' || type.name === 'JSON') return quoteText(canonical)
  const text = encodeToJsonText(type, canonical)
  return text.startsWith('"') ? text.slice(1, -1) : text
}

/** A spreadsheet would compute what begins like a formula, so it gets an apostrophe in front. */
function quoteText(text: string): string {
  const inert = markFormulas(text, ',')
  return inert === '' || /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
