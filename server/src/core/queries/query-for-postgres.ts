import { readUntil } from '../../engine/reading/read-again.ts'
import type { PostgresAnswer, PostgresColumn, PostgresShape, UsedTable } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { policiesKeepChanging } from '../policies/governance.errors.ts'
import { type OpenedTables, openReadableTables } from '../reading/open-readable-tables.ts'
import { findPolicyEpoch } from '../reading/readable-tables.store.ts'
import { recordGovernedReads } from '../reading/record-governed-reads.ts'
import { cutOf, isAtCut, openAtCut, type TableCut } from '../reading/table-cut.ts'
import { gatherPage } from './gather-page.ts'
import { clientLeft } from './queries.errors.ts'
import { explainedError, questionOf, tablesUsed } from './sql-question.ts'

/** A query of a client of PostgreSQL's protocol. */
export type PostgresQuery = {
  /** The text and its parameters, which may name what the caller sees. */
  spell: (opened: OpenedTables) => Promise<{ sql: string; params: readonly (string | null)[] }>
  asOf: string | undefined
  /** What the transaction saw first; null outside of one, and before. */
  cut: TableCut | null
}

export type PostgresRows = {
  columns: readonly PostgresColumn[]
  /** Messages of the protocol. They end when all that they hold may be seen still; else they fail. */
  rows: AsyncGenerator<Buffer, number>
  /** What the next statement of the same transaction is to see. */
  cut: TableCut
}

/** While it is less, the rows wait for the end of their query, and the policies are asked once. */
const MOST_WAITING_BYTES = 64 * 1024

/**
 * Runs one SELECT as `runQuery` does, behind the same gate and under the same policies, and answers in the form of
 * PostgreSQL's protocol. Nothing is kept.
 */
export async function queryForPostgres(
  ctx: Context,
  workbookId: string,
  query: PostgresQuery,
  run: { binary: readonly boolean[]; timeoutMs: number },
  gone: AbortSignal,
): Promise<PostgresRows> {
  const read = () => tryQuery(ctx, workbookId, query, run, gone)
  const { answer } = await readUntil('policiesChanged', read, (answered) => answered !== undefined)
  if (!answer) throw policiesKeepChanging()
  return answer
}

/** Undefined when policies have changed meanwhile. */
async function tryQuery(
  ctx: Context,
  workbookId: string,
  query: PostgresQuery,
  run: { binary: readonly boolean[]; timeoutMs: number },
  gone: AbortSignal,
): Promise<PostgresRows | undefined> {
  const now = await openReadableTables(ctx, workbookId, query.asOf, { rows: 'filtered' })
  const cut = query.cut ?? cutOf(now)
  let opened = query.asOf === undefined && !isAtCut(now, cut) ? await openAtCut(ctx, now, cut) : now
  try {
    let answer = await ask(ctx, workbookId, query, opened, run, gone)
    if (query.asOf === undefined && opened === now && !isOfCut(answer.tables, cut)) {
      // The engine was led on before it answered: it is asked again for exactly the cut.
      await answer.rows[Symbol.asyncIterator]().return?.(undefined)
      opened = await openAtCut(ctx, now, cut)
      answer = await ask(ctx, workbookId, query, opened, run, gone)
    }
    await recordGovernedReads(ctx, tablesUsed(opened, answer.tables))
    const { parts, rest } = await gatherPage(answer.rows, MOST_WAITING_BYTES)
    const mayLeave = async () => (await findPolicyEpoch(ctx.db, workbookId)) === opened.policyEpoch
    if (!(await mayLeave())) {
      await rest?.return?.()
      return undefined
    }
    return { columns: answer.columns, cut, rows: rowsOf({ parts, rest, answer, mayLeave, opened, gone }) }
  } catch (error) {
    throw gone.aborted ? clientLeft() : explainedError(error, opened)
  }
}

async function ask(
  ctx: Context,
  workbookId: string,
  { spell }: PostgresQuery,
  opened: OpenedTables,
  run: { binary: readonly boolean[]; timeoutMs: number },
  gone: AbortSignal,
): Promise<PostgresAnswer> {
  const { sql, params } = await spell(opened)
  const answer = await ctx.sql.postgresRows(questionOf(workbookId, opened, sql, params), { ...run, signal: gone })
  answer.end.catch(() => {})
  return answer
}

const isOfCut = (used: readonly UsedTable[], cut: TableCut) =>
  used.every(({ tableId, version }) => cut.tables.get(tableId)?.version === version)

type Coming = {
  parts: readonly Buffer[]
  rest: AsyncIterator<Buffer> | null
  answer: PostgresAnswer
  mayLeave: () => Promise<boolean>
  opened: OpenedTables
  gone: AbortSignal
}

/** Returns how many rows there were. */
async function* rowsOf({ parts, rest, answer, mayLeave, opened, gone }: Coming): AsyncGenerator<Buffer, number> {
  let isTaken = rest === null
  try {
    yield* parts
    for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value
    isTaken = true
    const rowCount = await answer.end
    if (rest && !(await mayLeave())) throw policiesKeepChanging()
    return rowCount
  } catch (error) {
    throw gone.aborted ? clientLeft() : explainedError(error, opened)
  } finally {
    // A client that went away wants no more of it.
    if (!isTaken) await rest?.return?.()
  }
}

/** Which columns a query would answer with, and of which types its parameters are. Nothing is run. */
export async function shapeForPostgres(ctx: Context, workbookId: string, query: PostgresQuery): Promise<PostgresShape> {
  const now = await openReadableTables(ctx, workbookId, query.asOf, { rows: 'filtered' })
  const opened =
    query.cut && query.asOf === undefined && !isAtCut(now, query.cut) ? await openAtCut(ctx, now, query.cut) : now
  try {
    const { sql } = await query.spell(opened)
    return await ctx.sql.postgresShape(questionOf(workbookId, opened, sql, []))
  } catch (error) {
    throw explainedError(error, opened)
  }
}
