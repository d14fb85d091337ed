import { Readable } from 'node:stream'
import { writeXlsx } from '@bindery-data/spreadsheet/write/write-xlsx.ts'
import { type Static, Type } from 'typebox'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { attachment } from '../../../platform/http/response/attachment.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, Nullish, OneOf, Time } from '../../../platform/http/schema.ts'
import { type Line, layOutSheet } from '../../../work/sheets/lay-out-sheet.ts'
import { openSheetFont } from '../../../work/sheets/open-sheet-font.ts'
import { sheetToWrite } from '../../../work/sheets/render-sheet.ts'
import { type Sheet, TOTALS, type Total, tablesOn } from '../../../work/sheets/sheet.ts'
import { sheetPage } from '../../../work/sheets/sheet-page.ts'
import { sheetPdf } from '../../../work/sheets/sheet-pdf.ts'
import {
  deleteSheet,
  openSheet,
  putSheet,
  readSheets,
  seeSheet,
  type VisibleSheet,
} from '../../../work/sheets/sheets.ts'

const AT = '/api/v1/workbooks/{workbook_id}/sheets'
const AtSheet = Type.Object({ workbook_id: Id('wb'), name: Type.String() })
const ColumnName = Type.String({ minLength: 1, maxLength: 200 })

const Heading = NamedObject('SheetHeading', {
  kind: Type.Literal('heading'),
  text: Type.String({ minLength: 1, maxLength: 500 }),
  level: Type.Optional(Type.Unsafe<1 | 2 | 3>({ type: 'integer', minimum: 1, maximum: 3, default: 1 })),
})
const Text = NamedObject('SheetText', {
  kind: Type.Literal('text'),
  text: Type.String({ minLength: 1, maxLength: 10_000 }),
})
const Spacer = NamedObject('SheetSpacer', {
  kind: Type.Literal('spacer'),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 1 })),
})
const View = NamedObject('SheetView', {
  kind: Type.Literal('table_view'),
  table: Type.String({ minLength: 1, maxLength: 200 }),
  columns: Nullish(Type.Array(ColumnName, { minItems: 1, maxItems: 2000 })),
  filter: Nullish(Type.String({ minLength: 1, maxLength: 2000, description: 'A boolean expression of SQL' })),
  order_by: Nullish(
    Type.Array(Type.Object({ column: ColumnName, direction: Type.Optional(OneOf(['asc', 'desc'])) }), { maxItems: 20 }),
  ),
  limit: Nullish(Type.Integer({ minimum: 1, maximum: 100_000 })),
  title: Nullish(Type.String({ maxLength: 500 })),
  show_header: Type.Optional(Type.Boolean({ default: true })),
  totals: Nullish(
    Type.Unsafe<Record<string, Total>>({
      type: 'object',
      description: 'By column',
      additionalProperties: { type: 'string', enum: [...TOTALS] },
    }),
  ),
})

const Spec = NamedObject('SheetBlocks', {
  blocks: Type.Array(Type.Union([Heading, Text, View, Spacer]), { minItems: 1, maxItems: 200 }),
  column_widths: Nullish(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      description: 'In characters, by the letters of columns',
      propertyNames: { pattern: '^[A-Z]{1,3}$', inWords: 'one to three capital letters' },
      additionalProperties: { type: 'number', minimum: 1, maximum: 255 },
    }),
  ),
  freeze_header: Type.Optional(Type.Boolean({ default: false })),
})

const PutSheetRequest = NamedObject('SheetToPut', {
  spec: Spec,
  title: Nullish(Type.String({ maxLength: 200 })),
  description: Nullish(Type.String({ maxLength: 2000 })),
  expected_version: Nullish(Type.Integer()),
})

const SheetInfo = NamedObject('Sheet', {
  name: Type.String(),
  title: Nullable(Type.String()),
  description: Nullable(Type.String()),
  spec: Type.Unsafe<Static<typeof Spec>>({ type: 'object', additionalProperties: true }),
  version: Type.Integer(),
  tables: Type.Array(Type.String()),
  missing_tables: Type.Array(Type.String()),
  created_at: Time,
  updated_at: Time,
})

