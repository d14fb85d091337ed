import { Type } from 'typebox'
import { JOB_KINDS, JOB_STATUSES } from '../../../core/jobs/job.ts'
import type { JobRow } from '../../../core/jobs/jobs.store.ts'
import { cancelJob, openJob, readJobs } from '../../../core/jobs/jobs.ts'
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { Cursor, Id, Limit, NamedObject, Nullable, OneOf, Time, WireId } from '../../../platform/http/schema.ts'
import { toWireId } from '../../../platform/ids.ts'

const Job = NamedObject('Job', {
  job_id: WireId('job'),
  kind: OneOf(JOB_KINDS),
  status: OneOf(JOB_STATUSES),
  workbook_id: WireId('wb'),
  progress: Nullable(Type.Object({ phase: Type.String(), done: Type.Integer(), total: Nullable(Type.Integer()) })),
  result: Type.Unknown({
    description: 'On success: the body of the synchronous form. Null once the policies of the workbook have changed',
  }),
  error: Nullable(Type.String()),
  created_at: Time,
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
})

/** What was answered under other policies than today's is not shown again. */
const isInvalidated = ({ policyEpoch, policyEpochNow }: TellableJob) =>
  policyEpochNow !== undefined && policyEpoch !== null && policyEpochNow !== policyEpoch

const INVALIDATED = 'The policies of the workbook have changed since.'

type TellableJob = JobRow & { policyEpochNow?: number }

const presentJob = (job: TellableJob) => ({
  job_id: toWireId('job', job.jobId),
  kind: job.kind,
  status: job.status,
  workbook_id: toWireId('wb', job.workbookId),
  progress: job.progress,
  result: isInvalidated(job) ? null : job.result,
  error: job.status !== 'failed' ? null : isInvalidated(job) ? INVALIDATED : job.error,
  created_at: job.createdAt.toISOString(),
  started_at: job.startedAt?.toISOString() ?? null,
  finished_at: job.finishedAt?.toISOString() ?? null,
})

const AtJob = Type.Object({ job_id: Id('job') })

export const jobEndpoints = [
  endpoint({
    method: 'GET',
    path: '/api/v1/jobs',
    operation: 'listJobs',
    summary: 'Your recent jobs, newest first',
    description: 'A credential sees the jobs of the workbooks it reaches. Finished jobs are kept for seven days.',
    scope: 'workbooks:read',
    query: Type.Object({ limit: Limit(50, 200), cursor: Type.Optional(Cursor) }),
    status: 200,
    response: Type.Object({ jobs: Type.Array(Job), next_cursor: Nullable(Type.String()) }),
    problems: ['invalid_cursor'],
    handle: async ({ ctx, query: { limit, cursor } }) => {
      const list = `jobs/${ctx.caller.userId}`
      const after = cursor ? String(readCursor(ctx.keyring, list, cursor)) : null
      const { jobs, next } = await readJobs(ctx, { limit, after })
      return { jobs: jobs.map(presentJob), next_cursor: next ? writeCursor(ctx.keyring, list, next) : null }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/jobs/{job_id}',
    operation: 'readJob',
    summary: 'How a job is doing, and its result',
    description:
      'A job is begun three times at most, not counting attempts that an outage broke off within an hour of the first.',
    scope: 'workbooks:read',
    params: AtJob,
    status: 200,
    response: Job,
    problems: ['not_found', 'out_of_reach'],
    handle: async ({ ctx, params }) => presentJob(await openJob(ctx, params.job_id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/jobs/{job_id}/cancel',
    operation: 'cancelJob',
    summary: 'Stop a job; one that has ended stays as it is',
    scope: 'workbooks:write',
    params: AtJob,
    status: 200,
    response: Job,
    problems: ['not_found', 'out_of_reach', 'owner_required'],
    handle: async ({ ctx, params }) => presentJob(await cancelJob(ctx, params.job_id)),
  }),
]
