import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { eventActor } from '../events/event.ts'
import { listReportNames } from '../lineage/lineage.store.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { commitRuns } from './commit-runs.ts'
import { computeOutput } from './compute-output.ts'
import { seesInputs } from './open-transform.ts'
import { readyIn } from './plan-runs.ts'
import type { MadeTable } from './run-transform.ts'
import { beginRun, failRun, listStandings } from './runs.store.ts'
import type { Transform } from './transform.ts'
import { failedUnseen, pythonDisabled, tellFailure } from './transforms.errors.ts'
import { listTransforms } from './transforms.store.ts'

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

/** What this node recomputes now, by workbook: whoever asks meanwhile gets the same answer. */
const underWay = new Map<string, Promise<Recomputed>>()

/**
 * Runs the transforms behind all stale tables, each after those it reads, and commits each by itself: what is done stays
 * done, and doing it again changes nothing. One that fails stays stale and blocks only what is made from it.
 */
export async function recompute(ctx: Context, workbookId: string, actor: string | null): Promise<Recomputed> {
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const running = underWay.get(workbookId)
  if (running) return running
  // Its commits are its own: the transaction of a request would hold the workbook's lock all the while.
  const started = recomputeAll({ ...ctx, db: ctx.bulk.db }, workbook, actor)
  underWay.set(workbookId, started)
  return started.finally(() => underWay.delete(workbookId))
}

async function recomputeAll(ctx: Context, workbook: OpenedWorkbook, actor: string | null): Promise<Recomputed> {
  const { workbookId } = workbook
  const standings = await listStandings(ctx.db, workbookId)
  const transforms = await listTransforms(ctx.db, workbookId)
  const stale = transforms.filter(({ tableId }) => standings.get(tableId)?.staleSince)
  const waiting = new Map(stale.map((transform) => [transform.tableId, transform]))
  const running = new Map<string, Promise<void>>()
  const made: MadeTable[] = []
  const failed = new Map<string, { name: string; error: string }>()

  const runOne = async (transform: Transform) => {
    const blocking = transform.args.map(({ tableId }) => failed.get(tableId)).find(Boolean)
    const outcome = blocking ? `upstream failed: ${blocking.name}` : await remake(ctx, workbook, transform, actor)
    if (typeof outcome === 'string') failed.set(transform.tableId, { name: transform.name, error: outcome })
    else made.push(outcome)
  }
  while (waiting.size > 0) {
    for (const transform of readyIn(waiting)) {
      const { tableId } = transform
      if (running.has(tableId) || running.size >= RUNS_AT_ONCE) continue
      const ended = () => {
        running.delete(tableId)
        waiting.delete(tableId)
      }
      running.set(tableId, runOne(transform).finally(ended))
    }
    await Promise.race(running.values())
  }
  const skippedReports = await listReportNames(
    ctx.db,
    workbookId,
    stale.map(({ tableId }) => tableId),
  )
  return { made, failed: [...failed.values()], skippedReports, isFresh: await isAllFresh(ctx, workbookId, transforms) }
}

async function isAllFresh({ db }: Context, workbookId: string, transforms: readonly Transform[]): Promise<boolean> {
  const standings = await listStandings(db, workbookId)
  return transforms.every(({ tableId }) => !standings.get(tableId)?.staleSince)
}

/** Makes one table anew, or says why not. */
async function remake(
  ctx: Context,
  workbook: OpenedWorkbook,
  transform: Transform,
  actor: string | null,
): Promise<MadeTable | string> {
  const { workbookId, tableId } = transform
  for (let attempt = 1; ; attempt++) {
    const token = newId()
    try {
      return await runAndCommit(ctx, transform, token, actor)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // Somebody else has run or edited it meanwhile.
      if (error.kind === 'unavailable' && attempt < MOST_ATTEMPTS) continue
      const reason = 'transform_failed'
      await inTransaction(ctx.db, (tx) =>
        failRun(tx, { workbookId, tableId, token, reason, actor: eventActor(ctx, actor) }),
      )
      return tellFailure((await seesInputs(ctx, workbook, transform)) ? error : failedUnseen(transform.name))
    }
  }
}

async function runAndCommit(
  ctx: Context,
  transform: Transform,
  token: string,
  actor: string | null,
): Promise<MadeTable> {
  const { workbookId, tableId, name, language } = transform
  await inTransaction(ctx.db, (tx) => beginRun(tx, workbookId, [tableId], token))
  if (language === 'python') throw pythonDisabled()
  const standings = await listStandings(ctx.db, workbookId)
  const output = await computeOutput(ctx, transform, { standings, computed: new Map() })
  const { tables } = await inTransaction(ctx.db, (tx) =>
    commitRuns(tx, ctx, [output], { kind: 'recompute', token, actor }),
  )
  const { rowCount, elapsedMs } = output
  return { tableId, name, editVersion: tables[0]?.editVersion ?? 0, rowCount, elapsedMs }
}
