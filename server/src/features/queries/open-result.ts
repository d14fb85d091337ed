import type { Context } from '../../platform/context.ts'
import { notFound, ServiceError } from '../../platform/errors.ts'
import { bornAt, NO_ID, toWireId } from '../../platform/ids.ts'
import { hiddenHash } from '../governance/hidden-hash.ts'
import { openTablesById } from '../governance/open-readable-tables.ts'
import { recordGovernedReads } from '../governance/record-governed-reads.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { resultExpired, resultInvalidated } from './queries.errors.ts'
import { isPastKeeping } from './result.ts'
import { type FoundResult, findResultOf } from './results.store.ts'

/** The only door to a result: it must be the caller's own, and he must still be allowed to see what it shows. */
export async function openResult(ctx: Context, resultId: string): Promise<FoundResult> {
  const found = await findResultOf(ctx.db, resultId, ctx.caller.userId)
  if (!found) throw isLongGone(ctx, resultId) ? resultExpired() : noSuchResult(resultId)
  const workbook = await openItsWorkbook(ctx, found)
  if (found.isExpired) throw resultExpired()
  if (workbook.policyEpoch !== found.policyEpoch) throw resultInvalidated()
  const tables = await openTablesById(
    ctx,
    workbook,
    found.tables.map(({ tableId }) => tableId),
  )
  if (!hiddenHash(tables).equals(found.hiddenHash)) throw resultInvalidated()
  await recordGovernedReads(ctx, tables)
  return found
}

const noSuchResult = (resultId: string) => notFound('result', toWireId('res', resultId))

/** Told by the id alone, so it says nothing about whose it was. */
const isLongGone = ({ settings, now }: Context, resultId: string) =>
  resultId !== NO_ID && isPastKeeping(bornAt(resultId), now(), settings.retention.resultDays)

/** Whoever may not go there is not told that the result exists. */
async function openItsWorkbook(ctx: Context, { workbookId, resultId }: FoundResult) {
  try {
    return await openWorkbook(ctx, workbookId, 'viewer')
  } catch (error) {
    throw error instanceof ServiceError ? noSuchResult(resultId) : error
  }
}
