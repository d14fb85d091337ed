import { setTimeout as pause } from 'node:timers/promises'
import type { JobContext, JobHandler } from '../../core/jobs/job.ts'
import { LOOK_EVERY_MS } from '../../engine/duckdb/held/erasure-watch.ts'
import { findErasure } from '../../engine/storage/erasures.store.ts'
import { sweepSegments } from '../../engine/storage/sweep-segments.ts'
import { rewriteTables } from '../../platform/database/rewrite-tables.store.ts'
import { toWireId } from '../../platform/ids.ts'
import { recompute } from '../transforms/recompute/recompute.ts'
import { eraseValues } from './erase-values.ts'
import { findCopies } from './find-copies.ts'
import type { ErasureJob } from './start-erasure.ts'

/** Every node has looked by then, also one that was slow, and has thrown away what it held. */
const EVERY_NODE_MS = 3 * LOOK_EVERY_MS

/** Tables of PostgreSQL that held erased cells. Their pages do until they are rewritten. */
const HELD = [
  'delta',
  'table_schema',
  'cell_override',
  'conflict',
  'annotation',
  'comment',
  'result',
  'job',
  'source',
  'structuring',
  'saved_view',
  'question',
]

/** Begun again it goes on: what is erased is not erased twice. */
export const eraseInBackground: JobHandler = async (ctx, request) => {
  // Safe: startErasure alone starts these jobs.
  const { cells, table, actor } = request as ErasureJob
  const { workbookId, jobId: erasureId } = ctx.job
  const isDone = await findErasure(ctx.db, workbookId, erasureId)
  if (!isDone) {
    ctx.report({ phase: 'erasing', done: 0, total: null })
    const copies = await findCopies(ctx.db, workbookId, cells)
    await eraseValues(ctx, { workbookId, erasureId, table, actor, cells, copies }, ctx.refuseIfLost)
  }
  await takeAway(ctx, erasureId)
  const { erasable } = await findCopies(ctx.db, workbookId, cells)
  const { derivedIds, sourceIds } = erasable
  const remade = derivedIds.length > 0 ? await recompute(ctx, workbookId, actor) : { made: [], failed: [] }
  return {
    tables: new Set(erasable.cells.map(({ tableId }) => tableId)).size,
    sources: sourceIds.map((id) => toWireId('src', id)),
    recomputed: remade.made.map(({ name }) => name),
    failed: remade.failed.map(({ name }) => name),
  }
}

/** Objects at once, without their days of grace; then the pages of PostgreSQL, and the copies on every node. */
async function takeAway(ctx: JobContext, erasureId: string) {
  const { workbookId } = ctx.job
  const erasure = await findErasure(ctx.db, workbookId, erasureId)
  for (const name of erasure?.objects ?? []) await ctx.blobs.delete(name)
  await sweepSegments(ctx.bulk, workbookId)
  ctx.report({ phase: 'forgetting', done: 0, total: null })
  await rewriteTables(ctx.settings.databaseUrl, HELD, workbookId)
  await pause(EVERY_NODE_MS)
}
