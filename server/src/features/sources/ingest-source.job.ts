import { ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { type JobContext, type JobHandler, tellError } from '../jobs/job.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { buildSource } from './build-source.ts'
import type { IngestRequest } from './ingest-request.ts'
import { ingestUpload, prepareIngest } from './ingest-upload.ts'
import { landSource } from './land-source.ts'
import { openSource } from './open-source.ts'
import { presentUploaded } from './present-source.ts'
import { progressOf } from './progress.ts'
import type { StructuringWish } from './source.ts'
import { updateSource } from './sources.store.ts'
import { prepareSwap, swapTables } from './swap-tables.ts'
import { uploadedFrom, warningsOf } from './upload-source.ts'

/** Reads a registered source, or what was brought to a slot, into tables: an upload that goes on behind its answer. */
export const ingestSource: JobHandler = (ctx, request) => {
  // Safe: uploadSource, receiveUpload and landSource alone start these jobs.
  const asked = request as IngestRequest
  if ('upload_id' in asked) return ingestSlot(ctx, asked.upload_id)
  if ('existing' in asked) return tellExisting(ctx, asked.existing)
  return 'structure' in asked ? structure(ctx, asked.structure) : ingest(ctx, asked.source_id, asked.structuring)
}

async function ingestSlot(ctx: JobContext, uploadId: string) {
  const built = await prepareIngest(ctx, uploadId)
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const outcome = await ingestUpload({ ...ctx, db: tx }, uploadId, built)
    const result = 'seen' in outcome ? presentUploaded(outcome) : { job_id: toWireId('job', outcome.jobId) }
    await ctx.complete(tx, result)
    return result
  })
}

async function tellExisting(ctx: JobContext, sourceId: string) {
  const place = { workbookId: ctx.job.workbookId, name: toWireId('src', sourceId) }
  return presentUploaded(await uploadedFrom(ctx, await openSource(ctx, place, 'editor'), { isExisting: true }))
}

async function ingest(ctx: JobContext, sourceId: string, wish: StructuringWish) {
  const { workbookId } = ctx.job
  const place = { workbookId, name: toWireId('src', sourceId) }
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const source = await openSource(ctx, place, 'editor')
  if (source.status === 'materialized') return presentUploaded(await uploadedFrom(ctx, source, {}))
  try {
    const building = { workbook, file: source, sourceName: source.name, wish, watch: progressOf(ctx) }
    const built = await buildSource(ctx, building)
    return await inTransaction(ctx.db, async (tx) => {
      await ctx.refuseIfLost(tx)
      await lockWorkbookHead(tx, workbookId)
      const landed = await landSource(tx, ctx, source, built)
      const inTx = { ...ctx, db: tx }
      const news = { ...landed, warnings: warningsOf(built) }
      const result = presentUploaded(await uploadedFrom(inTx, await openSource(inTx, place, 'editor'), news))
      await ctx.complete(tx, result)
      return result
    })
  } catch (error) {
    const { text, isFinal } = tellError(error)
    if (error instanceof ServiceError && isFinal)
      await inTransaction(ctx.db, async (tx) => {
        // Another node may have read it meanwhile.
        await ctx.refuseIfLost(tx)
        await updateSource(tx, source, { status: 'failed', error: text })
      })
    throw error
  }
}

/** What an upload with `structuring=defer` has left to do. */
async function structure(ctx: JobContext, sourceId: string) {
  const place = { workbookId: ctx.job.workbookId, name: toWireId('src', sourceId) }
  const prepared = await prepareSwap(ctx, place, progressOf(ctx))
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const result = presentUploaded(await swapTables({ ...ctx, db: tx }, place, prepared))
    await ctx.complete(tx, result)
    return result
  })
}
