import type { JobContext, JobHandler } from '../../../core/jobs/job.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { createTransform, type TransformJob } from '../create-transform.ts'
import { prepareTransform, type TransformRequest } from '../prepare-transform.ts'
import { readOutcome } from '../read-transforms.ts'
import { prepareRun, runTransform } from './run-transform.ts'

/** Makes or runs a transform: what its endpoints do that do not wait. */
export const transformInBackground: JobHandler = (ctx, asked) => {
  // Safe: startTransform and startRun alone start these jobs.
  const job = asked as TransformJob
  return 'run' in job ? run(ctx, job.run.name, job.run.actor) : create(ctx, job.request)
}

async function create(ctx: JobContext, request: TransformRequest) {
  const { workbookId } = ctx.job
  const prepared = await prepareTransform(ctx, workbookId, request)
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const inTx = { ...ctx, db: tx }
    const { tableId, run: done } = await createTransform(inTx, workbookId, request, prepared)
    const result = await readOutcome(inTx, workbookId, tableId, done)
    await ctx.complete(tx, result)
    return result
  })
}

async function run(ctx: JobContext, name: string, actor: string | null) {
  const { workbookId } = ctx.job
  const chain = await prepareRun(ctx, { workbookId, name })
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const inTx = { ...ctx, db: tx }
    const done = await runTransform(inTx, chain, actor)
    const result = await readOutcome(inTx, workbookId, done.output.tableId, done)
    await ctx.complete(tx, result)
    return result
  })
}
