import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { endJob } from './end-job.ts'
import { CANCELED } from './job.ts'
import { openOwnJob } from './open-job.ts'

/** Stops a job that has not ended; one that has stays as it ended. */
export async function cancelJob(ctx: Context, jobId: string) {
  const job = await openOwnJob(ctx, jobId)
  const ended = await inTransaction(ctx.db, (tx) => endJob(tx, job, { status: 'failed', ...CANCELED }, null))
  return ended ?? openOwnJob(ctx, jobId)
}
