import { lockWorkbookHead } from '../../../core/audit/workbook-head.store.ts'
import type { JobContext, JobHandler } from '../../../core/jobs/job.ts'
import { openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openSource } from '../open-source.ts'
import { recordFailure } from '../parse-spec/record-failure.ts'
import { presentUploaded } from '../present-source.ts'
import type { StructuringOptions } from '../source.ts'
import { uploadedFrom, warningsOf } from '../upload/upload-source.ts'
import { buildSource } from './build-source.ts'
import type { SourceRequest } from './ingest-request.ts'
import { landSource } from './land-source.ts'
import { progressOf } from './progress.ts'

/** Reads a registered source into tables: an upload with `async`, which answered before. */
export const ingestSourceJob: JobHandler = (ctx, request) => {
  // Safe: ingestJobOf chose this job.
  const asked = request as SourceRequest
  return 'existing' in asked ? reportExisting(ctx, asked.existing) : ingest(ctx, asked.source_id, asked.structuring)
}

async function reportExisting(ctx: JobContext, sourceId: string) {
  const place = { workbookId: ctx.job.workbookId, name: toWireId('src', sourceId) }
  return presentUploaded(await uploadedFrom(ctx, await openSource(ctx, place, 'editor'), { isExisting: true }))
}

async function ingest(ctx: JobContext, sourceId: string, wish: StructuringOptions) {
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
      const outcome = { ...landed, warnings: warningsOf(built) }
      const result = presentUploaded(await uploadedFrom(inTx, await openSource(inTx, place, 'editor'), outcome))
      await ctx.complete(tx, result)
      return result
    })
  } catch (error) {
    await recordFailure(ctx, source, error, ctx.refuseIfLost)
    throw error
  }
}
