import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteFinishedJobs, listLostJobs } from './jobs.store.ts'
import { enqueueJob } from './start-job.ts'

const BATCH = 5_000

/** Forgets jobs that finished long ago. */
export async function sweepJobs({ db, settings }: Pick<Platform, 'db' | 'settings'>) {
  const { finishedJobDays } = settings.retention
  const deleteBatch = () => inTransaction(db, (tx) => deleteFinishedJobs(tx, finishedJobDays, BATCH))
  while ((await deleteBatch()) === BATCH);
}

/**
 * Queues jobs that have lost their task again. The queue deletes a task that was done, no matter who holds it meanwhile, so that a
 * worker which was thought dead can take the task of a job along that another was to do.
 */
export async function requeueJobs({ db, log }: Pick<Platform, 'db' | 'log'>) {
  const lost = await inTransaction(db, async (tx) => {
    const jobIds = await listLostJobs(tx)
    for (const jobId of jobIds) await enqueueJob(tx, jobId)
    return jobIds.length
  })
  if (lost > 0) log.warn({ lost }, 'jobs had lost their tasks; they are queued again')
}
