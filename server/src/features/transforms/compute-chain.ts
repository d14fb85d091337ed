import type { Context } from '../../platform/context.ts'
import { ServiceError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { computeOutput } from './compute-output.ts'
import { descendants } from './plan-runs.ts'
import type { Computed, Runnable } from './run.ts'
import { beginRun, listStandings } from './runs.store.ts'
import { listTransforms } from './transforms.store.ts'

/** Outputs that are committed together, each made from the ones before it. */
export type Chain = {
  /** Fences off whoever began before. */
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
