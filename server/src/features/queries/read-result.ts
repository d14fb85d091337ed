import type { Context } from '../../platform/context.ts'
import type { KeptSource, RowFormat } from '../../tabular/sql-question.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { findPolicyEpoch } from '../governance/readable-tables.store.ts'
import { gatherPage } from './gather-page.ts'
import { openResult } from './open-result.ts'
import { pageTooLarge, resultInvalidated, resultUnavailable } from './queries.errors.ts'
import { type Result, resultObjectName, type StoredRows } from './result.ts'

/** What is left out is as the query had it. */
export type AskedPage = { offset: number; limit: number; format?: RowFormat['format']; shape?: RowFormat['shape'] }

export type ResultPage = {
  result: Result
  format: RowFormat
  offset: number
  limit: number
  pageRows: number
  parts: Buffer[]
}

const MOST_BYTES = 64 * 1024 * 1024

/** Some rows of a result, without asking anything again. */
export async function readResult(ctx: Context, resultId: string, asked: AskedPage): Promise<ResultPage> {
  const { rows, ...result } = await openResult(ctx, resultId)
  const { offset, limit } = asked
  if (offset > result.rowCount)
    throw invalidField(['query', 'offset'], 'maximum', `must be <= ${result.rowCount}, the rows of the result`)
  const format = { format: asked.format ?? result.format.format, shape: asked.shape ?? result.format.shape }
  const taken = await withRows(ctx, result.workbookId, rows, (kept) =>
    takePage(ctx, result, { kept, offset, limit, format }),
  )
  // Until the first byte a policy may change.
  if ((await findPolicyEpoch(ctx.db, result.workbookId)) !== result.policyEpoch) throw resultInvalidated()
  return { result, format, offset, limit, ...taken }
}

type PageOf = { kept: KeptSource; offset: number; limit: number; format: RowFormat }

async function takePage(ctx: Context, { workbookId, columns }: Result, page: PageOf) {
  const answer = await ctx.sql.resultPage({ workbookId, columns, ...page })
  const { parts, rest } = await gatherPage(answer.page, MOST_BYTES)
  if (!rest) return { parts, pageRows: await answer.pageRows }
  await rest.return?.()
  throw pageTooLarge()
}

/** Small ones came with the row; the others are fetched once by this node. */
async function withRows<T>(
  { bulk }: Context,
  workbookId: string,
  { inline, object }: StoredRows,
  work: (kept: KeptSource) => Promise<T>,
): Promise<T> {
  if (inline) return work({ bytes: inline })
  const { objectId, bytes, sha256 } = object
  const stored = { objectName: resultObjectName(workbookId, objectId), bytes, sha256 }
  const lent = await bulk.storage.objects.lend(stored, async (file) => ({ value: await work({ file }) }))
  if (!lent) throw resultUnavailable()
  return lent.value
}
