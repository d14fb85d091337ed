import type { Watch } from '../../tabular/loader/loader.ts'
import type { JobContext } from '../jobs/job.ts'

/** Tells of a job as its loader goes on: by bytes where a file is read, by rows afterwards. */
export function progressOf({ report, signal }: Pick<JobContext, 'report' | 'signal'>): Watch {
  return ({ phase, rows, bytes, totalBytes }) => {
    signal.throwIfAborted()
    report(totalBytes > 0 ? { phase, done: bytes, total: totalBytes } : { phase, done: rows, total: null })
  }
}
