import { Type } from 'typebox'
import { jsonAnswer } from '../../../core/queries/json-answer.ts'
import { ResultRows } from '../../../core/queries/results.schema.ts'
import { lookAheadForTables } from '../../../core/reading/look-ahead-for-tables.ts'
import { Answer, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import { SHAPES, withRows } from '../../../platform/http/response/row-format.ts'
import { Id, OneOf } from '../../../platform/http/schema.ts'
import { runSummary } from '../../../work/looks/summaries/run-summary.ts'
import { SummaryBody } from '../../../work/looks/summaries/summary.schema.ts'

export const summaryEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/v1/workbooks/{workbook_id}/summarize',
    operation: 'summarizeTable',
    summary: 'Group and measure the rows of a table, without SQL',
    description: [
      'The answer has a column for each group, one for the pivot, and one for each measure, in this order; a row for each combination that occurs. At most 5000 of them.',
      'It is a result like that of a query: kept for seven days, and read under your policies. A masked column groups as NULL.',
      'Changes nothing, so repeating it is safe and no Idempotency-Key is kept.',
    ].join('\n\n'),
    scope: 'workbooks:read',
    ahead: lookAheadForTables,
    reach: { workbook: 'viewer' },
    isRead: true,
    params: Type.Object({ workbook_id: Id('wb') }),
    query: Type.Object({ shape: Type.Optional(OneOf(SHAPES)) }),
    body: SummaryBody,
    status: 200,
    response: ResultRows,
    problems: [
      'out_of_reach',
      'unknown_column',
      'uncastable_value',
      'invalid_sql',
      'query_timeout',
      'result_too_large',
      'unavailable',
    ],
    handle: async ({ ctx, params, query, body, gone }) => {
      const answered = await runSummary(ctx, params.workbook_id, body, query.shape ?? 'objects', gone)
      const { manifest, rows } = jsonAnswer(answered)
      return new Answer(200, withRows(manifest, rows), { 'content-type': JSON_TYPE })
    },
  }),
]
