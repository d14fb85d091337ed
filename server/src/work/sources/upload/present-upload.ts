import { acceptJob } from '../../../core/jobs/job.ts'
import { presentFile, presentUploaded } from '../present-source.ts'
import type { FilesKept } from './upload-files.ts'
import type { UploadOutcome } from './upload-source.ts'

/** Status, body and headers of an answer. */
export type Answered = { status: number; body: unknown; headers: Record<string, string> }

/** A job that goes on, bytes that were there already, or a new source. */
export function answeredUpload(outcome: UploadOutcome): Answered {
  if (!('seen' in outcome)) return acceptJob(outcome.jobId)
  return { status: outcome.isExisting ? 200 : 201, body: presentUploaded(outcome), headers: {} }
}

/** A job reads them, or they are kept as they are. */
export function answeredFiles(kept: FilesKept): Answered {
  if ('jobId' in kept) return acceptJob(kept.jobId)
  return { status: 201, body: { files: kept.seen.map((seen) => presentFile(seen, false)) }, headers: {} }
}
