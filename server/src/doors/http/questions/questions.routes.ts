import { type Static, Type } from 'typebox'
import { jsonAnswer } from '../../../core/queries/json-answer.ts'
import { ResultRows } from '../../../core/queries/results.schema.ts'
import { lookAheadForTables } from '../../../core/reading/look-ahead-for-tables.ts'
import { Answer, endpoint, JSON_TYPE } from '../../../platform/http/endpoint.ts'
import { SHAPES, withRows } from '../../../platform/http/response/row-format.ts'
import { Id, NamedObject, Nullable, Nullish, named, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'
import { checkQuestionRequest } from '../../../work/looks/questions/check-question-request.ts'
import { CHART_KINDS } from '../../../work/looks/questions/question.ts'
import {
  changeQuestion,
  createQuestion,
  deleteQuestion,
  readQuestion,
  readQuestions,
  type VisibleQuestion,
} from '../../../work/looks/questions/questions.ts'
import { runQuestion } from '../../../work/looks/questions/run-question.ts'
import { SummaryBody } from '../../../work/looks/summaries/summary.schema.ts'

const AT = '/api/v1/workbooks/{workbook_id}/questions'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtQuestion = Type.Object({ workbook_id: Id('wb'), question_id: Id('qn') })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Description = Nullish(Type.String({ maxLength: 2_000 }))
const Sql = Nullish(
  Type.String({ minLength: 1, maxLength: 100_000, description: 'One SELECT; either this or a summary' }),
)
const Place = Type.Integer({ minimum: 0, maximum: 1_000 })

const ChartBody = named(
  'ChartShape',
  Type.Object(
    {
      kind: OneOf(CHART_KINDS),
      x: Nullish(Place),
      y: Type.Optional(Type.Array(Place, { maxItems: 20 })),
      series: Nullish(Place),
    },
    { description: 'How the answer is drawn; x, y and series are the places of its columns, from 0 on' },
  ),
)

const QuestionInfo = NamedObject('Question', {
  question_id: WireId('qn'),
  name: Type.String(),
  description: Nullable(Type.String()),
  kind: OneOf(['sql', 'summary']),
  table: Nullable(Type.String({ description: 'Of a summary' })),
  sql: Nullable(Type.String({ description: 'Null where something of the workbook is hidden from you' })),
  summary: Nullable(
    Type.Unsafe<NonNullable<VisibleQuestion['summary']>>({ type: 'object', additionalProperties: true }),
  ),
  chart: Nullable(
    Type.Object({
      kind: OneOf(CHART_KINDS),
      x: Nullable(Type.Integer()),
      y: Type.Array(Type.Integer()),
      series: Nullable(Type.Integer()),
    }),
  ),
  partial: Type.Boolean({ description: 'Parts about what is hidden from you, or gone, are left out' }),
  version: Type.Integer(),
  owner: Type.Object({ user_id: WireId('usr'), name: Nullable(Type.String()) }),
  created_at: Time,
  updated_at: Time,
})

const presentQuestion = ({ question, sql, summary, isPartial }: VisibleQuestion) => ({
  question_id: toWireId('qn', question.questionId),
  name: question.name,
  description: question.description,
  kind: question.document.kind,
  table: summary?.table ?? null,
  sql,
  summary,
  chart: question.chart && { ...question.chart, y: [...question.chart.y] },
  partial: isPartial,
  version: question.version,
  owner: { user_id: toWireId('usr', question.createdBy), name: question.ownerName },
  created_at: question.createdAt.toISOString(),
  updated_at: question.updatedAt.toISOString(),
})

const chartOf = (chart: Static<typeof ChartBody> | null | undefined) =>
  chart ? { kind: chart.kind, x: chart.x ?? null, y: chart.y ?? [], series: chart.series ?? null } : null

const WRITING = ['role_required', 'unknown_column', 'uncastable_value', 'name_taken', 'invalid_sql', 'not_read_only']

export const questionEndpoints = [
  endpoint({
    method: 'GET',
    path: AT,
    operation: 'listQuestions',
    summary: 'Questions of a workbook, by name',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtWorkbook,
    status: 200,
    response: Type.Object({ questions: Type.Array(QuestionInfo) }),
    handle: async ({ ctx, params }) => ({
      questions: (await readQuestions(ctx, params.workbook_id)).map(presentQuestion),
    }),
  }),
  endpoint({
    method: 'POST',
    path: AT,
    operation: 'createQuestion',
    summary: 'Keep a query or a summary, with its chart, under a name',
    description:
      'It is asked again whenever it is run, under the policies of who runs it. Its writer must be able to run it: SQL that is wrong, or names what is hidden from you, is refused.',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtWorkbook,
    body: Type.Object({
      name: Name,
      description: Description,
      sql: Sql,
      summary: Nullish(SummaryBody),
      chart: Nullish(ChartBody),
    }),
    status: 201,
    response: QuestionInfo,
    problems: [...WRITING, 'limit_reached'],
    prepare: async ({ ctx, params, body: { sql, summary } }) =>
      checkQuestionRequest(ctx, params.workbook_id, { sql: sql ?? null, summary: summary ?? null }),
    handle: async ({ ctx, params, prepared: asked, body: { name, description = null, chart } }) =>
      presentQuestion(
        await createQuestion(ctx, params.workbook_id, {
          name,
          description,
          asked,
          chart: chartOf(chart),
        }),
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${AT}/{question_id}`,
    operation: 'readQuestion',
    summary: 'A question, and how its answer is drawn',
    scope: 'workbooks:read',
    reach: { workbook: 'viewer' },
    params: AtQuestion,
    status: 200,
    response: QuestionInfo,
    handle: async ({ ctx, params }) => presentQuestion(await readQuestion(ctx, params.workbook_id, params.question_id)),
  }),
  endpoint({
    method: 'PATCH',
    path: `${AT}/{question_id}`,
    operation: 'changeQuestion',
    summary: 'Rename a question, or have it ask or draw something else',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtQuestion,
    body: Type.Object({
      name: Type.Optional(Name),
      description: Description,
      sql: Sql,
      summary: Nullish(SummaryBody),
      chart: Nullish(ChartBody),
      expected_version: Nullish(Type.Integer()),
    }),
    status: 200,
    response: QuestionInfo,
    problems: [...WRITING, 'masked_column', 'version_conflict'],
    prepare: async ({ ctx, params, body: { sql, summary } }) =>
      checkQuestionRequest(ctx, params.workbook_id, { sql: sql ?? null, summary: summary ?? null }),
    handle: async ({ ctx, params, prepared: asked, body: { name, description, chart, expected_version } }) => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(chart === undefined ? {} : { chart: chartOf(chart) }),
        asked,
        expected: expected_version ?? null,
      }
      return presentQuestion(await changeQuestion(ctx, params.workbook_id, params.question_id, change))
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${AT}/{question_id}`,
    operation: 'deleteQuestion',
    summary: 'Delete a question; the tables it asks stay',
    scope: 'workbooks:write',
    reach: { workbook: 'editor' },
    params: AtQuestion,
    status: 204,
    problems: ['role_required'],
    handle: async ({ ctx, params }) => {
      await deleteQuestion(ctx, params.workbook_id, params.question_id)
    },
  }),
  endpoint({
    method: 'POST',
    path: `${AT}/{question_id}/run`,
    operation: 'runQuestion',
    summary: 'Ask a question again, as the tables are now',
    description:
      'Under your policies, not those of its author. The answer is a result like that of a query, of at most 5000 rows. Changes nothing, so repeating it is safe and no Idempotency-Key is kept.',
    scope: 'workbooks:read',
    ahead: lookAheadForTables,
    reach: { workbook: 'viewer' },
    isRead: true,
    params: AtQuestion,
    query: Type.Object({ shape: Type.Optional(OneOf(SHAPES)) }),
    status: 200,
    response: ResultRows,
    problems: [
      'out_of_reach',
      'unknown_column',
      'invalid_sql',
      'not_read_only',
      'query_timeout',
      'result_too_large',
      'unavailable',
    ],
    handle: async ({ ctx, params, query, gone }) => {
      const answered = await runQuestion(ctx, params.workbook_id, params.question_id, query.shape ?? 'objects', gone)
      const { manifest, rows } = jsonAnswer(answered)
      return new Answer(200, withRows(manifest, rows), { 'content-type': JSON_TYPE })
    },
  }),
]
