import type { Writer } from '../../../platform/caller.ts'
import { knownWriters, raisedVersion } from '../../../platform/database/raised-version.store.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'
import type { Chart, Question, QuestionDocument } from './question.ts'

const present = (db: Db, workbookId: string) =>
  db
    .selectFrom('question')
    .leftJoin('appUser', 'appUser.userId', 'question.createdBy')
    .selectAll('question')
    .select('appUser.name as ownerName')
    .where('question.workbookId', '=', workbookId)

type Row = Awaited<ReturnType<ReturnType<typeof present>['executeTakeFirstOrThrow']>>

/** By name. */
export async function listQuestions(db: Db, workbookId: string): Promise<Question[]> {
  return (await present(db, workbookId).orderBy('question.name').execute()).map(questionFrom)
}

export async function findQuestion(db: Db, workbookId: string, questionId: string): Promise<Question | undefined> {
  const row = await present(db, workbookId).where('question.questionId', '=', questionId).executeTakeFirst()
  return row && questionFrom(row)
}

/** Another question that has the name. */
export function findQuestionNamesake(db: Db, workbookId: string, questionId: string, name: string) {
  return db
    .selectFrom('question')
    .select('questionId')
    .where('workbookId', '=', workbookId)
    .where('name', '=', name)
    .where('questionId', '!=', questionId)
    .executeTakeFirst()
}

export async function countQuestions(db: Db, workbookId: string): Promise<number> {
  const { n } = await db
    .selectFrom('question')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workbookId', '=', workbookId)
    .executeTakeFirstOrThrow()
  return n
}

export type NewQuestion = Omit<Question, 'version' | 'writers' | 'ownerName' | 'createdAt' | 'updatedAt'>

export async function insertQuestion(tx: Tx, { document, chart, ...question }: NewQuestion, writer: Writer) {
  const documents = { document: JSON.stringify(document), chart: chart && JSON.stringify(chart) }
  await tx
    .insertInto('question')
    .values({ ...question, ...documents, version: 1, writers: JSON.stringify([writer]), writersVersion: 1 })
    .execute()
}

export type QuestionChange = Partial<Pick<Question, 'name' | 'description' | 'document' | 'chart' | 'tableId'>>

/** `writer`: of what it asks; null where that stays. */
export async function updateQuestion(
  tx: Tx,
  { workbookId, questionId }: Pick<Question, 'workbookId' | 'questionId'>,
  { document, chart, ...change }: QuestionChange,
  writer: Writer | null,
) {
  await tx
    .updateTable('question')
    .set({
      ...change,
      ...(document === undefined ? {} : { document: JSON.stringify(document) }),
      ...(chart === undefined ? {} : { chart: chart && JSON.stringify(chart) }),
      ...(writer === null ? {} : { writers: JSON.stringify([writer]) }),
      ...raisedVersion(writer !== null),
    })
    .where('workbookId', '=', workbookId)
    .where('questionId', '=', questionId)
    .execute()
}

export async function deleteQuestionRow(tx: Tx, workbookId: string, questionId: string) {
  await tx.deleteFrom('question').where('workbookId', '=', workbookId).where('questionId', '=', questionId).execute()
}

/** Summaries of a table: for erasing what their filters hold. */
export async function listQuestionsOf(db: Db, workbookId: string, tableId: string): Promise<Question[]> {
  return (await present(db, workbookId).where('question.tableId', '=', tableId).execute()).map(questionFrom)
}

// Safe: what was checked before it was kept.
const questionFrom = (row: Row): Question => ({
  ...row,
  document: row.document as unknown as QuestionDocument,
  chart: row.chart as unknown as Chart | null,
  writers: knownWriters(row),
})
