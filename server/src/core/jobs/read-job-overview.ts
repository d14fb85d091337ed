import type { Platform } from '../../platform/context.ts'
import { countFailures, countJobs, countTasks, findTime, listOpenJobs, listWorkers } from './job-overview.store.ts'

export type JobOverview = Awaited<ReturnType<typeof readJobOverview>>

const FAILED_HOURS = 24
const MOST_OPEN = 100

/** What waits, runs and fails, for the operator of the service: nothing in it comes from a table or a file. */
export async function readJobOverview({ db }: Pick<Platform, 'db'>) {
  return {
    ...(await readQueueOverview({ db })),
    failures: await countFailures(db, FAILED_HOURS),
    open: await listOpenJobs(db, MOST_OPEN),
  }
}

/** As much of it as is counted. */
export async function readQueueOverview({ db }: Pick<Platform, 'db'>) {
  return {
    at: await findTime(db),
    kinds: await countJobs(db, FAILED_HOURS),
    tasks: await countTasks(db),
    workers: await listWorkers(db),
  }
}
