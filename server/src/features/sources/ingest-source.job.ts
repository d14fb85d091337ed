import { ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { type JobContext, type JobHandler, tellError } from '../jobs/job.ts'
import { buildTables } from './build-tables.ts'
import { ingestUpload, prepareIngest } from './ingest-upload.ts'
import { landTables } from './land-tables.ts'
import { openSource } from './open-source.ts'
import { presentUploaded } from './present-source.ts'
import { progressOf } from './progress.ts'
import type { StructuringWish } from './source.ts'
import { updateSource } from './sources.store.ts'
import { stageSheets } from './stage-sheets.ts'
import { type IngestRequest, uploadedFrom } from './upload-source.ts'
import { withLoader } from './with-loader.ts'

/** Reads a registered source, or what was brought to a slot, into tables: an upload that goes on behind its answer. */
export const ingestSource: JobHandler = (ctx, request) => {
  // Safe: uploadSource and receiveUpload alone start these jobs.
  const asked = request as IngestRequest
  return 'upload_id' in asked ? ingestSlot(ctx, asked.upload_id) : ingest(ctx, asked.source_id, asked.structuring)
}

async function ingestSlot(ctx: JobContext, uploadId: string) {
  const tables = await prepareIngest(ctx, uploadId)
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const outcome = await ingestUpload({ ...ctx, db: tx }, uploadId, tables)
    const result = 'jobId' in outcome ? { job_id: toWireId('job', outcome.jobId) } : presentUploaded(outcome)
    await ctx.complete(tx, result)
    return result
  })
}

async function ingest(ctx: JobContext, sourceId: string, wish: StructuringWish) {
  const { workbookId } = ctx.job
  const place = { workbookId, name: toWireId('src', sourceId) }
  const source = await openSource(ctx, place, 'editor')
  if (source.status === 'materialized') return presentUploaded(await uploadedFrom(ctx, source, false, []))
  const watch = progressOf(ctx)
  try {
    const tables = await withLoader(ctx, workbookId, source, null, async (loader) =>
      buildTables(ctx, workbookId, loader, await stageSheets(loader, source.filename, watch), { watch }),
    )
    return await inTransaction(ctx.db, async (tx) => {
      await ctx.refuseIfLost(tx)
      await landTables(tx, ctx, { source, tables, wish })
      const inTx = { ...ctx, db: tx }
      const warnings = tables.flatMap(({ staged }) => staged.report.warnings)
      const result = presentUploaded(await uploadedFrom(inTx, await openSource(inTx, place, 'editor'), false, warnings))
      await ctx.complete(tx, result)
      return result
    })
  } catch (error) {
    const { text, isFinal } = tellError(error)
    if (error instanceof ServiceError && isFinal)
      await inTransaction(ctx.db, (tx) => updateSource(tx, source, { status: 'failed', error: text }))
    throw error
  }
}
