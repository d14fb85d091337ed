import type { KeptSource, RowFormat } from '../../engine/reading/sql-question.ts'
import type { Context } from '../../platform/context.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { bornAt, NO_ID, toWireId } from '../../platform/ids.ts'
import { invalidField } from '../artifacts/artifacts.errors.ts'
import { hiddenHash } from '../reading/hidden-hash.ts'
import { openTablesById } from '../reading/open-readable-tables.ts'
import { findPolicyEpoch } from '../reading/readable-tables.store.ts'
import { recordGovernedReads } from '../reading/record-governed-reads.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { gatherPage } from './gather-page.ts'
import { pageTooLarge, resultExpired, resultInvalidated, resultUnavailable } from './queries.errors.ts'
import { isPastKeeping, type Result, resultObjectName, type StoredRows } from './result.ts'
import { type FoundResult, findResultOf } from './results.store.ts'

/** What is left out is as the query had it. */
type PageRequest = { offset: number; limit: number; format?: RowFormat['format']; shape?: RowFormat['shape'] }

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
export async function readResult(ctx: Context, resultId: string, asked: PageRequest): Promise<ResultPage> {
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

/** The only door to a result: it must be the caller's own, and they must still be allowed to see what it shows. */
async function openResult(ctx: Context, resultId: string): Promise<FoundResult> {
  const found = await findResultOf(ctx.db, resultId, ctx.caller.userId)
  if (!found) throw isLongGone(ctx, resultId) ? resultExpired() : noSuchResult(resultId)
  const workbook = await openItsWorkbook(ctx, found)
  if (found.isExpired) throw resultExpired()
  if (workbook.policyEpoch !== found.policyEpoch) throw resultInvalidated()
  const tables = await openTablesById(
    ctx,
    workbook,
    found.tables.map(({ tableId }) => tableId),
    { rows: 'any' },
  )
  if (!hiddenHash(tables).equals(found.hiddenHash)) throw resultInvalidated()
  await recordGovernedReads(ctx, tables)
  return found
}

const noSuchResult = (resultId: string) => notFound('result', toWireId('res', resultId))

/** Known from the id alone, so it says nothing about whose it was. */
const isLongGone = ({ settings, now }: Context, resultId: string) =>
  resultId !== NO_ID && isPastKeeping(bornAt(resultId), now(), settings.retention.resultDays)

/** Callers without access do not learn that the result exists. */
async function openItsWorkbook(ctx: Context, { workbookId, resultId }: FoundResult) {
  try {
    return await openWorkbook(ctx, workbookId, 'viewer')
  } catch (error) {
    throw error instanceof ServiceError ? noSuchResult(resultId) : error
  }
}
