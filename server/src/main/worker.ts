import { Logger, parseCronItems, run, type TaskList } from 'graphile-worker'
import { WebhookDispatcher } from '../core/events/webhooks/deliveries/webhook-dispatcher.ts'
import type { Platform } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { createNodeMetrics, type NodeMetrics } from '../platform/metrics.ts'
import { AccountTasks } from '../platform/queue/account-tasks.ts'
import { connectQueue } from '../platform/queue/queue-connections.store.ts'
import type { CronTask, TaskHandlers } from '../platform/queue/task.ts'
import type { Settings } from '../platform/settings.ts'
import { cronTasks, timers } from './job-handlers.ts'
import { reportQueue } from './monitoring/figures.ts'
import { HEARTBEAT, Heartbeat, type HeartbeatTimes } from './monitoring/heartbeat.ts'
import { openPlatform } from './platform.ts'
import { repeat } from './repeat.ts'

/** How soon an event is on its way at the latest, when nothing else holds it. */
const DISPATCH_EVERY_MS = 250

export type RunningWorker = { close: () => Promise<void> }

export type WorkerOptions = {
  log?: Log
  handlers: TaskHandlers
  crons?: readonly CronTask[]
  heartbeatTimes?: HeartbeatTimes
  metrics?: NodeMetrics
}

/** Starts one worker node: takes tasks from the queue in PostgreSQL; any number may run. */
export async function startWorker(settings: Settings, options: WorkerOptions): Promise<RunningWorker> {
  const { log, handlers, crons = cronTasks, heartbeatTimes = HEARTBEAT, metrics = createNodeMetrics() } = options
  const { platform, close } = await openPlatform(settings, 'bindery worker', log, metrics)
  reportQueue(metrics, platform)
  const pool = connectQueue({
    url: settings.databaseUrl,
    size: settings.workerConcurrency + 2,
    onLost: (error) => platform.log.warn({ err: error }, 'a queue connection was lost'),
  })
  const held = new Set<string>()
  const heartbeat = new Heartbeat(platform, heartbeatTimes, held)
  const runner = await run({
    pgPool: pool,
    concurrency: settings.workerConcurrency,
    ...new AccountTasks(settings.workerConcurrency, settings.accountShare).options(),
    noHandleSignals: true,
    pollInterval: 1_000,
    logger: quietLogger(platform.log),
    taskList: taskList(platform, handlers, held, metrics),
    parsedCronItems: parseCronItems(crons.map(cronItem)),
    preset: { plugins: [beforeFirstTask((workerId) => heartbeat.begin(workerId))] },
  })
  const dispatcher = new WebhookDispatcher(platform)
  const repetitions = [
    ...timers.map(({ name, everyMs, run }) => repeat(platform.log, name, everyMs, () => run(platform))),
    repeat(platform.log, 'a turn of the webhook dispatcher', DISPATCH_EVERY_MS, () => dispatcher.turn()),
  ]
  platform.log.info({ tasks: Object.keys(handlers).length }, 'worker is up')
  return {
    close: async () => {
      await runner.stop()
      await Promise.all(repetitions.map(({ stop }) => stop()))
      await dispatcher.close()
      await heartbeat.end()
      await pool.end()
      await close()
    },
  }
}

/** `held` receives the tasks that are under way. */
function taskList(platform: Platform, handlers: TaskHandlers, held: Set<string>, metrics: NodeMetrics): TaskList {
  const tasks: TaskList = {}
  for (const [name, handle] of Object.entries(handlers)) {
    tasks[name] = async (payload, { abortSignal, job }) => {
      held.add(job.id)
      const end = metrics.taskSeconds.startTimer({ task: name })
      let outcome = 'failed'
      try {
        // Safe: every payload is put in as an object, by enqueue or by the clock.
        await handle(platform, payload as Record<string, unknown>, abortSignal)
        outcome = 'done'
      } finally {
        end({ outcome })
        held.delete(job.id)
      }
    }
  }
  return tasks
}

/** A turn that is still waiting when the next one comes is not done twice. */
const cronItem = ({ task, at }: CronTask) => ({
  task,
  match: at,
  options: { backfillPeriod: 0, maxAttempts: 3, jobKey: task },
})

/** The queue locks tasks in the name of a pool of workers, one per node. */
function beforeFirstTask(begin: (workerId: string) => Promise<void>): GraphileConfig.Plugin {
  return {
    name: 'heartbeat',
    version: '1.0.0',
    worker: { hooks: { startWorker: (_, { worker }) => begin(worker.workerPool.id) } },
  }
}

/** The queue's own talk is for debugging; what fails is ours to log. */
function quietLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ queue: meta?.jobError ?? undefined }, message)
    else log.debug(message)
  })
}
