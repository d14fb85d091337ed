import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { JobProgress } from './job.ts'
import { isJobHeld, updateJobProgress } from './jobs.store.ts'

/** How often progress is written and a cancellation looked for. */
const EVERY_MS = 1_000

export type JobWatch = { signal: AbortSignal; report: (progress: JobProgress) => void; stop: () => Promise<void> }

/** Stands beside a running job: writes its progress down, and fires the signal once the job is no longer ours. */
export function watchJob({ db, log }: Platform, jobId: string, runToken: string, stopping: AbortSignal): JobWatch {
  const lost = new AbortController()
  let progress: JobProgress | undefined
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    const told = progress
    progress = undefined
    const isHeld = told
      ? await inTransaction(db, (tx) => updateJobProgress(tx, jobId, runToken, told))
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
    report: (told) => {
      progress = told
    },
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }
}
