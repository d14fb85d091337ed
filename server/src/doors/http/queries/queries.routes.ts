import { Type } from 'typebox'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { type Manifest, manifestHeader, presentManifest, presentResultColumn } from '../../../core/queries/manifest.ts'
import { AsOf, Params, Sql } from '../../../core/queries/queries.schema.ts'
import { type ResultPage, readResult } from '../../../core/queries/read-result.ts'
import { nextOffset } from '../../../core/queries/result.ts'
import { ResultRows } from '../../../core/queries/results.schema.ts'
import { type AnsweredQuery, runQuery } from '../../../core/queries/run-query.ts'
import { type CheckedQuery, validateQuery } from '../../../core/queries/validate-query.ts'
import { lookAheadForTables } from '../../../core/reading/look-ahead-for-tables.ts'
import { ColumnInfo } from '../../../core/tables/tables.schema.ts'
import type { RowFormat, SqlProblem } from '../../../engine/reading/sql-question.ts'
import { Answer, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import {
  acceptedFormat,
  FORMATS,
  MEDIA_TYPES,
  SHAPES,
  STREAM_TYPES,
  withRows,
} from '../../../platform/http/response/row-format.ts'
import { Id, Limit, NamedObject, Nullable, Nullish, OneOf } from '../../../platform/http/schema.ts'

const AtWorkbook = Type.Object({ workbook_id: Id('wb') })

const MOST_JSON_ROWS = 10_000
const MOST_ROWS = 1_000_000

const QueryRequest = NamedObject('QueryRequest', {
  sql: Sql,
  params: Params,
  format: Nullish(OneOf(FORMATS)),
  limit: Nullish(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      description: `Rows of the first page, 1000 when left out; at most ${MOST_JSON_ROWS} as JSON`,
    }),
  ),
  max_rows: Nullish(
    Type.Integer({ minimum: 1, maximum: MOST_ROWS, description: 'Rows that are kept, 1000000 when left out' }),
  ),
  timeout_ms: Nullish(Type.Integer({ minimum: 1, maximum: 120_000, description: '30000 when left out' })),
  as_of: AsOf,
  shape: Nullish(OneOf(SHAPES)),
})

const HEADERS =
  'As NDJSON or Arrow, chosen by format or Accept, the body is the rows alone; X-SVC-Result-Id and X-SVC-Result-Manifest (base64url JSON; without its lists where these are long) describe the result.'

const ABOUT_QUERY = [
  'Reads only, and sees one moment of all tables. Archived tables can be asked, too; of several with one name the active one is meant. The result is kept for seven days and read on at GET /api/v1/results/{result_id}.',
  HEADERS,
  'A page of more than 1 MB in these formats is sent while the query runs: row_count, truncated, next_offset and elapsed_ms are null in its header, and the whole manifest is at GET /api/v1/results/{result_id}. If the query fails then, the connection breaks.',
  'Changes nothing, so repeating it is safe and no Idempotency-Key is kept.',
].join('\n\n')

const answerWith = (manifest: Manifest, body: Answer['body'], format: RowFormat['format']) =>
  new Answer(200, body, {
    'x-svc-result-id': manifest.id,
    'x-svc-result-manifest': manifestHeader(manifest),
    'content-type': format === 'json' ? JSON_TYPE : MEDIA_TYPES[format],
  })

function presentAnswer(answered: AnsweredQuery): Answer {
  const { result } = answered
  const { format } = result.format
  const begun = { offset: 0, limit: result.limit, next: null }
  if ('stream' in answered) return answerWith(presentManifest(result, format, begun), answered.stream, format)
  const next = nextOffset(answered.pageRows, answered.result.rowCount)
  return presentRows(presentManifest(result, format, { ...begun, next }), answered.parts, format)
}

const presentPage = ({ result, format: { format }, offset, limit, pageRows, parts }: ResultPage) =>
  presentRows(
    presentManifest(result, format, { offset, limit, next: nextOffset(offset + pageRows, result.rowCount) }),
    parts,
    format,
  )

const presentRows = (manifest: Manifest, parts: Buffer[], format: RowFormat['format']) =>
  answerWith(manifest, format === 'json' ? withRows(manifest, parts) : Buffer.concat(parts), format)

