import type { JobHandler } from '../../../core/jobs/job.ts'
import { toWireId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { UploadRequest } from '../ingest/ingest-request.ts'
import { presentUploaded } from '../present-source.ts'
import { ingestUpload, prepareIngest } from './ingest-upload.ts'

/** Makes a source of the bytes in an upload slot: what `auto_ingest` asks for. */
export const ingestUploadJob: JobHandler = async (ctx, request) => {
  // Safe: ingestJobOf chose this job.
  const { upload_id: uploadId } = request as UploadRequest
  const prepared = await prepareIngest(ctx, uploadId)
  return inTransaction(ctx.db, async (tx) => {
    await ctx.refuseIfLost(tx)
    const outcome = await ingestUpload({ ...ctx, db: tx }, prepared)
    const result = 'seen' in outcome ? presentUploaded(outcome) : { job_id: toWireId('job', outcome.jobId) }
    await ctx.complete(tx, result)
    return result
  })
}
