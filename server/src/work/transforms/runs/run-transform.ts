import { eventActor } from '../../../core/events/event.ts'
import type { Committed } from '../../../engine/table/commit.ts'
import type { Context } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openTransform, type TransformPlace } from '../open-transform.ts'
import { failedUnseen } from '../transforms.errors.ts'
import { commitRuns } from './commit-runs.ts'
import { type Chain, computeChain } from './compute-chain.ts'
import type { RunMode } from './run.ts'
import { failRun } from './runs.store.ts'

/** A table that was rebuilt. */
export type MadeTable = {
  tableId: string
  name: string
  editVersion: number
  rowCount: number
  elapsedMs: number
  mode: RunMode
  logs: string
}

/** What a run has done: its own output, and what was made from that. */
export type DoneRun = {
  opId: number
  output: MadeTable
  below: readonly MadeTable[]
  failed: readonly { tableId: string; error: unknown }[]
}

/** Runs a transform, and all that is made from its output. Nothing is committed; one that fails leaves its output stale. */
export async function prepareRun(ctx: Context, place: TransformPlace): Promise<Chain> {
  const { transform, isSeen } = await openTransform(ctx, place, 'editor')
  const { workbookId, tableId, name } = transform
  const token = newId()
  try {
    return await computeChain(ctx, transform, token)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'transform_failed') throw error
    const failed = { workbookId, tableId, token, reason: 'transform_failed', actor: eventActor(ctx) } as const
    await inTransaction(ctx.bulk.db, (tx) => failRun(tx, failed))
    throw isSeen ? error : failedUnseen(name)
  }
}

/** Commits what was run: when this is through, the output and all that is made from it are fresh. */
export function runTransform(ctx: Context, chain: Chain, actor: string | null): Promise<DoneRun> {
  const { token, outputs } = chain
  return inTransaction(ctx.db, async (tx) =>
    doneRun(chain, await commitRuns(tx, ctx, outputs, { kind: 'transform.run', token, actor })),
  )
}

export function doneRun({ outputs, failed }: Chain, { opId, tables }: Committed): DoneRun {
  const [output, ...below] = outputs.map(({ transform, rowCount, elapsedMs, mode, logs }) => {
    const { tableId, name } = transform
    const editVersion = tables.find((table) => table.tableId === tableId)?.editVersion ?? 0
    return { tableId, name, editVersion, rowCount, elapsedMs, mode, logs }
  })
  if (!output) throw new Error('impossible: a run that made nothing')
  return { opId, output, below, failed }
}
