import { type Selectable, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Job } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'
import {
  type JobEnd,
  type JobError,
  type JobKind,
  type JobProgress,
  MAX_ATTEMPTS,
  type StoredCaller,
  WORKER_LOST,
} from './job.ts'

export type JobRow = Omit<Selectable<Job>, 'caller' | 'progress'> & {
  caller: StoredCaller
  progress: JobProgress | null
}

export type NewJob = {
  jobId: string
  kind: JobKind
  workbookId: string
  userId: string
  caller: StoredCaller
  request: unknown
}

/** False: there is no such workbook. */
export async function insertJob(
  tx: Tx,
  { jobId, kind, workbookId, userId, caller, request }: NewJob,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into job (workbook_id, job_id, kind, status, account_id, workspace_id, user_id, caller, request)
    select w.workbook_id, ${jobId}, ${kind}, 'pending', s.account_id, s.workspace_id, ${userId},
           ${JSON.stringify(caller)}::json, ${JSON.stringify(request ?? null)}::json
    from workbook w join workspace s using (workspace_id) where w.workbook_id = ${workbookId}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Jobs that wait or run, of the account that a workbook belongs to. */
export async function countOpenJobs(tx: Tx, workbookId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from job
    where finished_at is null and account_id = (
      select s.account_id from workbook w join workspace s using (workspace_id) where w.workbook_id = ${workbookId})
  `.execute(tx)
  return rows[0]?.open ?? 0
}

/** With whether this user can see the workbook today; a key's account is compared by the calling code. */
export async function findJobSeenBy(db: Db, jobId: string, userId: string) {
  return jobsSeenBy(db, userId).where('job.jobId', '=', jobId).executeTakeFirst()
}

export type JobPage = { limit: number; after: string | null }

/** Jobs the caller's user started, in workbooks they still see and the credential reaches; newest first, one more than a page. */
export function listJobs(db: Db, caller: Caller, { limit, after }: JobPage) {
  const { reach } = caller
  let query = jobsSeenBy(db, caller.userId)
    .where('job.userId', '=', caller.userId)
    .orderBy('job.jobId', 'desc')
    .limit(limit + 1)
  if (caller.kind !== 'key') query = query.where(isSeenBy(caller.userId))
  if (after) query = query.where('job.jobId', '<', after)
  if (reach.kind === 'account') query = query.where('job.accountId', '=', caller.accountId)
  if (reach.kind === 'workspace') query = query.where('job.workspaceId', '=', reach.workspaceId)
  if (reach.kind === 'workbook') query = query.where('job.workbookId', '=', reach.workbookId)
  return query.execute()
}

function jobsSeenBy(db: Db, userId: string) {
  return (
    db
      .selectFrom('job')
      .innerJoin('workbook', 'workbook.workbookId', 'job.workbookId')
      .innerJoin('workbookHead', 'workbookHead.workbookId', 'job.workbookId')
      .selectAll('job')
      .$narrowType<Pick<JobRow, 'caller' | 'progress'>>()
      .select([isSeenBy(userId).as('isSeen'), 'workbookHead.policyEpoch as policyEpochNow'])
      // One that a bundle should have filled and could not is thrown away; why is still reported.
      .where((eb) => eb.or([eb('workbook.deletedAt', 'is', null), eb('job.kind', '=', 'bundle')]))
  )
}

/** By the user's role in the workbook today: users who leave a workspace leave what they made in it. */
const isSeenBy = (userId: string) => sql<boolean>`is_reader(${userId}, job.workbook_id)`

/** Begins an attempt under its token, once however often it is asked. Undefined: it has ended, or was begun too often. */
export async function updateJobStarted(tx: Tx, jobId: string, runToken: string): Promise<JobRow | undefined> {
  return tx
    .updateTable('job')
    .set({
      status: 'running',
      attempts: sql<number>`attempts + (run_token is distinct from ${runToken})::integer`,
      runToken,
      startedAt: sql<Date>`coalesce(started_at, clock_timestamp())`,
      error: null,
    })
    .where('jobId', '=', jobId)
    .where('status', 'in', ['pending', 'running'])
    .where((eb) => eb.or([eb('attempts', '<', MAX_ATTEMPTS), eb('runToken', '=', runToken)]))
    .returningAll()
    .$narrowType<Pick<JobRow, 'caller' | 'progress'>>()
    .executeTakeFirst()
}

/** A job that was begun as often as it may, and whose last worker never reported how it went. */
export function findExhaustedJob(db: Db, jobId: string) {
  return db
    .selectFrom('job')
    .selectAll()
    .$narrowType<Pick<JobRow, 'caller' | 'progress'>>()
    .where('jobId', '=', jobId)
    .where('status', '=', 'running')
    .where('attempts', '>=', MAX_ATTEMPTS)
    .executeTakeFirst()
}

/** Only the attempt that holds this token may go on. */
const isHeld = (runToken: string) => sql<boolean>`status = 'running' and run_token = ${runToken}`

/** Who may end a job: the attempt that holds it, or (null) a caller who cancels it. */
export function updateJobEnded(
  tx: Tx,
  jobId: string,
  end: JobEnd,
  runToken: string | null,
): Promise<JobRow | undefined> {
  return tx
    .updateTable('job')
    .set({
      status: end.status,
      result: end.status === 'succeeded' ? JSON.stringify(end.result ?? null) : null,
      error: end.status === 'failed' ? end.error : null,
      errorCode: end.status === 'failed' ? end.errorCode : null,
      policyEpoch: sql<number>`(select h.policy_epoch from workbook_head h where h.workbook_id = job.workbook_id)`,
      finishedAt: sql<Date>`clock_timestamp()`,
      runToken: null,
    })
    .where('jobId', '=', jobId)
    .where(runToken === null ? sql<boolean>`status in ('pending', 'running')` : isHeld(runToken))
    .returningAll()
    .$narrowType<Pick<JobRow, 'caller' | 'progress'>>()
    .executeTakeFirst()
}

/** Remembers why an attempt failed, for the case that it was the last. */
export async function updateJobError(tx: Tx, jobId: string, runToken: string, error: JobError) {
  await tx.updateTable('job').set(error).where('jobId', '=', jobId).where(isHeld(runToken)).execute()
}

/**
 * An attempt that its node never made, or broke off because it was asked to stop, does not count: it lets go of the job. False: the
 * job is no longer ours.
 */
export async function updateJobReturned(tx: Tx, jobId: string, runToken: string): Promise<boolean> {
  const { numUpdatedRows } = await returnJob(tx, jobId, runToken, WORKER_LOST).executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Nor does one that an outage broke off, while the job is younger than that. When it is to be begun again, by PostgreSQL's clock:
 * the longer outages last, the more rarely. Undefined: it is too old, or no longer ours.
 */
export async function updateJobForgiven(
  tx: Tx,
  jobId: string,
  runToken: string,
  { why, youngerThanMs }: { why: JobError; youngerThanMs: number },
): Promise<Date | undefined> {
  const age = sql`clock_timestamp() - started_at`
  const forgiven = await returnJob(tx, jobId, runToken, why)
    .where(sql<boolean>`${age} < make_interval(secs => ${youngerThanMs}::double precision / 1000)`)
    .returning(
      sql<Date>`clock_timestamp() + greatest(interval '2 seconds', least(interval '1 minute', (${age}) / 10))`.as(
        'againAt',
      ),
    )
    .executeTakeFirst()
  return forgiven?.againAt
}

const returnJob = (tx: Tx, jobId: string, runToken: string, why: JobError) =>
  tx
    .updateTable('job')
    .set((eb) => ({ attempts: eb('attempts', '-', 1), runToken: null, ...why }))
    .where('jobId', '=', jobId)
    .where(isHeld(runToken))

/** False: the job is no longer ours. */
export async function updateJobProgress(
  tx: Tx,
  jobId: string,
  runToken: string,
  progress: JobProgress,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ progress: JSON.stringify(progress) })
    .where('jobId', '=', jobId)
    .where(isHeld(runToken))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isJobHeld(db: Db, jobId: string, runToken: string): Promise<boolean> {
  const held = await db
    .selectFrom('job')
    .select('jobId')
    .where('jobId', '=', jobId)
    .where(isHeld(runToken))
    .executeTakeFirst()
  return held !== undefined
}

/** Keeps the job ours until the transaction ends. */
export async function lockHeldJob(tx: Tx, jobId: string, runToken: string): Promise<boolean> {
  const held = await tx
    .selectFrom('job')
    .select('jobId')
    .where('jobId', '=', jobId)
    .where(isHeld(runToken))
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

export async function hasJobEnded(db: Db, jobId: string): Promise<boolean> {
  const open = await db
    .selectFrom('job')
    .select('jobId')
    .where('jobId', '=', jobId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst()
  return open === undefined
}

/** Which have not ended, and have no task that would run them. */
export async function listLostJobs(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ jobId: string }>`select job_id from list_lost_jobs()`.execute(tx)
  return rows.map(({ jobId }) => jobId)
}

/** How many went; fewer than the limit when no more are old enough. */
export async function deleteFinishedJobs(tx: Tx, olderThanDays: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job where job_id in (
      select job_id from job where finished_at < now() - make_interval(days => ${olderThanDays}) order by finished_at limit ${limit})
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
