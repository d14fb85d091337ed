import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import { readUpstream } from '../tables/read-upstream.ts'
import { presentTable } from '../tables/table-body.ts'
import { presentMade, presentRun, presentTransform } from './present-transform.ts'
import { readTransform } from './read-transforms.ts'
import type { DoneRun } from './run-transform.ts'
import { tellFailure } from './transforms.errors.ts'
import { listTransforms } from './transforms.store.ts'

/** What is answered to whoever made or ran a transform: it, its run, its table, and what became of the tables below. */
export async function readOutcome(ctx: Context, workbookId: string, tableId: string, run: DoneRun | null) {
  const opened = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  const { transform, inputs, isSeen } = await readTransform(ctx, { workbookId, name: opened.name })
  const names = new Map((await listTransforms(ctx.db, workbookId)).map((one) => [one.tableId, one.name]))
  return {
    transform: presentTransform(transform, inputs, isSeen),
    run: run && presentRun(run),
    table: presentTable(opened, await readUpstream(ctx, opened)),
    recomputed: (run?.below ?? []).map(presentMade),
    failed: (run?.failed ?? []).map(({ tableId: id, error }) => ({
      name: names.get(id) ?? '',
      error: error === null ? 'upstream failed' : tellFailure(error),
      stale: true,
    })),
  }
}
