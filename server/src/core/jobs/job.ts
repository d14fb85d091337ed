import type { Scope, UserCaller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import type { Job } from '../../platform/database/database-schema.ts'
import { isOutage } from '../../platform/database/outage.ts'
import { assertState, ServiceError } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/postgres.ts'

/** A long operation that a client waits for: pending, then running, then succeeded or failed, and never anything after. */
export const JOB_KINDS = [
  'source.ingest', 'review', 'materialize', 'recompute', 'export', 'transform', 'profile', 'restore', 'merge', 'purge', 'bundle',
] as const satisfies Job['kind'][] // biome-ignore format: a list
export const JOB_STATUSES = ['pending', 'running', 'succeeded', 'failed'] as const satisfies Job['status'][]

export type JobKind = (typeof JOB_KINDS)[number]
export type JobStatus = (typeof JOB_STATUSES)[number]

export type JobProgress = { phase: string; done: number; total: number | null }

/** Why an attempt failed. The text is short and safe to show to the user who started the job, the code to everyone. */
export type JobError = { error: string; errorCode: string }

export type JobEnd = { status: 'succeeded'; result: unknown } | ({ status: 'failed' } & JobError)

/** A job is begun this many times before it is given up. */
export const MAX_ATTEMPTS = 3
/** While a job is younger than this, an attempt that an outage broke off is not one of them. */
export const OUTAGE_FORGIVEN_MS = 3_600_000

export const CANCELED: JobError = { error: 'canceled', errorCode: 'canceled' }
export const WORKER_LOST: JobError = { error: 'the worker that ran this job stopped', errorCode: 'worker_lost' }

/** What a handler stands on: the context of the caller who started the job, and a hold on the job itself. */
export type JobContext = Context & {
  job: { jobId: string; workbookId: string; attempt: number }
  /** Fires when the job was canceled, was handed to another node, or this node is stopping. */
  signal: AbortSignal
  /** Shown to callers within about a second. */
  report: (progress: JobProgress) => void
  /** Throws in a transaction whose job is no longer ours: a node thought dead must not commit late. */
  refuseIfLost: (tx: Tx) => Promise<void>
  /** Ends the job in the transaction of its effect, so that it happens once whatever crashes. The handler then returns. */
  complete: (tx: Tx, result: unknown) => Promise<void>
}

/** Does the work and returns the result, the same body as the synchronous form. It may be begun again from the start. */
export type JobHandler = (ctx: JobContext, request: unknown) => Promise<unknown>

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>

/** Who started a job, as it is kept beside it. */
export type StoredCaller = Omit<UserCaller, 'scopes' | 'expiresAt'> & {
  scopes: Scope[]
  expiresAt: string | null
  ip: string
}

export function storeCaller({ caller, ip }: Pick<Context, 'caller' | 'ip'>): StoredCaller {
  assertState(caller.kind !== 'link', 'a link starts no job')
  return { ...caller, scopes: [...caller.scopes], expiresAt: caller.expiresAt?.toISOString() ?? null, ip }
}

export function restoreCaller({ ip, ...caller }: StoredCaller): Pick<Context, 'caller' | 'ip'> {
  const expiresAt = caller.expiresAt === null ? null : new Date(caller.expiresAt)
  return { ip, caller: { ...caller, scopes: new Set(caller.scopes), expiresAt } }
}

const TRANSIENT: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'upstream', 'rate_limited'])

/** What a caller learns of an error, whether it is a fault of ours, and whether another attempt is of no use. */
export function describeError(error: unknown): { text: string; code: string; isOurs: boolean; isFinal: boolean } {
  if (isOutage(error))
    return { text: 'something the service needs was away', code: 'unavailable', isOurs: true, isFinal: false }
  if (!(error instanceof ServiceError))
    return { text: 'internal error', code: 'internal_error', isOurs: true, isFinal: false }
  const { code, kind, text } = error
  return { text: text.detail.slice(0, 500), code, isOurs: false, isFinal: !TRANSIENT.has(kind) }
}

/** The answer to a request that goes on as a job: status, body and headers. */
export function acceptJob(jobId: string) {
  const job_id = toWireId('job', jobId)
  return {
    status: 202,
    body: { job_id, status: 'pending' as const },
    headers: { location: `/api/v1/jobs/${job_id}`, 'retry-after': '2' },
  }
}
