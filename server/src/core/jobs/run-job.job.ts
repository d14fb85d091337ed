import type { Platform } from '../../platform/context.ts'
import { isOutage, outlast } from '../../platform/database/outage.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import {
  describeError,
  type JobContext,
  type JobEnd,
  type JobError,
  type JobHandlers,
  type JobProgress,
  MAX_ATTEMPTS,
  OUTAGE_FORGIVEN_MS,
  restoreCaller,
  WORKER_LOST,
} from './job.ts'
import {
  findExhaustedJob,
  hasJobEnded,
  isJobHeld,
  type JobRow,
  lockHeldJob,
  updateJobError,
  updateJobForgiven,
  updateJobProgress,
  updateJobReturned,
  updateJobStarted,
} from './jobs.store.ts'
import { endJob } from './jobs.ts'
import { enqueueJob } from './start-job.ts'

type Attempt = { platform: Platform; job: JobRow; runToken: string; stopping: AbortSignal }

const NEVER = new AbortController().signal

/** Others take a job from a worker that is silent for longer. */
const OURS_MS = 30_000
/** How long to wait for PostgreSQL in order to begin an attempt, or to say how it went: only this node can tell. */
const whileOurs = (stopping: AbortSignal) => AbortSignal.any([stopping, AbortSignal.timeout(OURS_MS)])

/** Another node holds the job now: this one was thought dead. */
class JobLost extends Error {}

/** Runs one job. The queue brings a job round again when its node died or an attempt failed. */
export function runJobs(handlers: JobHandlers): TaskHandler {
  return async (platform, { job_id }, stopping = NEVER) => {
    const jobId = String(job_id)
    const runToken = newId()
    const job = await begin({ platform, runToken, stopping }, jobId)
    if (!job) return giveUp(platform, jobId)
    await attempt({ platform, job, runToken, stopping }, handlers)
  }
}

async function begin({ platform: { db }, runToken, stopping }: Omit<Attempt, 'job'>, jobId: string) {
  const patience = whileOurs(stopping)
  try {
    return await outlast(() => inTransaction(db, (tx) => updateJobStarted(tx, jobId, runToken)), patience)
  } catch (error) {
    // Whether it was begun is not known where the connection broke; an attempt that is never made does not count.
    await outlast(() => inTransaction(db, (tx) => updateJobReturned(tx, jobId, runToken)), patience)
    throw error
  }
}

async function attempt(attempt: Attempt, handlers: JobHandlers) {
  const { platform, job, runToken, stopping } = attempt
  const watch = watchJob(platform, job.jobId, runToken, stopping)
  try {
    const handle = handlers[job.kind]
    if (!handle) throw new Error(`no handler for a job of kind ${job.kind}`)
    const result = await handle(contextOf(attempt, watch), job.request)
    await end(attempt, { status: 'succeeded', result })
  } catch (error) {
    const isSettled = await outlast(() => settle(attempt, error), whileOurs(stopping))
    if (!isSettled) throw error
  } finally {
    await watch.stop()
  }
}

function contextOf({ platform, job, runToken }: Attempt, watch: ReturnType<typeof watchJob>): JobContext {
  const { jobId, workbookId, attempts } = job
  return {
    ...platform,
    ...restoreCaller(job.caller),
    requestId: toWireId('job', jobId),
    log: platform.log.child({ job: toWireId('job', jobId) }),
    job: { jobId, workbookId, attempt: attempts },
    signal: watch.signal,
    report: watch.report,
    refuseIfLost: async (tx) => {
      await lockWorkbookHead(tx, workbookId)
      if (!(await lockHeldJob(tx, jobId, runToken))) throw new JobLost(jobId)
    },
    complete: async (tx, result) => {
      if (!(await endJob(tx, job, { status: 'succeeded', result }, runToken))) throw new JobLost(jobId)
    },
  }
}

/** What becomes of a job whose attempt threw. False: the queue is to bring it round again. */
async function settle(attempt: Attempt, error: unknown): Promise<boolean> {
  const { platform, job, runToken, stopping } = attempt
  const { db, log } = platform
  const { jobId, attempts } = job
  if (!(await isJobHeld(db, jobId, runToken))) {
    await leave(attempt)
    return true
  }
  if (stopping.aborted) return handOn(attempt)
  const { text, code, isFinal, isOurs } = describeError(error)
  const outcome = { error: text, errorCode: code }
  if (isOurs) log.error({ err: error, job: jobId, attempt: attempts }, 'an attempt at a job failed')
  if (isOutage(error) && (await forgive(attempt, outcome))) return true
  if (isFinal || attempts >= MAX_ATTEMPTS) {
    await end(attempt, { status: 'failed', ...outcome })
    return true
  }
  await inTransaction(db, (tx) => updateJobError(tx, jobId, runToken, outcome))
  return false
}

/** Queues the job again, for any other node to take at once; the queue's own retry would wait longer after each attempt. */
function handOn({ platform, job: { jobId }, runToken }: Attempt): Promise<boolean> {
  return inTransaction(platform.db, async (tx) => {
    const isReturned = await updateJobReturned(tx, jobId, runToken)
    if (isReturned) await enqueueJob(tx, jobId)
    return isReturned
  })
}

/** The same for later. False: it has had its hour. */
function forgive({ platform, job: { jobId }, runToken }: Attempt, why: JobError): Promise<boolean> {
  return inTransaction(platform.db, async (tx) => {
    const runAt = await updateJobForgiven(tx, jobId, runToken, { why, youngerThanMs: OUTAGE_FORGIVEN_MS })
    if (runAt) await enqueueJob(tx, jobId, runAt)
    return runAt !== undefined
  })
}

async function end(attempt: Attempt, how: JobEnd) {
  const { platform, job, runToken } = attempt
  const ended = await inTransaction(platform.db, (tx) => endJob(tx, job, how, runToken))
  if (!ended) await leave(attempt)
}

/** The job is not ours: it was canceled or completed meanwhile, and all is done, or else another node has it. */
async function leave({ platform, job }: Attempt) {
  if (!(await hasJobEnded(platform.db, job.jobId))) throw new JobLost(job.jobId)
}

/** A job whose every attempt ended with the death of its worker would come round for ever. */
async function giveUp({ db }: Platform, jobId: string) {
  const job = await findExhaustedJob(db, jobId)
  if (!job) return
  const { error, errorCode } = job
  const why = error === null ? WORKER_LOST : { error, errorCode: errorCode ?? WORKER_LOST.errorCode }
  await inTransaction(db, (tx) => endJob(tx, job, { status: 'failed', ...why }, job.runToken))
}

/** How often progress is written and a cancellation looked for. */
const EVERY_MS = 1_000

type JobWatch = { signal: AbortSignal; report: (progress: JobProgress) => void; stop: () => Promise<void> }

/** Stands beside a running job: writes its progress down, and fires the signal once the job is no longer ours. */
function watchJob({ db, log }: Platform, jobId: string, runToken: string, stopping: AbortSignal): JobWatch {
  const lost = new AbortController()
  let progress: JobProgress | undefined
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    const outcome = progress
    progress = undefined
    const isHeld = outcome
      ? await inTransaction(db, (tx) => updateJobProgress(tx, jobId, runToken, outcome))
      : await isJobHeld(db, jobId, runToken)
    if (!isHeld) lost.abort(new Error('the job was canceled or handed to another node'))
  }
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch((error: unknown) => log.warn({ err: error, job: jobId }, 'a running job could not be looked after'))
  }, EVERY_MS)

  return {
    signal: AbortSignal.any([lost.signal, stopping]),
    report: (outcome) => {
      progress = outcome
    },
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
