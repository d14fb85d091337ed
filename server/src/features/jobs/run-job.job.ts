import type { Platform } from '../../platform/context.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/task.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { endJob } from './end-job.ts'
import {
  type JobContext,
  type JobEnd,
  type JobHandlers,
  MAX_ATTEMPTS,
  restoreCaller,
  tellError,
  WORKER_LOST,
} from './job.ts'
import {
  findExhaustedJob,
  hasJobEnded,
  isJobHeld,
  type JobRow,
  lockHeldJob,
  updateJobError,
  updateJobReturned,
  updateJobStarted,
} from './jobs.store.ts'
import { watchJob } from './watch-job.ts'

type Attempt = { platform: Platform; job: JobRow; runToken: string }

const NEVER = new AbortController().signal

/** Somebody else holds the job now: this node was thought dead. */
class JobLost extends Error {}

/** Runs one job. The queue brings a job round again when its node died or an attempt failed. */
export function runJobs(handlers: JobHandlers): TaskHandler {
  return async (platform, { job_id }, stopping = NEVER) => {
    const jobId = String(job_id)
    const runToken = newId()
    const job = await inTransaction(platform.db, (tx) => updateJobStarted(tx, jobId, runToken))
    if (!job) return giveUp(platform, jobId)
    await attempt({ platform, job, runToken }, handlers, stopping)
  }
}

async function attempt(attempt: Attempt, handlers: JobHandlers, stopping: AbortSignal) {
  const { platform, job, runToken } = attempt
  const watch = watchJob(platform, job.jobId, runToken, stopping)
  try {
    const handle = handlers[job.kind]
    if (!handle) throw new Error(`nobody here knows how to run a job of kind ${job.kind}`)
    const result = await handle(contextOf(attempt, watch), job.request)
    await end(attempt, { status: 'succeeded', result })
  } catch (error) {
    await fail(attempt, error, stopping)
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

/** Throwing makes the queue bring the job round again. */
async function fail(attempt: Attempt, error: unknown, stopping: AbortSignal) {
  const { platform, job, runToken } = attempt
  if (!(await isJobHeld(platform.db, job.jobId, runToken))) return leave(attempt)
  if (stopping.aborted) {
    await inTransaction(platform.db, (tx) => updateJobReturned(tx, job.jobId, runToken))
    throw error
  }
  const { text, code, isFinal, isOurs } = tellError(error)
  const told = { error: text, errorCode: code }
  if (isOurs) platform.log.error({ err: error, job: job.jobId, attempt: job.attempts }, 'an attempt at a job failed')
  if (isFinal || job.attempts >= MAX_ATTEMPTS) return end(attempt, { status: 'failed', ...told })
  await inTransaction(platform.db, (tx) => updateJobError(tx, job.jobId, runToken, told))
  throw error
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
