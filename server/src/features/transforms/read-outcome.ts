import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { openReadableTable } from '../governance/open-readable-table.ts'
import { readTableRoots } from '../tables/read-table-roots.ts'
import { presentTable } from '../tables/table-body.ts'
import { openWorkbook } from '../workbooks/open-workbook.ts'
import { seesInputs } from './open-transform.ts'
import { presentMade, presentRun, presentTransform } from './present-transform.ts'
import { readTransform } from './read-transforms.ts'
import type { DoneRun } from './run-transform.ts'
import { failedUnseen, tellFailure } from './transforms.errors.ts'
import { listTransforms } from './transforms.store.ts'

/** What is answered to whoever made or ran a transform: it, its run, its table, and what became of the tables below. */
export async function readOutcome(ctx: Context, workbookId: string, tableId: string, run: DoneRun | null) {
  const opened = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  const { transform, inputs, isSeen } = await readTransform(ctx, { workbookId, name: opened.name })
  return {
    transform: presentTransform(transform, inputs, isSeen),
    run: run && presentRun(run, isSeen),
    table: presentTable(opened, await readTableRoots(ctx, opened)),
    recomputed: (run?.below ?? []).map(presentMade),
    failed: run ? await tellFailed(ctx, workbookId, run.failed) : [],
  }
}

/** Why a table below could not be made is told to those who see all that its transform sees. */
async function tellFailed(ctx: Context, workbookId: string, failed: DoneRun['failed']) {
  if (failed.length === 0) return []
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const transforms = new Map((await listTransforms(ctx.db, workbookId)).map((one) => [one.tableId, one]))
  const told: { name: string; error: string; stale: true }[] = []
  for (const { tableId, error } of failed) {
    const transform = transforms.get(tableId)
    const name = transform?.name ?? ''
    const isSeen = transform !== undefined && (await seesInputs(ctx, workbook, transform))
    const why = error === null ? 'upstream failed' : tellFailure(isSeen ? error : failedUnseen(name))
    told.push({ name, error: why, stale: true })
  }
  return told
}
