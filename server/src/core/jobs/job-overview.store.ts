import { sql } from 'kysely'
import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import type { JobKind, JobStatus } from './job.ts'

export type KindCount = {
  kind: JobKind
  waiting: number
  running: number
  retrying: number
  failed: number
  waitingSince: Date | null
  runningSince: Date | null
}

/** Open jobs by kind, and how many have failed of late. A kind without any is left out. */
export async function countJobs(db: Db, failedHours: number): Promise<KindCount[]> {
  const { rows } = await sql<KindCount>`
    select kind,
           count(*) filter (where status = 'pending')::integer as waiting,
           count(*) filter (where status = 'running')::integer as running,
           count(*) filter (where status = 'running' and attempts > 1)::integer as retrying,
           count(*) filter (where status = 'failed')::integer as failed,
           min(created_at) filter (where status = 'pending') as waiting_since,
           min(started_at) filter (where status = 'running') as running_since
    from job
    where finished_at is null or status = 'failed' and finished_at > now() - make_interval(hours => ${failedHours})
    group by kind order by kind
  `.execute(db)
  return rows
}

export type FailureCount = { kind: JobKind; errorCode: string | null; count: number; lastAt: Date }

/** Why jobs have failed of late: by code, never by text, which may quote a cell. */
export async function countFailures(db: Db, hours: number): Promise<FailureCount[]> {
  const { rows } = await sql<FailureCount>`
    select kind, error_code, count(*)::integer as count, max(finished_at) as last_at from job
    where status = 'failed' and finished_at > now() - make_interval(hours => ${hours})
    group by kind, error_code order by count(*) desc, kind
  `.execute(db)
  return rows
}

export type OpenJob = {
  jobId: string
  workbookId: string
  kind: JobKind
  status: JobStatus
  attempts: number
  errorCode: string | null
  createdAt: Date
  startedAt: Date | null
  /** When the queue brings it round; null: it will not. */
  nextAt: Date | null
  workerId: string | null
  takenAt: Date | null
  /** When its worker had its last heartbeat; null: no worker holds it, or its worker fell silent. */
  heardAt: Date | null
}

/** Jobs that have not ended, the oldest first, and who holds them. */
export async function listOpenJobs(db: Db, most: number): Promise<OpenJob[]> {
  const { rows } = await sql<OpenJob>`
    select j.job_id, j.workbook_id, j.kind, j.status, j.attempts, j.error_code, j.created_at, j.started_at,
           l.next_at, l.worker_id, l.taken_at, l.heard_at
    from list_job_leases(${most}) l join job j using (job_id) order by j.created_at
  `.execute(db)
  return rows
}

export type TaskCount = {
  task: string
  waiting: number
  delayed: number
  running: number
  retrying: number
  givenUp: number
  waitingSince: Date | null
}

export async function countTasks(db: Db): Promise<TaskCount[]> {
  const { rows } = await sql<TaskCount>`select * from count_tasks() order by task`.execute(db)
  return rows
}

export type LivingWorker = { workerId: string; aliveSince: Date; seenAt: Date }

/** Workers with a heartbeat that were not yet given up. */
export function listWorkers(db: Db): Promise<LivingWorker[]> {
  return db.selectFrom('workerHeartbeat').selectAll().orderBy('aliveSince').execute()
}

/** Ages are measured by the clock that wrote the times. */
export async function findTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  assertState(rows[0], 'a clock that tells no time')
  return rows[0].at
}
