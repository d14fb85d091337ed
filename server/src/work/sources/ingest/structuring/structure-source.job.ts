import type { JobHandler } from '../../../../core/jobs/job.ts'
import { toWireId } from '../../../../platform/ids.ts'
import { inTransaction } from '../../../../platform/postgres.ts'
import { presentUploaded } from '../../present-source.ts'
import type { StructureRequest } from '../ingest-request.ts'
import { progressOf } from '../progress.ts'
import { prepareSwap, swapTables } from '../swap-tables.ts'

/** Structures a source whose sheets are tables already: what an upload with `structuring=defer` left to do. */
export const structureSourceJob: JobHandler = async (ctx, request) => {
  // Safe: ingestJobOf chose this job.
  const { structure: sourceId } = request as StructureRequest
  const place = { workbookId: ctx.job.workbookId, name: toWireId('src', sourceId) }
  const prepared = await prepareSwap(ctx, place, progressOf(ctx))
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const result = presentUploaded(await swapTables({ ...ctx, db: tx }, place, prepared))
    await ctx.complete(tx, result)
    return result
  })
}
