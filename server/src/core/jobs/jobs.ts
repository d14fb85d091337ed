import { outOfReach, ownerRequired } from '../../people/accounts/accounts.errors.ts'
import { reaches } from '../../people/accounts/permission.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { lockWorkbookHead } from '../audit/workbook-head.store.ts'
import { emitEvent } from '../events/events.ts'
import { CANCELED, type JobEnd, restoreCaller } from './job.ts'
import { findJobSeenBy, type JobPage, type JobRow, listJobs, updateJobEnded } from './jobs.store.ts'

/** A page of the caller's jobs, newest first, and where the next one starts. */
export async function readJobs(ctx: Context, page: JobPage) {
  const rows = await listJobs(ctx.db, ctx.caller, page)
  const jobs = rows.slice(0, page.limit)
  return { jobs, next: rows.length > page.limit ? (jobs.at(-1)?.jobId ?? null) : null }
}

/** The only door to a job: for the user who started it, while they can still see its workbook and the credential reaches it. */
export function openJob(ctx: Context, jobId: string) {
  return open(ctx, jobId, 'read')
}

/** To change it. Another user in the workbook learns that it is not theirs; to all others it does not exist. */
function openOwnJob(ctx: Context, jobId: string) {
  return open(ctx, jobId, 'own')
}

async function open(ctx: Context, jobId: string, purpose: 'read' | 'own') {
  const { caller } = ctx
  const job = await findJobSeenBy(ctx.db, jobId, caller.userId)
  const isSeen = caller.kind === 'key' ? job?.accountId === caller.accountId : job?.isSeen
  const isOwn = job?.userId === caller.userId
  if (!job || !(isOwn || isSeen)) throw notFound('job', toWireId('job', jobId))
  if (!isOwn) throw purpose === 'own' ? ownerRequired('job', job.workbookId) : notFound('job', toWireId('job', jobId))
  if (!reaches(caller, job)) throw outOfReach('job', job.workbookId)
  if (!isSeen) throw notFound('job', toWireId('job', jobId))
  return job
}

/** Stops a job that has not ended; one that has stays as it ended. */
export async function cancelJob(ctx: Context, jobId: string) {
  const job = await openOwnJob(ctx, jobId)
  const ended = await inTransaction(ctx.db, (tx) => endJob(tx, job, { status: 'failed', ...CANCELED }, null))
  return ended ?? openOwnJob(ctx, jobId)
}

/**
 * Ends a job and emits its event, both or neither. Undefined: it had ended already, or is held by another attempt than
 * this one (`runToken`; null for a caller who cancels).
 */
export async function endJob(
  tx: Tx,
  { jobId, workbookId, userId, caller }: JobRow,
  end: JobEnd,
  runToken: string | null,
) {
  await lockWorkbookHead(tx, workbookId)
  const job = await updateJobEnded(tx, jobId, end, runToken)
  if (!job) return undefined
  const { kind, status, errorCode } = job
  // The code alone: the text may quote what the starter of the job sees, and events go to all readers of the workbook.
  const data = { job_id: toWireId('job', jobId), kind, status, error: errorCode }
  await emitEvent(tx, restoreCaller(caller), { workbookId, kind: 'job.completed', data })
  if (status === 'failed' && errorCode !== CANCELED.errorCode)
    await notify(tx, [userId], { kind: 'job_failed', place: { workbookId }, subjectId: jobId, actorId: null })
  return job
}
