import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { outOfReach, ownerRequired } from '../accounts/accounts.errors.ts'
import { reaches } from '../accounts/permission.ts'
import { findJobSeenBy } from './jobs.store.ts'

export type OpenedJob = Awaited<ReturnType<typeof openJob>>

/** The only door to a job: whoever started it, while he can still see its workbook and the credential reaches it. */
export function openJob(ctx: Context, jobId: string) {
  return open(ctx, jobId, 'read')
}

/** To change it. Somebody else in the workbook learns that it is not his; to all others it does not exist. */
export function openOwnJob(ctx: Context, jobId: string) {
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
