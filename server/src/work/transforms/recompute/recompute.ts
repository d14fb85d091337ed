import { setTimeout as sleep } from 'node:timers/promises'
import { eventActor } from '../../../core/events/event.ts'
import { startJob } from '../../../core/jobs/start-job.ts'
import { listReportNames } from '../../../core/lineage/lineage.store.ts'
import { refuseIfAnyRowsHidden } from '../../../core/reading/refuse-if-hidden.ts'
import { type OpenedWorkbook, openWorkbook } from '../../../core/workbooks/open-workbook.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { seesInputs } from '../open-transform.ts'
import { commitRuns } from '../runs/commit-runs.ts'
import { readyIn } from '../runs/compute-chain.ts'
import { computeOutput } from '../runs/compute-output.ts'
import type { MadeTable } from '../runs/run-transform.ts'
import { beginRun, failRun, listStandings } from '../runs/runs.store.ts'
import type { Transform } from '../transform.ts'
import { describeFailure, failedUnseen, recomputeBusy } from '../transforms.errors.ts'
import { listTransforms } from '../transforms.store.ts'
import { deleteRecomputeLease, upsertRecomputeLease } from './recompute-leases.store.ts'

export type Recomputed = {
  made: MadeTable[]
  failed: { name: string; error: string }[]
  /** Reports over tables that were stale. They own no data: they are named and not run. */
  skippedReports: string[]
  /** Nothing in the workbook is stale any more. */
  isFresh: boolean
}

/** Each run takes a process and half a gigabyte at most. */
const RUNS_AT_ONCE = 2
const MOST_ATTEMPTS = 3

/** The result, before it is shown to a caller: why something failed is not for all callers. */
type Outcome = Omit<Recomputed, 'failed'> & { failed: Failure[] }
type Failure = { transform: Transform; error: ServiceError | { upstream: string } }

/** What a node recomputes now, by workbook: callers who ask meanwhile get the same answer. */
const underWay = new WeakMap<Context['bulk'], Map<string, Promise<Outcome>>>()

/**
 * Runs the transforms behind all stale tables, each after those it reads, and commits each by itself: what is done stays
 * done, and doing it again changes nothing. One that fails stays stale and blocks only what is made from it.
 */
export async function recompute(ctx: Context, workbookId: string, actor: string | null): Promise<Recomputed> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  await refuseIfAnyRowsHidden(ctx, workbook)
  const { failed, ...outcome } = await joinOrBegin(ctx, workbookId, actor)
  const reportedFailures: Recomputed['failed'] = []
  for (const failure of failed) reportedFailures.push(await notifyOwner(ctx, workbook, failure))
  return { ...outcome, failed: reportedFailures }
}

function joinOrBegin(ctx: Context, workbookId: string, actor: string | null): Promise<Outcome> {
  const here = underWay.get(ctx.bulk) ?? new Map<string, Promise<Outcome>>()
  underWay.set(ctx.bulk, here)
  const running = here.get(workbookId)
  if (running) return running
  // Its commits are its own: the transaction of a request would hold the workbook's lock all the while.
  const work = () => recomputeAll({ ...ctx, db: ctx.bulk.db }, workbookId, actor)
  const started = holdRecomputeLease(ctx, workbookId, work).finally(() => here.delete(workbookId))
  here.set(workbookId, started)
  return started
}

/** Only callers who see all that a transform sees learn what is wrong with it, no matter who ran it. */
async function notifyOwner(ctx: Context, workbook: OpenedWorkbook, { transform, error }: Failure) {
  const { name } = transform
  if ('upstream' in error) return { name, error: `upstream failed: ${error.upstream}` }
  return { name, error: describeFailure((await seesInputs(ctx, workbook, transform)) ? error : failedUnseen(name)) }
}

async function recomputeAll(ctx: Context, workbookId: string, actor: string | null): Promise<Outcome> {
  const standings = await listStandings(ctx.db, workbookId)
  const transforms = await listTransforms(ctx.db, workbookId)
  const stale = transforms.filter(({ tableId }) => standings.get(tableId)?.staleSince)
  const made: MadeTable[] = []
  const failed = new Map<string, Failure>()

  await runInOrder(stale, async (transform) => {
    const blocking = transform.args.map(({ tableId }) => failed.get(tableId)).find(Boolean)
    const outcome = blocking ? { upstream: blocking.transform.name } : await remake(ctx, transform, actor)
    if (outcome === 'fresh') return
    if ('editVersion' in outcome) made.push(outcome)
    else failed.set(transform.tableId, { transform, error: outcome })
  })
  const staleIds = stale.map(({ tableId }) => tableId)
  const skippedReports = await listReportNames(ctx.db, workbookId, staleIds)
  return { made, failed: [...failed.values()], skippedReports, isFresh: await isAllFresh(ctx, workbookId, transforms) }
}

