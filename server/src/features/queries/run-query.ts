import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import type { RowFormat, SqlAnswer, SqlEnd } from '../../tabular/sql-question.ts'
import { policiesKeepChanging } from '../governance/governance.errors.ts'
import { findPolicyEpoch } from '../governance/readable-tables.store.ts'
import { recordGovernedReads } from '../governance/record-governed-reads.ts'
import { beginResult, tablesUsed } from './begin-result.ts'
import { gatherPage } from './gather-page.ts'
import { forgetRows, keepResult } from './keep-result.ts'
import { nobodyWaits, pageTooLarge } from './queries.errors.ts'
import type { BegunResult, Result } from './result.ts'
import { type AskedSql, openQuestion, tellable } from './sql-question.ts'
import { streamResult } from './stream-result.ts'

export type AskedQuery = AskedSql & {
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
  asked: AskedQuery,
  gone: AbortSignal,
): Promise<AnsweredQuery> {
  // Nothing leaves that was read under policies which are no longer those.
  for (let attempt = 1; attempt <= 2; attempt++) {
    const answered = await tryQuery(ctx, workbookId, asked, gone)
    if (answered) return answered
  }
  throw policiesKeepChanging()
}

/** Undefined when policies have changed meanwhile. */
async function tryQuery(
  ctx: Context,
  workbookId: string,
  asked: AskedQuery,
  gone: AbortSignal,
): Promise<AnsweredQuery | undefined> {
  const begunMs = performance.now()
  const { question, opened } = await openQuestion(ctx, workbookId, asked)
  const { format, limit, maxRows, timeoutMs } = asked
  let answer: SqlAnswer | undefined
  try {
    answer = await ctx.sql.query(question, { format, pageRows: limit, maxRows, timeoutMs, signal: gone })
    // Looked at once the page is taken; that it may fail before surprises nobody.
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
    throw gone.aborted ? nobodyWaits() : tellable(error, opened)
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
