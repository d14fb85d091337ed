import type { JobContext } from '../../../core/jobs/job.ts'
import type { Watch } from '../../../engine/loader/load-request.ts'

/** Reports the progress of a job from that of its loader: by bytes where a file is read, by rows afterwards. */
export function progressOf({ report, signal }: Pick<JobContext, 'report' | 'signal'>): Watch {
  return ({ phase, rows, bytes, totalBytes }) => {
    signal.throwIfAborted()
    report(totalBytes > 0 ? { phase, done: bytes, total: totalBytes } : { phase, done: rows, total: null })
  }
}
