import { Type } from 'typebox'
import { CHART_KINDS } from '../../../work/looks/questions/question.ts'
import { SummaryBody } from '../../../work/looks/summaries/summary.schema.ts'
import { ADDS, READS, tool } from '../tool.ts'
import { Id, Name, WorkbookId } from './fields.ts'
import { pageOf, ResultPage } from './query-tools.ts'

const QuestionId = Id('qn', 'From list_questions')

export const listQuestions = tool({
  name: 'list_questions',
  title: 'List saved questions',
  description:
    'Questions that users of a workbook keep: SQL or a summary of a table under a name. One that fits is better than new SQL: ask_question answers it as the tables are now.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId }),
  output: Type.Object({
    questions: Type.Array(
      Type.Object({
        question_id: Type.String(),
        name: Type.String(),
        description: Type.Union([Type.String(), Type.Null()]),
        kind: Type.String({ description: 'sql or summary' }),
        table: Type.Union([Type.String(), Type.Null()]),
        owner: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  run: async (agent, { workbook_id }) => {
    const { questions } = await agent.api.listQuestions({ workbook_id })
    return {
      questions: questions.map(({ question_id, name, description, kind, table, owner }) => ({
        question_id,
        name,
        description,
        kind,
        table,
        owner: owner.name,
      })),
    }
  },
})

export const askQuestion = tool({
  name: 'ask_question',
  title: 'Ask a saved question',
  description:
    'Answers a question of list_questions with what the tables hold now, under your policies. The whole result is kept: read on with get_result_page.',
  scope: 'workbooks:read',
  annotations: READS,
  input: Type.Object({ workbook_id: WorkbookId, question_id: QuestionId }),
  output: ResultPage,
  run: async (agent, { workbook_id, question_id }) =>
    pageOf(await agent.api.runQuestion({ workbook_id, question_id, shape: 'arrays' })),
})

export const saveQuestion = tool({
  name: 'save_question',
  title: 'Save a question',
  description:
    'Keeps SQL or a summary under a name, for people to open and to put on dashboards. Either sql or summary. The chart names columns of the answer by their places, from 0 on. Try it with query first.',
  scope: 'workbooks:write',
  annotations: ADDS,
  input: Type.Object({
    workbook_id: WorkbookId,
    name: Name(200, 'Of the question, as people read it'),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    sql: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
    summary: Type.Optional(SummaryBody),
    chart: Type.Optional(
      Type.Object({
        kind: Type.Union(CHART_KINDS.map((kind) => Type.Literal(kind))),
        x: Type.Optional(Type.Integer({ minimum: 0 })),
        y: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 20 })),
        series: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
  }),
  output: Type.Object({ question_id: Type.String(), name: Type.String() }),
  run: async (agent, { workbook_id, ...body }) => {
    const { question_id, name } = await agent.api.createQuestion({ workbook_id, body })
    return { question_id, name }
  },
})
