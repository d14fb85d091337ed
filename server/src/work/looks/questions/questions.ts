import { composedName } from '../../../core/artifacts/artifact.ts'
import { invalidField } from '../../../core/artifacts/artifacts.errors.ts'
import { appendAuditEntry } from '../../../core/audit/append-audit-entry.ts'
import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import { emitEvent } from '../../../core/events/events.ts'
import { hiddenNames } from '../../../core/policies/governance.errors.ts'
import type { OpenedTable } from '../../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../../core/reading/open-readable-tables.ts'
import { isAnythingHidden } from '../../../core/reading/refuse-if-hidden.ts'
import { seesConditions } from '../../../core/reading/sees-conditions.ts'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Column } from '../../../engine/table/table.ts'
import { limitReached } from '../../../people/accounts/accounts.errors.ts'
import { writerOf } from '../../../platform/caller.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId, toWireId } from '../../../platform/ids.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import { visibleSummary } from '../summaries/summary.ts'
import { type CheckedRequest, tableAskedFor } from './check-question-request.ts'
import { type Chart, MOST_QUESTIONS, type Question } from './question.ts'
import { questionChanged, questionNameTaken } from './questions.errors.ts'
import {
  countQuestions,
  deleteQuestionRow,
  findQuestion,
  findQuestionNamesake,
  insertQuestion,
  listQuestions,
  updateQuestion,
} from './questions.store.ts'

type NewQuestion = {
  name: string
  description: string | null
  /** Undefined where nothing is asked, or it stays. */
  asked: CheckedRequest | undefined
  chart: Chart | null
}
type Change = Partial<NewQuestion> & { expected: number | null }

/** A question with what its reader may know of it. */
export type VisibleQuestion = {
  question: Question
  /** Null where something is hidden from the reader: SQL may name it, or compare with it. */
  sql: string | null
  summary: ReturnType<typeof visibleSummary>['summary'] | null
  isPartial: boolean
}

/** Keeps something to ask again under a name. */
export async function createQuestion(ctx: Context, workbookId: string, sent: NewQuestion): Promise<VisibleQuestion> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const name = composedName(sent.name, ['body', 'name'])
  const { asked } = sent
  if (!asked) throw invalidField(['body', 'sql'], 'required', 'must be there, or a summary')
  const questionId = newId()
  const { description, chart } = sent
  const question = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    if (await findQuestionNamesake(tx, workbookId, questionId, name)) throw questionNameTaken(name)
    if ((await countQuestions(tx, workbookId)) >= MOST_QUESTIONS) throw limitReached('questions', MOST_QUESTIONS)
    const createdBy = ctx.caller.userId
    const kept = { workbookId, questionId, name, description, chart, createdBy, ...asked }
    await insertQuestion(tx, kept, writerOf(ctx.caller))
    const made = await openIn(tx, workbookId, questionId)
    await record(tx, ctx, made, 'create')
    return made
  })
  return visibleIn(ctx, workbook, question)
}

export async function readQuestions(ctx: Context, workbookId: string): Promise<VisibleQuestion[]> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const questions = await listQuestions(ctx.db, workbookId)
  const tableIds = new Set(questions.flatMap(({ tableId }) => tableId ?? []))
  const tables = await openTablesById(ctx, workbook, [...tableIds], { rows: 'filtered' })
  const isSqlSeen = !(await isAnythingHidden(ctx, workbook))
  return questions.map((question) => seen(ctx, question, tableOf(tables, question), isSqlSeen))
}

export async function readQuestion(ctx: Context, workbookId: string, questionId: string): Promise<VisibleQuestion> {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  return visibleIn(ctx, workbook, await openIn(ctx.db, workbookId, questionId))
}

