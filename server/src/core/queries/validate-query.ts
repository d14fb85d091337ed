import type { ResultColumn, SqlProblem } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { explained, openQuestion, type SqlRequest } from './sql-question.ts'

/** `tables`: by name. */
export type CheckedQuery = { columns: readonly ResultColumn[]; tables: readonly string[] } | { problem: SqlProblem }

/** Says what a query would answer with, or what is wrong with it, and runs nothing. */
export async function validateQuery(ctx: Context, workbookId: string, asked: SqlRequest): Promise<CheckedQuery> {
  const { question, opened } = await openQuestion(ctx, workbookId, asked)
  const check = await ctx.sql.validate(question)
  if ('problem' in check) return { problem: explained(check.problem, opened) }
  const used = new Set(check.tables.map(({ tableId }) => tableId))
  return {
    columns: check.columns,
    tables: opened.tables.filter(({ artifactId }) => used.has(artifactId)).map(({ name }) => name),
  }
}
