import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { ServiceError } from '../platform/errors.ts'
import type { BuildSource, Retype } from './builder/build-request.ts'
import type { Builder } from './builder/build-segments.ts'
import type { ContentPlan } from './content.ts'
import { openLaidFile } from './lay-rows.ts'
import { type StoredSegment, toBuildColumn } from './segment.ts'
import type { Storage } from './storage.ts'

/** Part of a content: some of its segments, and some of the rows laid over them. */
export type ContentPart = { segments: readonly StoredSegment[]; rowIds: readonly number[] }

export const wholeContent = (plan: ContentPlan): ContentPart => ({
  segments: plan.segments,
  rowIds: [...plan.laid.keys()],
})

/** Lays the files of a part out in the builder's folder. */
export async function laySource(
  { cache }: Storage,
  { folder }: Builder,
  plan: ContentPlan,
  { segments, rowIds }: ContentPart,
  retype?: Retype,
): Promise<BuildSource> {
  const files: string[] = []
  for (const segment of segments) {
    const file = `${randomUUID()}.parquet`
    await cache.link(segment, join(folder, file))
    files.push(file)
  }
  const laid = rowIds.length > 0 ? await layRows(folder, plan, rowIds) : null
  return { segments: files, laid, columns: plan.columns.map(toBuildColumn), ...(retype ? { retype } : {}) }
}

async function layRows(folder: string, { columns, laid }: ContentPlan, rowIds: readonly number[]) {
  const columnIds = columns.map(({ id }) => id)
  const file = openLaidFile(folder, columnIds)
  for (const rowId of rowIds) {
    const row = laid.get(rowId)
    if (row) await file.add({ rowId, ...row })
  }
  return file.end()
}

/** Work that reads segments. If it fails and a copy of one turns out to be damaged, it is done once more without it. */
export async function buildFrom<T>(
  { build, cache }: Storage,
  segments: readonly StoredSegment[],
  work: (builder: Builder) => Promise<T>,
): Promise<T> {
  try {
    return await build(work)
  } catch (error) {
    if (error instanceof ServiceError || !(await cache.discardDamaged(segments))) throw error
    return build(work)
  }
}
