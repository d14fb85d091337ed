import type { Context } from '../../platform/context.ts'
import { openTablesById } from '../governance/open-readable-tables.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { openTransform, seesInputs, type TransformPlace } from './open-transform.ts'
import type { Transform } from './transform.ts'
import { listTransforms } from './transforms.store.ts'

/** A transform, what its inputs are called now, and whether the caller may see its code. */
export type SeenTransform = { transform: Transform; inputs: ReadonlyMap<string, string>; isSeen: boolean }

export async function readTransform(ctx: Context, place: TransformPlace): Promise<SeenTransform> {
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
  const transforms: SeenTransform[] = []
  for (const transform of page)
    transforms.push({ transform, inputs, isSeen: await seesInputs(ctx, workbook, transform) })
  return { transforms, next: from + limit < all.length ? (page.at(-1)?.tableId ?? null) : null }
}

async function inputNames(ctx: Context, workbook: OpenedWorkbook, transforms: readonly Transform[]) {
  const ids = new Set(transforms.flatMap(({ args }) => args.map(({ tableId }) => tableId)))
  const opened = await openTablesById(ctx, workbook, [...ids])
  return new Map(opened.map(({ artifactId, name }) => [artifactId, name]))
}