const presentSheet = ({ sheet, tables, missingTables }: VisibleSheet) => ({
  name: sheet.name,
  title: sheet.title,
  description: sheet.description,
  spec: sheet.spec,
  version: sheet.version,
  tables,
  missing_tables: missingTables,
  created_at: sheet.createdAt.toISOString(),
  updated_at: sheet.updatedAt.toISOString(),
})

const presentListed = ({ name, title, spec, updatedAt }: Sheet) => ({
  name,
  title,
  tables: tablesOn(spec),
  updated_at: updatedAt.toISOString(),
})

async function rendered(sheet: Sheet, lines: readonly Line[], format: 'xlsx' | 'html' | 'pdf', createdAt: Date) {
  const title = sheet.title ?? sheet.name
  switch (format) {
    case 'html':
      return new Answer(200, sheetPage(title, lines), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
    case 'pdf':
      return new Answer(200, await sheetPdf({ title, lines, font: await openSheetFont(), createdAt }), {
        'content-type': 'application/pdf',
        'content-disposition': attachment(`${sheet.name}.pdf`),
      })
    case 'xlsx': {
      const file = writeXlsx({ sheets: [sheetToWrite(sheet.name, sheet.spec, lines)] })
      return new Answer(200, Readable.from(file, { objectMode: false }), {
        'content-disposition': attachment(`${sheet.name}.xlsx`),
      })
    }
  }
}

export const sheetEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listSheets',
    summary: 'Sheets of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({ limit: Limit(100, 500), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({
      sheets: Type.Array(
        Type.Object({
          name: Type.String(),
          title: Nullable(Type.String()),
          tables: Type.Array(Type.String()),
          updated_at: Time,
        }),
      ),
      next_cursor: Nullable(Type.String()),
    }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, params, query: { limit, cursor } }) => {
      const list = `sheets ${params.workbook_id}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { sheets, next } = await readSheets(ctx, params.workbook_id, { limit, after })
      return { sheets: sheets.map(presentListed), next_cursor: next && writeCursor(ctx.keyring, list, next) }
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/{name}`,
    operation: 'readSheet',
    summary: 'A sheet, and which of its tables are there',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSheet,
    status: 200,
    response: SheetInfo,
    handle: async ({ ctx, params }) =>
      presentSheet(await seeSheet(ctx, await openSheet(ctx, params.workbook_id, params.name))),
  }),
  endpoint({
    method: 'PUT',
    path: `${AT}/{name}`,
    operation: 'putSheet',
    summary: 'Write a sheet, or put another in its place',
    description: 'It owns no data: its views name tables, which need not be there yet.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSheet,
    body: PutSheetRequest,
    status: 201,
    alsoStatus: [200],
    response: SheetInfo,
    problems: ['role_required', 'version_conflict', 'limit_reached'],
    handle: async ({ ctx, params, body }) => {
      const { spec, title = null, description = null, expected_version: expected = null } = body
      const { isNew, seen } = await putSheet(ctx, params.workbook_id, params.name, {
        spec,
        title,
        description,
        expected,
      })
      return new Answer(isNew ? 201 : 200, presentSheet(seen))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT}/{name}`,
    operation: 'deleteSheet',
    summary: 'Delete a sheet; the tables it shows stay',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtSheet,
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      await deleteSheet(ctx, params.workbook_id, params.name)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/{name}/render`,
    operation: 'renderSheet',
    summary: 'A sheet with the rows its tables have now, as xlsx, PDF or a page',
    description: 'Masked columns are empty, denied ones are not there. A table that is missing is named in its place.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtSheet,
    query: Type.Object({ format: Type.Optional(OneOf(['xlsx', 'html', 'pdf'])) }),
    status: 200,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    problems: ['invalid_sql', 'not_read_only', 'query_timeout', 'result_too_large', 'unavailable'],
    handle: async ({ ctx, params, query: { format = 'xlsx' }, gone }) => {
      const sheet = await openSheet(ctx, params.workbook_id, params.name)
      return rendered(sheet, await layOutSheet(ctx, sheet, gone), format, ctx.now())
    },
  }),
]
