import { CSV_DEFAULTS, type CsvOptions } from '@bindery-data/spreadsheet/write/write-csv.ts'
import { type Static, Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { maskedNames } from '../../../core/reading/column-info.ts'
import { ColumnName } from '../../../core/tables/conditions/conditions.schema.ts'
import type { SentQuestion } from '../../../core/tables/rows/row-question.ts'
import { Actor } from '../../../core/tables/tables.schema.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { Answer, endpoint } from '../../../platform/http/endpoint.ts'
import { insufficientScope } from '../../../platform/http/http.errors.ts'
import { attachment } from '../../../platform/http/response/attachment.ts'
import { Id, NamedObject, Nullish, OneOf } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { firstFitting } from '../../../work/branches/first-fitting.ts'
import type { Export, ExportedTable, RequestedExport } from '../../../work/exports/export.ts'
import { exportTables } from '../../../work/exports/export-tables.ts'
import { formulaModeRefused } from '../../../work/exports/exports.errors.ts'
import { keepExport, prepareKeyedExport } from '../../../work/exports/keyed-export.ts'

const CsvChoices = NamedObject('CsvOptions', {
  delimiter: Nullish(OneOf([',', ';', '\t', '|'])),
  encoding: Nullish(OneOf(['utf-8', 'utf-8-bom', 'cp932'])),
  line_ending: Nullish(OneOf(['crlf', 'lf'])),
  null_value: Nullish(Type.String({ maxLength: 20 })),
  escape_formulas: Nullish(
    Type.Boolean({
      description:
        "Puts ' before what a spreadsheet would compute: a sign (= + - @, also full-width) at the beginning of a text or behind ; tab, CR or LF in it (behind a comma too unless the delimiter is one); true when left out",
    }),
  ),
})

const PastState = Type.Object({
  snapshot_id: Nullish(Type.String({ maxLength: 200 })),
  version: Nullish(Type.String({ maxLength: 200, description: 'The label of a version' })),
})

const ExportRequest = NamedObject('ExportRequest', {
  tables: Nullish(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 100,
      description: 'Every active table when left out',
    }),
  ),
  format: Nullish(OneOf(['xlsx', 'csv', 'parquet'])),
  filter: Nullish(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Which rows, as readTableRows takes it; needs one table in tables',
    }),
  ),
  order_by: Nullish(
    Type.Array(Type.Object({ column: ColumnName, direction: Type.Optional(OneOf(['asc', 'desc'])) }), {
      maxItems: 2_000,
      description: 'In which order; needs one table in tables',
    }),
  ),
  columns: Nullish(
    Type.Array(ColumnName, {
      minItems: 1,
      maxItems: 2_000,
      description: 'Which columns, from left to right; needs one table in tables',
    }),
  ),
  formula_mode: Nullish(
    Type.Unsafe<'preserve' | 'generate'>({
      type: 'string',
      enum: ['preserve', 'generate'],
      description:
        'preserve: cells that were formulas in the file they were read from, and say the same still, are formulas again; generate is refused',
    }),
  ),
  include_row_ids: Nullish(Type.Boolean()),
  record_branch: Nullish(
    Type.Boolean({
      description:
        'Remember what is sent, so that the edited file can be merged; needs workbooks:write. Without tables, derived ones are left out and named in X-SVC-Skipped-Tables',
    }),
  ),
  split_by: Nullish(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'A column: a zip file with one xlsx for each of its values, at most 500, each a branch of its own. What comes back of a file changes, adds and deletes rows with its value only. Needs workbooks:write',
    }),
  ),
  unsplit_tables: Nullish(
    Type.Unsafe<'leave_out' | 'include'>({
      type: 'string',
      enum: ['leave_out', 'include'],
      description: 'Tables without that column: left out, or whole in every file, to be read only',
    }),
  ),
  filename: Nullish(Type.String({ minLength: 1, maxLength: 200 })),
  as_of: Nullish(PastState),
  csv: Nullish(CsvChoices),
  actor: Actor,
})

const ABOUT = [
  'xlsx has a sheet for each table; csv and parquet are one file, or a zip file of several. Masked columns are empty, denied ones are not there.',
  'X-SVC-Masked-Columns lists table.column, percent-encoded; X-SVC-Denied-Columns says how many there are, and which only to who may configure governance; X-SVC-Edit-Versions says which version of each table was written; X-SVC-Branch-Id names the branch, and X-SVC-Parts says how many files a split export has: parts.csv in it lists them with their branches. Lists are cut where a header would grow too long.',
  'X-SVC-Preserved-Formulas says how many cells are formulas again, X-SVC-Dropped-Formulas how many were and are values now: a formula is dropped when a cell it refers to is not in the file (or hidden from you), when its value was edited, or when it would do more than compute (other files, links, web services, names).',
  'The file is sent while it is made: if that fails, the connection breaks. With record_branch or split_by a branch is recorded: with an Idempotency-Key the same request gets the same file and branch again, while the same policies hold; such a file has at most 32 MiB. Other exports change nothing, and keep no key.',
].join('\n\n')

const recordsBranch = ({ record_branch, split_by }: Static<typeof ExportRequest>) => Boolean(record_branch || split_by)

