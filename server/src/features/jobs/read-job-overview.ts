import type { Platform } from '../../platform/context.ts'
import { countFailures, countJobs, countTasks, findTime, listOpenJobs, listWorkers } from './job-overview.store.ts'

export type JobOverview = Awaited<ReturnType<typeof readJobOverview>>

const FAILED_HOURS = 24
const MOST_OPEN = 100

/** What waits, runs and fails, for whoever runs the service: nothing in it comes from a table or a file. */
export async function readJobOverview({ db }: Pick<Platform, 'db'>) {
  return {
    at: await findTime(db),
    kinds: await countJobs(db, FAILED_HOURS),
    failures: await countFailures(db, FAILED_HOURS),
    open: await listOpenJobs(db, MOST_OPEN),
    tasks: await countTasks(db),
    workers: await listWorkers(db),
  }
}
