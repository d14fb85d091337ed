import { readSettings } from '../src/main/config/config.ts'
import { taskHandlersWith } from '../src/main/job-handlers.ts'
import { startWorker } from '../src/main/worker.ts'

/** A worker node as a process of its own, for a test to kill: it takes a job, says so, and never comes to an end. */
const [everyMs = 0, silentMs = 0] = process.argv.slice(2).map(Number)

await startWorker(readSettings(), {
  heartbeatTimes: { everyMs, silentMs },
  handlers: taskHandlersWith({
    export: async ({ job }) => {
      process.stdout.write(`running attempt ${job.attempt}\n`)
      await new Promise(() => {})
    },
  }),
})
process.stdout.write('up\n')