export const exportEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/export',
    operation: 'exportTables',
    summary: 'Tables as an xlsx, csv or Parquet file',
    description: ABOUT,
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    changesIf: recordsBranch,
    params: Type.Object({ workbook_id: Id('wb') }),
    body: ExportRequest,
    status: 200,
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    problems: [
      'derived_table_not_branchable',
      'branch_too_large',
      'export_too_large',
      'formula_mode_refused',
      'unknown_column',
      'masked_column',
      'uncastable_value',
      'insufficient_scope',
      'role_required',
      'nothing_to_export',
      'history_expired',
      'query_timeout',
      'unavailable',
    ],
    prepare: async ({ ctx, params, body, headers }) => {
      if (!recordsBranch(body) || headers['idempotency-key'] === undefined) return null
      return prepareKeyedExport(ctx, params.workbook_id, await openExport(ctx, params.workbook_id, body))
    },
    handle: async ({ ctx, params, body, prepared }) => {
      if (prepared) return presentExport(await keepExport(ctx, params.workbook_id, prepared))
      const asked = await openExport(ctx, params.workbook_id, body)
      return presentExport(await exportTables(ctx, params.workbook_id, asked))
    },
  }),
]

/** What is wrong with a request is said to callers who reach its workbook. */
async function openExport(
  ctx: Context,
  workbookId: string,
  body: Static<typeof ExportRequest>,
): Promise<RequestedExport> {
  await openWorkbook(ctx, workbookId, 'viewer')
  const asked = askedIn(body)
  if (asked.recordsBranch && !ctx.caller.scopes.has('workbooks:write')) throw insufficientScope(['workbooks:write'])
  return asked
}

function askedIn(body: Static<typeof ExportRequest>): RequestedExport {
  const format = body.format ?? 'xlsx'
  const rows = rowsIn(body)
  const split = body.split_by ? { column: body.split_by, includesOthers: body.unsplit_tables === 'include' } : null
  refuseIfAtOdds(body, { format, rows, split })
  const { snapshot_id: snapshotId, version } = body.as_of ?? {}
  return {
    tables: body.tables ?? null,
    format,
    rows,
    includesRowIds: body.include_row_ids ?? false,
    split,
    recordsBranch: recordsBranch(body),
    preservesFormulas: body.formula_mode === 'preserve',
    filename: body.filename ?? null,
    asOf: snapshotId ?? (version === null || version === undefined ? undefined : `version:${version}`),
    csv: csvIn(body.csv ?? {}),
    actor: body.actor ?? null,
  }
}

/** What cannot be had together. */
function refuseIfAtOdds(
  { formula_mode: formulas, record_branch: isBranch }: Static<typeof ExportRequest>,
  { format, rows, split }: Pick<RequestedExport, 'format' | 'rows' | 'split'>,
) {
  if (formulas === 'generate') throw formulaModeRefused("Formulas are never made up: 'generate' is refused.")
  if (formulas === 'preserve' && format !== 'xlsx') throw formulaModeRefused(`A ${format} file holds no formulas.`)
  if (formulas === 'preserve' && (rows || split))
    throw formulaModeRefused('Formulas refer to cells of the whole table, and not all of them would be in the file.')
  if (isBranch && (rows || format === 'parquet'))
    throw invalidField(['body', 'record_branch'], 'conflict', 'takes whole tables, as xlsx or csv')
  if (split && (rows || format !== 'xlsx'))
    throw invalidField(['body', 'split_by'], 'conflict', 'takes whole tables, as xlsx')
}

/** Null: all rows and columns. */
function rowsIn({ tables, filter, order_by: orderBy, columns }: Static<typeof ExportRequest>): SentQuestion | null {
  if (!filter && !orderBy && !columns) return null
  if (tables?.length !== 1)
    throw invalidField(['body', 'tables'], 'size', 'must name one table where filter, order_by or columns are sent')
  return { filter: filter ?? undefined, orderBy: orderBy ?? undefined, columns: columns ?? undefined }
}

const csvIn = (csv: Static<typeof CsvChoices>): CsvOptions => ({
  delimiter: csv.delimiter ?? CSV_DEFAULTS.delimiter,
  encoding: csv.encoding ?? CSV_DEFAULTS.encoding,
  lineEnding: csv.line_ending ?? CSV_DEFAULTS.lineEnding,
  nullValue: csv.null_value ?? CSV_DEFAULTS.nullValue,
  escapesFormulas: csv.escape_formulas ?? CSV_DEFAULTS.escapesFormulas,
})

function presentExport(made: Omit<Export, 'bytes'> & { bytes: Export['bytes'] | Buffer }): Answer {
  const { tables } = made
  const masked = tables.flatMap(({ table, columns }) => maskedNames(columns).map((name) => `${table.name}.${name}`))
  const denied = tables.flatMap(deniedNames)
  return new Answer(200, made.bytes, {
    'content-type': made.contentType,
    'content-disposition': attachment(made.filename),
    'x-svc-preserved-formulas': String(made.formulas.written),
    'x-svc-dropped-formulas': String(made.formulas.dropped),
    'x-svc-masked-columns': listed(masked.map(encodeURIComponent)),
    ...(made.skipped.length > 0 ? { 'x-svc-skipped-tables': listed(made.skipped.map(encodeURIComponent)) } : {}),
    'x-svc-denied-columns': made.namesDenied ? listed(denied.map(encodeURIComponent)) : String(denied.length),
    'x-svc-edit-versions': listed(tables.map(({ table }) => `${encodeURIComponent(table.name)}=${table.version}`)),
    ...(made.parts === null ? {} : { 'x-svc-parts': String(made.parts) }),
    ...(made.branchId === null ? {} : { 'x-svc-branch-id': toWireId('br', made.branchId) }),
  })
}

function deniedNames({ opened: { schema }, table }: ExportedTable): string[] {
  const seen = new Set(table.columns.map(({ id }) => id))
  return schema.filter(({ id }) => !seen.has(id)).map(({ name }) => `${table.name}.${name}`)
}

/** Clients take no more than some kilobytes of headers in all. */
const MOST_HEADER_CHARACTERS = 3_000

const listed = (items: readonly string[]) =>
  firstFitting(items, (item) => item.length + 1, MOST_HEADER_CHARACTERS).join(',')
