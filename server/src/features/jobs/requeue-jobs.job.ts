import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { listLostJobs } from './jobs.store.ts'
import { enqueueJob } from './start-job.ts'

/**
 * Puts jobs that have lost their task into the queue anew. The queue deletes a task that was done whoever holds it meanwhile, so that a
 * worker which was thought dead can take the task of a job along that another was to do.
 */
export async function requeueJobs({ db, log }: Pick<Platform, 'db' | 'log'>) {
  const lost = await inTransaction(db, async (tx) => {
    const jobIds = await listLostJobs(tx)
    for (const jobId of jobIds) await enqueueJob(tx, jobId)
    return jobIds.length
  })
  if (lost > 0) log.warn({ lost }, 'jobs had lost their tasks; they are in the queue anew')
}
