import { type AnsweredQuery, runQuery } from '../../../core/queries/run-query.ts'
import { isAnythingHidden } from '../../../core/reading/refuse-if-hidden.ts'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { SUMMARY_BOUNDS } from '../summaries/run-summary.ts'
import { summaryStatement } from '../summaries/summary.ts'
import { tableAskedFor } from './check-question-request.ts'
import type { Question } from './question.ts'
import { notAnswerable } from './questions.errors.ts'
import { openIn } from './questions.ts'

/** Finds a question and asks it. */
export async function runQuestion(
  ctx: Context,
  workbookId: string,
  questionId: string,
  shape: 'objects' | 'arrays',
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  await openWorkbook(ctx, workbookId, 'viewer')
  return answerQuestion(ctx, await openIn(ctx.db, workbookId, questionId), shape, gone)
}

/** Asks a question as its reader: nothing of what its author could see goes into the answer. */
export async function answerQuestion(
  ctx: Context,
  question: Question,
  shape: 'objects' | 'arrays',
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  const { workbookId } = question
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const { sql, params } = await statementOf(ctx, workbook, question)
  try {
    return await runQuery(ctx, workbookId, { sql, params, format: { format: 'json', shape }, ...SUMMARY_BOUNDS }, gone)
  } catch (error) {
    // What is wrong with SQL quotes it, and so what the reader may not know.
    if (isAboutSql(error) && (await isAnythingHidden(ctx, workbook))) throw notAnswerable()
    throw error
  }
}

async function statementOf(ctx: Context, workbook: OpenedWorkbook, question: Question) {
  const { document } = question
  if (document.kind === 'sql') return { sql: document.sql, params: null }
  const opened = await tableAskedFor(ctx, workbook, question)
  const statement = opened && summaryStatement(opened.table, document.summary)
  if (!statement) throw notAnswerable()
  return { sql: statement.sql, params: statement.parameters }
}

const isAboutSql = (error: unknown) =>
  error instanceof ServiceError && (error.code === 'invalid_sql' || error.code === 'not_read_only')
