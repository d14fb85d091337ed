import { acceptJob } from '../../jobs/job.ts'
import { presentUploaded } from '../present-source.ts'
import type { UploadOutcome } from './upload-source.ts'

/** Status, body and headers of an answer. */
export type Answered = { status: number; body: unknown; headers: Record<string, string> }

/** A job that goes on, bytes that were there already, or a new source. */
export function answeredUpload(outcome: UploadOutcome): Answered {
  if (!('seen' in outcome)) return acceptJob(outcome.jobId)
  return { status: outcome.isExisting ? 200 : 201, body: presentUploaded(outcome), headers: {} }
}
