import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { emitEvent } from '../events/emit-event.ts'
import { type JobEnd, restoreCaller } from './job.ts'
import { type JobRow, updateJobEnded } from './jobs.store.ts'

/**
 * Ends a job and tells of it, both or neither. Undefined: it had ended already, or is held by another attempt than
 * this one (`runToken`; null for whoever cancels).
 */
export async function endJob(tx: Tx, { jobId, workbookId, caller }: JobRow, end: JobEnd, runToken: string | null) {
  await lockWorkbookHead(tx, workbookId)
  const job = await updateJobEnded(tx, jobId, end, runToken)
  if (!job) return undefined
  const { kind, status, errorCode } = job
  // The code alone: the text may quote what the starter of the job sees, and events go to all readers of the workbook.
  const data = { job_id: toWireId('job', jobId), kind, status, error: errorCode }
  await emitEvent(tx, restoreCaller(caller), { workbookId, kind: 'job.completed', data })
  return job
}
