import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { startJob } from '../jobs/start-job.ts'
import type { MaterializeRequest } from './materialize-request.ts'
import { openReadSource, type SourcePlace } from './open-source.ts'
import { notAnalyzed } from './sources.errors.ts'

export type MaterializeJob = { source_id: string; request: MaterializeRequest }

/** Makes the tables behind the answer. Returns the id of the job. */
export async function startMaterialize(ctx: Context, place: SourcePlace, request: MaterializeRequest): Promise<string> {
  const { workbookId, sourceId, spec, name } = await openReadSource(ctx, place, 'editor')
  if (!spec) throw notAnalyzed(name)
  const job: MaterializeJob = { source_id: sourceId, request }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'materialize', workbookId, request: job }))
}
