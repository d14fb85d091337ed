import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { readUntil } from '../../engine/reading/read-again.ts'
import type { RowFormat, SqlAnswer, SqlEnd, UsedTable } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { policiesKeepChanging } from '../policies/governance.errors.ts'
import { maskedNames } from '../reading/column-info.ts'
import { hiddenHash } from '../reading/hidden-hash.ts'
import type { OpenedTable } from '../reading/open-readable-table.ts'
import type { OpenedTables } from '../reading/open-readable-tables.ts'
import { findPolicyEpoch } from '../reading/readable-tables.store.ts'
import { recordGovernedReads } from '../reading/record-governed-reads.ts'
import { gatherPage } from './gather-page.ts'
import { forgetRows, keepResult } from './keep-result.ts'
import { clientLeft, pageTooLarge } from './queries.errors.ts'
import { type BegunResult, daysAfter, type ReadTable, type Result } from './result.ts'
import { explainedError, openQuestion, type SqlRequest, tablesUsed } from './sql-question.ts'

type QueryRequest = SqlRequest & {
  format: RowFormat
  /** Rows of the first page. */
  limit: number
  /** Rows that are kept. */
  maxRows: number
  timeoutMs: number
}

/** A result with its first page; one whose query still runs gives the page as it comes. */
export type AnsweredQuery =
  | { result: Result; pageRows: number; parts: Buffer[] }
  | { result: BegunResult; stream: Readable }

/** JSON has its manifest in front, which is known last; so a page of it is held whole. */
const MOST_JSON_BYTES = 64 * 1024 * 1024
/** Up to here a page waits for the end of its query, so that it comes with the whole manifest. */
const MOST_WAITING_BYTES = 1024 * 1024

/** Runs one SELECT over the tables of a workbook, as its caller may see them, and keeps what it answers. */
export async function runQuery(
  ctx: Context,
  workbookId: string,
  asked: QueryRequest,
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  // Nothing leaves that was read under policies which are no longer those.
  const read = () => tryQuery(ctx, workbookId, asked, gone)
  const { answer } = await readUntil('policiesChanged', read, (answered) => answered !== undefined)
  if (!answer) throw policiesKeepChanging()
  return answer
}

/** Undefined when policies have changed meanwhile. */
async function tryQuery(
  ctx: Context,
  workbookId: string,
  asked: QueryRequest,
  gone: AbortSignal,
): Promise<AnsweredQuery | undefined> {
  const begunMs = performance.now()
  const { question, opened } = await openQuestion(ctx, workbookId, asked)
  const { format, limit, maxRows, timeoutMs } = asked
  let answer: SqlAnswer | undefined
  try {
    answer = await ctx.sql.query(question, { format, pageRows: limit, maxRows, timeoutMs, signal: gone })
    // Looked at once the page is taken; that it may fail before is expected.
    answer.end.catch(() => {})
    const result = beginResult(ctx, { workbookId, sql: asked.sql, format, limit, opened }, answer)
    await recordGovernedReads(ctx, tablesUsed(opened, answer.tables))
    const ended = ({ rowCount, isTruncated }: SqlEnd) => {
      const elapsedMs = Math.round(performance.now() - begunMs)
      return { ...result, rowCount, isTruncated, elapsedMs }
    }
    return await takeAnswer(ctx, answer, result, ended)
  } catch (error) {
    if (answer) forgetRows(answer.end)
    throw gone.aborted ? clientLeft() : explainedError(error, opened)
  }
}

async function takeAnswer(
  ctx: Context,
  { page, end }: SqlAnswer,
  result: BegunResult,
  ended: (end: SqlEnd) => Result,
): Promise<AnsweredQuery | undefined> {
  const isJson = result.format.format === 'json'
  const { parts, rest } = await gatherPage(page, isJson ? MOST_JSON_BYTES : MOST_WAITING_BYTES)
  if (!rest) {
    const through = await end
    const whole = ended(through)
    return (await keepResult(ctx, whole, through.kept))
      ? { result: whole, pageRows: through.pageRows, parts }
      : undefined
  }
  const isStillSo = (await findPolicyEpoch(ctx.db, result.workbookId)) === result.policyEpoch
  if (!isJson && isStillSo) return { result, stream: streamResult(ctx, { parts, rest, end, ended }) }
  await rest.return?.()
  forgetRows(end)
  if (isJson) throw pageTooLarge()
  return undefined
}

type Beginning = { workbookId: string; sql: string; format: RowFormat; limit: number; opened: OpenedTables }

/** What is known of a result before its query has finished. */
function beginResult(
  { caller, settings, now }: Context,
  { workbookId, sql, format, limit, opened }: Beginning,
  { columns, tables }: Pick<SqlAnswer, 'columns' | 'tables'>,
): BegunResult {
  const used = tablesUsed(opened, tables)
  const createdAt = now()
  return {
    resultId: newId(createdAt.getTime()),
    workbookId,
    userId: caller.userId,
    createdAt,
    expiresAt: daysAfter(createdAt, settings.retention.resultDays),
    policyEpoch: opened.policyEpoch,
    hiddenHash: hiddenHash(used),
    format,
    columns,
    maskedColumns: [...new Set(used.flatMap(({ table }) => maskedNames(table.columns)))],
    tables: used.map((table) => readTable(table, tables)),
    sqlSha256: createHash('sha256').update(sql).digest('hex'),
    limit,
  }
}

/** At the version that was read, which may be later than the one it was opened at. */
const readTable = (
  { artifactId, name, editVersion, staleSince }: OpenedTable,
  used: readonly UsedTable[],
): ReadTable => ({
  tableId: artifactId,
  name,
  editVersion: used.find(({ tableId }) => tableId === artifactId)?.version ?? editVersion,
  isStale: staleSince !== null,
})

/** A page that has begun to come. */
type Streaming = {
  parts: readonly Buffer[]
  rest: AsyncIterator<Buffer>
  end: Promise<SqlEnd>
  ended: (end: SqlEnd) => Result
}

/**
 * The page as it comes. It ends when its result is durable; if that fails, or the query does, it breaks: no client takes a
 * part of a page for the whole.
 */
function streamResult(ctx: Context, streaming: Streaming): Readable {
  return Readable.from(pageOf(ctx, streaming), { objectMode: false })
}

async function* pageOf(ctx: Context, { parts, rest, end, ended }: Streaming): AsyncGenerator<Buffer> {
  let isTaken = false
  try {
    yield* parts
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    isTaken = true
    const through = await end
    if (!(await keepResult(ctx, ended(through), through.kept))) throw policiesKeepChanging()
  } catch (error) {
    ctx.log.warn({ err: error }, 'a query failed after its first rows were sent')
    throw error
  } finally {
    // A client that went away wants no more of it.
    if (!isTaken) {
      forgetRows(end)
      await rest.return?.()
    }
  }
}
