import {
  type SqlParameter,
  type SqlParameters,
  type SqlProblem,
  type SqlQuestion,
  SqlRefused,
  type UsedTable,
} from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import { foldedName, type LeftOut, type OpenedTables } from '../reading/open-readable-tables.ts'
import { openTablesForSql } from '../reading/open-tables-for-sql.ts'
import { sqlRefused } from './queries.errors.ts'

/** SQL as a client sent it. */
export type SqlRequest = { sql: string; params: SqlParameters | null; asOf: string | undefined }

/** The question for the engine, and the tables it was made from. */
export type OpenedQuestion = { question: SqlQuestion; opened: OpenedTables }

/** Opens every table the SQL might name: only the engine knows which it does. */
export async function openQuestion(
  ctx: Context,
  workbookId: string,
  { sql, params, asOf }: SqlRequest,
): Promise<OpenedQuestion> {
  const parameters = params ?? []
  refuseIfRounded(parameters)
  const opened = await openTablesForSql(ctx, workbookId, asOf)
  const { readable: tables, editSeq, snapshotId } = opened
  return { opened, question: { workbookId, editSeq, tables, snapshotId, sql, parameters } }
}

/** The same about tables that are open. */
export const questionOf = (
  workbookId: string,
  { tables, editSeq, snapshotId }: OpenedTables,
  sql: string,
  parameters: SqlParameters,
): SqlQuestion => ({ workbookId, editSeq, tables: tables.map(({ table }) => table), snapshotId, sql, parameters })

/** The tables that a query turned out to name. */
export const tablesUsed = (opened: OpenedTables, used: readonly UsedTable[]): OpenedTable[] =>
  used.flatMap(({ tableId }) => opened.tables.find(({ artifactId }) => artifactId === tableId) ?? [])

/** JSON numbers between these are read as integers, and beyond the first no longer exactly. */
const EXACT = Number.MAX_SAFE_INTEGER
const MOST_DIGITS = 1e21

function refuseIfRounded(parameters: SqlParameters) {
  // Safe: both kinds are plain collections of parameters.
  for (const [name, value] of Object.entries(parameters) as [string, SqlParameter][]) {
    if (typeof value !== 'number' || Math.abs(value) <= EXACT || Math.abs(value) >= MOST_DIGITS) continue
    const place = Array.isArray(parameters) ? Number(name) : name
    throw invalidField(
      ['body', 'params', place],
      'exact',
      'is too large to be exact as a JSON number: send it as a string',
    )
  }
}

/** What is wrong with the SQL, for its author; whatever else went wrong as it is. */
export const explainedError = (error: unknown, opened: OpenedTables) =>
  error instanceof SqlRefused ? sqlRefused(explained(error.problem, opened)) : error

/** A table that no name leads to is unknown to the engine; here it is known why. */
export function explained(problem: SqlProblem, { leftOut }: OpenedTables): SqlProblem {
  const found = problem.unknownTable === undefined ? undefined : leftOut.get(foldedName(problem.unknownTable))
  return found ? { ...problem, ...problemOfLeftOut(found) } : problem
}

function problemOfLeftOut(leftOut: LeftOut): Pick<SqlProblem, 'message' | 'suggestion'> {
  if (leftOut.reason === 'forgotten')
    return {
      message: `What the table '${leftOut.name}' held in this snapshot is no longer kept.`,
      suggestion: 'Ask for a newer snapshot, or for the workbook as it is now.',
    }
  return {
    message: `SQL cannot tell these tables apart: ${leftOut.names.map((name) => `'${name}'`).join(', ')}.`,
    suggestion: 'Rename one of them, so that they differ in more than capital and small letters.',
  }
}