const presentProblem = ({ code, message, line, column, suggestion, unknownTable, unknownColumn }: SqlProblem) => ({
  code,
  message,
  line,
  column,
  suggested_fix: suggestion ?? null,
  unknown_table: unknownTable ?? null,
  unknown_column: unknownColumn ?? null,
})

const presentCheck = (checked: CheckedQuery) =>
  'problem' in checked
    ? { valid: false, errors: [presentProblem(checked.problem)], columns: [], tables: [] }
    : { valid: true, errors: [], columns: checked.columns.map(presentResultColumn), tables: [...checked.tables] }

export const queryEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/query',
    operation: 'runQuery',
    summary: 'Ask the tables of a workbook with SQL',
    description: ABOUT_QUERY,
    scope: 'workbooks:read',
    ahead: lookAheadForTables,
    reach: { workbook: 'viewer' },
    isRead: true,
    params: AtWorkbook,
    body: QueryRequest,
    status: 200,
    response: ResultRows,
    alsoProduces: STREAM_TYPES,
    problems: [
      'out_of_reach',
      'not_acceptable',
      'invalid_sql',
      'not_read_only',
      'query_timeout',
      'result_too_large',
      'unavailable',
    ],
    handle: async ({ ctx, params, body, headers, gone }) => {
      const format = body.format ?? acceptedFormat(headers.accept) ?? 'json'
      const limit = body.limit ?? 1_000
      if (format === 'json' && limit > MOST_JSON_ROWS)
        throw invalidField(
          ['body', 'limit'],
          'maximum',
          `must be <= ${MOST_JSON_ROWS} as JSON; NDJSON and Arrow take more`,
        )
      const asked = {
        sql: body.sql,
        params: body.params ?? null,
        asOf: body.as_of ?? undefined,
        format: { format, shape: body.shape ?? 'objects' },
        limit,
        maxRows: body.max_rows ?? MOST_ROWS,
        timeoutMs: body.timeout_ms ?? 30_000,
      } as const
      return presentAnswer(await runQuery(ctx, params.workbook_id, asked, gone))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/query/validate',
    operation: 'validateQuery',
    summary: 'What a query would answer with, or what is wrong with it',
    description: 'Parses and plans; nothing is run and nothing is kept, an Idempotency-Key neither.',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    isRead: true,
    params: AtWorkbook,
    body: Type.Object({ sql: Sql, params: Params, as_of: AsOf }),
    status: 200,
    response: Type.Object({
      valid: Type.Boolean(),
      errors: Type.Array(
        Type.Object({
          code: OneOf(['invalid_sql', 'not_read_only']),
          message: Type.String(),
          line: Nullable(Type.Integer()),
          column: Nullable(Type.Integer()),
          suggested_fix: Nullable(Type.String()),
          unknown_table: Nullable(Type.String()),
          unknown_column: Nullable(Type.String()),
        }),
      ),
      columns: Type.Array(ColumnInfo),
      tables: Type.Array(Type.String()),
    }),
    problems: ['out_of_reach', 'query_timeout', 'unavailable'],
    handle: async ({ ctx, params, body: { sql, params: values, as_of: asOf } }) =>
      presentCheck(
        await validateQuery(ctx, params.workbook_id, { sql, params: values ?? null, asOf: asOf ?? undefined }),
      ),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/results/{result_id}',
    operation: 'readResult',
    summary: 'Rows of a result, page by page',
    description: `Nothing is computed again. Only the user who ran the query may read it, for seven days, and as long as nothing changes in what they may see. ${HEADERS}`,
    scope: 'workbooks:read',
    params: Type.Object({ result_id: Id('res') }),
    query: Type.Object({
      limit: Limit(1_000, MOST_JSON_ROWS),
      offset: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'At most the row_count' })),
      format: Type.Optional(OneOf(FORMATS)),
      shape: Type.Optional(OneOf(SHAPES)),
    }),
    status: 200,
    response: ResultRows,
    alsoProduces: STREAM_TYPES,
    problems: ['result_expired', 'result_invalidated', 'result_too_large', 'query_timeout', 'unavailable'],
    handle: async ({ ctx, params, query: { limit, offset = 0, ...query }, headers }) => {
      const format = query.format ?? acceptedFormat(headers.accept)
      const { shape } = query
      const asked = { limit, offset, ...(format ? { format } : {}), ...(shape ? { shape } : {}) }
      return presentPage(await readResult(ctx, params.result_id, asked))
    },
  }),
]