/** Renames it, or has it ask or draw something else. */
export async function changeQuestion(ctx: Context, workbookId: string, questionId: string, change: Change) {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const before = await openIn(ctx.db, workbookId, questionId)
  const name = change.name === undefined ? before.name : composedName(change.name, ['body', 'name'])
  // A caller who does not see all of it would write over what they cannot see.
  const { asked } = change
  if (asked && (await hidesParts(ctx, workbook, before))) throw hiddenNames()
  const question = await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const now = await openIn(tx, workbookId, questionId)
    if (change.expected !== null && now.version !== change.expected)
      throw questionChanged(now.name, change.expected, now.version)
    if (await findQuestionNamesake(tx, workbookId, questionId, name)) throw questionNameTaken(name)
    const { description, chart } = change
    const written = {
      name,
      ...(description === undefined ? {} : { description }),
      ...(chart === undefined ? {} : { chart }),
      ...asked,
    }
    await updateQuestion(tx, now, written, asked ? writerOf(ctx.caller) : null)
    const changed = await openIn(tx, workbookId, questionId)
    await record(tx, ctx, changed, 'update')
    return changed
  })
  return visibleIn(ctx, workbook, question)
}

/** Deletes no data. */
export async function deleteQuestion(ctx: Context, workbookId: string, questionId: string) {
  await openWorkbook(ctx, workbookId, 'editor')
  await inTransaction(ctx.db, async (tx) => {
    await lockWorkbookHead(tx, workbookId)
    const question = await openIn(tx, workbookId, questionId)
    await deleteQuestionRow(tx, workbookId, questionId)
    await record(tx, ctx, question, 'delete')
  })
}

export async function openIn(db: Context['db'] | Tx, workbookId: string, questionId: string): Promise<Question> {
  const question = await findQuestion(db, workbookId, questionId)
  if (!question) throw notFound('question', toWireId('qn', questionId))
  return question
}

/** What its reader may know of a question at hand. */
export async function visibleQuestion(ctx: Context, question: Question): Promise<VisibleQuestion> {
  return visibleIn(ctx, await openWorkbook(ctx, question.workbookId, 'viewer'), question)
}

async function visibleIn(ctx: Context, workbook: OpenedWorkbook, question: Question): Promise<VisibleQuestion> {
  const opened = await tableAskedFor(ctx, workbook, question)
  return seen(ctx, question, opened, !(await isAnythingHidden(ctx, workbook)))
}

function seen(ctx: Context, question: Question, opened: OpenedTable | undefined, isSqlSeen: boolean): VisibleQuestion {
  const { document } = question
  if (document.kind === 'sql')
    return { question, sql: isSqlSeen ? document.sql : null, summary: null, isPartial: !isSqlSeen }
  if (!opened) return { question, sql: null, summary: null, isPartial: true }
  const hasConditions = seesConditions(ctx, opened, question.writers)
  return { question, sql: null, ...visibleSummary(opened.table, document.summary, hasConditions) }
}

const tableOf = (tables: readonly OpenedTable[], { tableId }: Question) =>
  tables.find(({ artifactId }) => artifactId === tableId)

/** Whether it holds something that is hidden from the caller, other than what is gone. */
async function hidesParts(ctx: Context, workbook: OpenedWorkbook, question: Question): Promise<boolean> {
  const { document, writers } = question
  if (document.kind === 'sql') return isAnythingHidden(ctx, workbook)
  const opened = await tableAskedFor(ctx, workbook, question)
  // It is gone, or closed to the caller.
  if (!opened) return isAnythingHidden(ctx, workbook)
  // That a column is gone is no secret.
  const isThere = ({ origin }: Pick<Column, 'origin'>) => opened.schema.some((column) => column.origin === origin)
  const { filter, groups, pivot, measures } = document.summary
  const there = {
    ...document.summary,
    filter: filter.filter(isThere),
    groups: groups.filter(isThere),
    pivot: pivot && isThere(pivot) ? pivot : null,
    measures: measures.filter(({ origin }) => origin === null || isThere({ origin })),
  }
  return visibleSummary(opened.table, there, seesConditions(ctx, opened, writers)).isPartial
}

async function record(tx: Tx, ctx: Context, question: Question, change: 'create' | 'update' | 'delete') {
  const { workbookId, questionId, name, version } = question
  await appendAuditEntry(tx, ctx, { workbookId, action: `question.${change}`, target: { question: name } })
  const artifact = { id: toWireId('qn', questionId), name, type: 'question', layer: null }
  await emitEvent(tx, ctx, {
    workbookId,
    kind: change === 'delete' ? 'artifact.deleted' : 'artifact.updated',
    data: { artifact, edit_version: version, cause: `question.${change}` },
  })
}
