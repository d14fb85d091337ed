import { jobHandlers } from '../src/main/job-handlers.ts'
import { type RunningService, runService, type ServiceOptions } from './start-service.ts'

/** The service with a worker that runs its jobs as the product does, for tests that end it themselves. */
export const runWithJobs = (options: ServiceOptions = {}): Promise<RunningService> =>
  runService({ workers: 1, jobHandlers, ...options })
