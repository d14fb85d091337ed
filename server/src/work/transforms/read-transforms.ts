import { openReadableTable } from '../../core/reading/open-readable-table.ts'
import { openTablesById } from '../../core/reading/open-readable-tables.ts'
import { readTableRoots } from '../../core/tables/read-table-roots.ts'
import { presentTable } from '../../core/tables/table.schema.ts'
import { type OpenedWorkbook, openWorkbook } from '../../core/workbooks/open-workbook.ts'
import type { Context } from '../../platform/context.ts'
import { toWireId } from '../../platform/ids.ts'
import { openTransform, seesInputs, type TransformPlace } from './open-transform.ts'
import type { DoneRun } from './runs/run-transform.ts'
import type { Transform } from './transform.ts'
import { describeFailure, failedUnseen } from './transforms.errors.ts'
import { presentMade, presentRun, presentTransform } from './transforms.schema.ts'
import { listTransforms } from './transforms.store.ts'

/** A transform, what its inputs are called now, and whether the caller may see its code. */
type VisibleTransform = { transform: Transform; inputs: ReadonlyMap<string, string>; isSeen: boolean }

export async function readTransform(ctx: Context, place: TransformPlace): Promise<VisibleTransform> {
  const { transform, workbook, isSeen } = await openTransform(ctx, place, 'viewer')
  return { transform, isSeen, inputs: await inputNames(ctx, workbook, [transform]) }
}

/** All of a workbook, by name. `after`: behind this one. */
export async function readTransforms(ctx: Context, workbookId: string, limit: number, after: string | null) {
  const workbook = await openWorkbook(ctx, workbookId, 'viewer')
  const all = await listTransforms(ctx.db, workbookId)
  const from = after === null ? 0 : all.findIndex(({ tableId }) => tableId === after) + 1
  const page = all.slice(from, from + limit)
  const inputs = await inputNames(ctx, workbook, page)
  const transforms: VisibleTransform[] = []
  for (const transform of page)
    transforms.push({ transform, inputs, isSeen: await seesInputs(ctx, workbook, transform) })
  return { transforms, next: from + limit < all.length ? (page.at(-1)?.tableId ?? null) : null }
}

async function inputNames(ctx: Context, workbook: OpenedWorkbook, transforms: readonly Transform[]) {
  const ids = new Set(transforms.flatMap(({ args }) => args.map(({ tableId }) => tableId)))
  const opened = await openTablesById(ctx, workbook, [...ids], { rows: 'any' })
  return new Map(opened.map(({ artifactId, name }) => [artifactId, name]))
}

/** What is answered to a caller who made or ran a transform: it, its run, its table, and what became of the tables below. */
export async function readOutcome(ctx: Context, workbookId: string, tableId: string, run: DoneRun | null) {
  const opened = await openReadableTable(ctx, workbookId, toWireId('art', tableId), { role: 'editor' })
  const { transform, inputs, isSeen } = await readTransform(ctx, { workbookId, name: opened.name })
  return {
    transform: presentTransform(transform, inputs, isSeen),
    run: run && presentRun(run, isSeen),
    table: presentTable(opened, await readTableRoots(ctx, opened)),
    recomputed: (run?.below ?? []).map(presentMade),
    failed: run ? await reportFailed(ctx, workbookId, run.failed) : [],
  }
}

/** Why a table below could not be made is shown to callers who see all that its transform sees. */
async function reportFailed(ctx: Context, workbookId: string, failed: DoneRun['failed']) {
  if (failed.length === 0) return []
  const workbook = await openWorkbook(ctx, workbookId, 'editor')
  const transforms = new Map((await listTransforms(ctx.db, workbookId)).map((one) => [one.tableId, one]))
  const failures: { name: string; error: string; stale: true }[] = []
  for (const { tableId, error } of failed) {
    const transform = transforms.get(tableId)
    const name = transform?.name ?? ''
    const isSeen = transform !== undefined && (await seesInputs(ctx, workbook, transform))
    const why = error === null ? 'upstream failed' : describeFailure(isSeen ? error : failedUnseen(name))
    failures.push({ name, error: why, stale: true })
  }
  return failures
}
