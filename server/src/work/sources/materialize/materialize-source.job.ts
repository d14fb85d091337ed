import type { JobHandler } from '../../../core/jobs/job.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { progressOf } from '../ingest/progress.ts'
import { openSource } from '../open-source.ts'
import { recordMakingFailure } from '../parse-spec/record-failure.ts'
import { materializeSource } from './materialize-source.ts'
import { type MaterializeJob, prepareMaterialize } from './prepare-materialize.ts'
import { presentMaterialized } from './present-materialized.ts'

/** Makes tables of a source: what its endpoint does that does not wait. */
export const materializeInBackground: JobHandler = async (ctx, asked) => {
  // Safe: startMaterialize alone starts these jobs.
  const { source_id: sourceId, request } = asked as MaterializeJob
  const place = { workbookId: ctx.job.workbookId, name: toWireId('src', sourceId) }
  const prepared = await prepareMaterialize(ctx, place, request, progressOf(ctx))
  const source = await openSource(ctx, place, 'editor')
  try {
    return await inTransaction(ctx.db, async (tx) => {
      await ctx.refuseIfLost(tx)
      const result = presentMaterialized(await materializeSource({ ...ctx, db: tx }, place, request, prepared))
      await ctx.complete(tx, result)
      return result
    })
  } catch (error) {
    await recordMakingFailure(ctx, source, error, ctx.refuseIfLost)
    throw error
  }
}
