import type { JobHandler } from '../../../core/jobs/job.ts'
import { presentRecomputed } from '../transforms.schema.ts'
import { type RecomputeJob, recompute } from './recompute.ts'

/** What its endpoint does that does not wait. Begun again, it finds what is left to do. */
export const recomputeInBackground: JobHandler = async (ctx, asked) => {
  // Safe: startRecompute alone starts these jobs.
  const { actor } = asked as RecomputeJob
  return presentRecomputed(await recompute(ctx, ctx.job.workbookId, actor))
}
