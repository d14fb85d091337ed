import type { Context } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { enqueue } from '../../platform/queue/queue.store.ts'
import { type JobKind, storeCaller } from './job.ts'
import { tooManyJobs } from './jobs.errors.ts'
import { countOpenJobs, insertJob } from './jobs.store.ts'

/** The job counts its own attempts; the queue only has to bring it round often enough. */
const QUEUE_ATTEMPTS = 100

export type JobRequest = { kind: JobKind; workbookId: string; request: unknown }

/** Puts work behind the answer: the job exists, and will run, exactly if the transaction commits. Returns its id. */
export async function startJob(tx: Tx, ctx: Context, { kind, workbookId, request }: JobRequest): Promise<string> {
  const most = ctx.settings.jobsPerAccount
  if ((await countOpenJobs(tx, workbookId)) >= most) throw tooManyJobs(most)
  const jobId = newId()
  const job = { jobId, kind, workbookId, userId: ctx.caller.userId, caller: storeCaller(ctx), request }
  assertState(await insertJob(tx, job), 'a job for a workbook that is open and yet is not there')
  await enqueueJob(tx, jobId)
  return jobId
}

/** In the place of a task that the job has already, also of the one that runs just now. */
export async function enqueueJob(tx: Tx, jobId: string, runAt?: Date) {
  const when = runAt ? { runAt } : {}
  await enqueue(tx, {
    name: 'job.run',
    payload: { job_id: jobId },
    key: `job:${jobId}`,
    attempts: QUEUE_ATTEMPTS,
    ...when,
  })
}