/** Some at once, each after those it reads. */
async function runInOrder(transforms: readonly Transform[], run: (transform: Transform) => Promise<void>) {
  const waiting = new Map(transforms.map((transform) => [transform.tableId, transform]))
  const running = new Map<string, Promise<void>>()
  try {
    while (waiting.size > 0) {
      for (const transform of readyIn(waiting)) {
        const { tableId } = transform
        if (running.has(tableId) || running.size >= RUNS_AT_ONCE) continue
        const ended = () => {
          running.delete(tableId)
          waiting.delete(tableId)
        }
        running.set(tableId, run(transform).finally(ended))
      }
      await Promise.race(running.values())
    }
  } finally {
    // Where one ends in an error of ours, the others are still at work.
    await Promise.allSettled(running.values())
  }
}

async function isAllFresh({ db }: Context, workbookId: string, transforms: readonly Transform[]): Promise<boolean> {
  const standings = await listStandings(db, workbookId)
  return transforms.every(({ tableId }) => !standings.get(tableId)?.staleSince)
}

/** Rebuilds one table, or says why not. `fresh`: another run has made it meanwhile. */
async function remake(
  ctx: Context,
  transform: Transform,
  actor: string | null,
): Promise<MadeTable | ServiceError | 'fresh'> {
  const { workbookId, tableId } = transform
  for (let attempt = 1; ; attempt++) {
    const token = newId()
    try {
      return await runAndCommit(ctx, transform, token, actor)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // Another caller has run or edited it meanwhile, or no process was to be had: its code is none the worse.
      if (error.kind === 'unavailable') {
        if (attempt < MOST_ATTEMPTS) continue
        return error
      }
      const failure = { workbookId, tableId, token, reason: 'transform_failed', actor: eventActor(ctx, actor) } as const
      await inTransaction(ctx.db, (tx) => failRun(tx, failure))
      return error
    }
  }
}

async function runAndCommit(
  ctx: Context,
  transform: Transform,
  token: string,
  actor: string | null,
): Promise<MadeTable | 'fresh'> {
  const { workbookId, tableId, name } = transform
  if (!(await listStandings(ctx.db, workbookId)).get(tableId)?.staleSince) return 'fresh'
  await inTransaction(ctx.db, (tx) => beginRun(tx, workbookId, [tableId], token))
  const standings = await listStandings(ctx.db, workbookId)
  const output = await computeOutput(ctx, transform, { standings, computed: new Map() })
  const { tables } = await inTransaction(ctx.db, (tx) =>
    commitRuns(tx, ctx, [output], { kind: 'recompute', token, actor }),
  )
  const { rowCount, elapsedMs, mode, logs } = output
  return { tableId, name, editVersion: tables[0]?.editVersion ?? 0, rowCount, elapsedMs, mode, logs }
}

export type RecomputeJob = { actor: string | null }

/** Recomputes behind the answer. Returns the id of the job. */
export async function startRecompute(ctx: Context, workbookId: string, actor: string | null): Promise<string> {
  await refuseIfAnyRowsHidden(ctx, await openWorkbook(ctx, workbookId, 'editor'))
  const job: RecomputeJob = { actor }
  return inTransaction(ctx.db, (tx) => startJob(tx, ctx, { kind: 'recompute', workbookId, request: job }))
}

/** How long a workbook waits for a holder that died: shorter than anybody waits for an answer. */
const LEASE_SECONDS = 5
const RENEW_EVERY_MS = 1_500
const LOOK_EVERY_MS = 250
/** As long as the longest runs take, some of them one after the other. */
const PATIENCE_MS = 600_000

/**
 * Does the work while no other node recomputes the workbook. It is no fence: a holder that slept through its lease
 * goes on, and what it then commits is refused where others were faster.
 */
async function holdRecomputeLease<T>(
  { bulk: { db }, log }: Context,
  workbookId: string,
  work: () => Promise<T>,
): Promise<T> {
  const lease = { workbookId, holder: newId() }
  const take = () => inTransaction(db, (tx) => upsertRecomputeLease(tx, lease, LEASE_SECONDS))
  for (const end = performance.now() + PATIENCE_MS; !(await take()); await sleep(LOOK_EVERY_MS)) {
    if (performance.now() > end) throw recomputeBusy()
  }
  const renew = () => void take().catch((error: unknown) => log.warn({ err: error }, 'a lease could not be renewed'))
  const renewing = setInterval(renew, RENEW_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await inTransaction(db, (tx) => deleteRecomputeLease(tx, lease))
  }
}
