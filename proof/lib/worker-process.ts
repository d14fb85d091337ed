import { flushCompileCache } from 'node:module'
import { readSettings } from '../../server/src/main/config/config.ts'
import { taskHandlers } from '../../server/src/main/job-handlers.ts'
import { startWorker } from '../../server/src/main/worker.ts'

/** The product's worker as a process of its own, for a proof to kill; only that it is missed sooner when it dies. */
await startWorker(readSettings(), {
  handlers: taskHandlers,
  crons: [],
  heartbeatTimes: { everyMs: 500, silentMs: 4_000 },
})
// Written now, since a killed process would lose its compile cache.
flushCompileCache()
