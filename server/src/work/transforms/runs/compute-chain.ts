import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { Transform } from '../transform.ts'
import { listTransforms } from '../transforms.store.ts'
import { computeOutput } from './compute-output.ts'
import type { Computed, Runnable } from './run.ts'
import { beginRun, listStandings } from './runs.store.ts'

/** Outputs that are committed together, each made from the ones before it. */
export type Chain = {
  /** Fences off runs that began before. */
  token: string
  outputs: readonly Computed[]
  /** Below the first: what could not be run, and why. They stay stale. */
  failed: readonly { tableId: string; error: unknown }[]
}

/** Runs a transform and all that is made from its output, in one cut of the workbook. Nothing is changed yet. */
export async function computeChain(ctx: Context, transform: Runnable, token = newId()): Promise<Chain> {
  const { workbookId, tableId } = transform
  const below = descendants(await listTransforms(ctx.bulk.db, workbookId), tableId)
  const tableIds = [tableId, ...below.map((one) => one.tableId)]
  await inTransaction(ctx.bulk.db, (tx) => beginRun(tx, workbookId, tableIds, token))

  const standings = await listStandings(ctx.bulk.db, workbookId)
  const first = await computeOutput(ctx, transform, { standings, computed: new Map() })
  const computed = new Map([[tableId, first]])
  const failed: { tableId: string; error: unknown }[] = []
  for (const one of below) {
    if (one.args.some((arg) => failed.some((bad) => bad.tableId === arg.tableId))) {
      failed.push({ tableId: one.tableId, error: null })
      continue
    }
    try {
      computed.set(one.tableId, await computeOutput(ctx, one, { standings, computed }))
    } catch (error) {
      // The code of others: their tables stay stale, and the run itself is none the worse.
      if (!(error instanceof ServiceError)) throw error
      failed.push({ tableId: one.tableId, error })
    }
  }
  return { token, outputs: [...computed.values()], failed }
}

/** Of these outputs, those whose transforms read none of the others: they can be run now, at once. */
export function readyIn(waiting: ReadonlyMap<string, Transform>): Transform[] {
  return [...waiting.values()].filter(({ args }) => !args.some(({ tableId }) => waiting.has(tableId)))
}

/** Every transform that reads a table, or something made from it; each after all it reads. */
function descendants(transforms: readonly Transform[], tableId: string): Transform[] {
  const below = new Set([tableId])
  const ordered: Transform[] = []
  let waiting = transforms.filter((transform) => transform.tableId !== tableId)
  // Each round takes one more level; a graph without cycles has no more of them than transforms.
  for (let isMore = true; isMore; ) {
    const next = waiting.filter(({ args }) => args.some((arg) => below.has(arg.tableId)))
    for (const transform of next) below.add(transform.tableId)
    waiting = waiting.filter((transform) => !next.includes(transform))
    ordered.push(...next)
    isMore = next.length > 0
  }
  return inOrder(ordered)
}

/** So that each comes after those it reads. */
function inOrder(transforms: readonly Transform[]): Transform[] {
  const waiting = new Map(transforms.map((transform) => [transform.tableId, transform]))
  const ordered: Transform[] = []
  while (waiting.size > 0) {
    const ready = readyIn(waiting)
    if (ready.length === 0) throw new Error('impossible: a cycle of transforms')
    for (const transform of ready) waiting.delete(transform.tableId)
    ordered.push(...ready)
  }
  return ordered
}
