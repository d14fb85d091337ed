import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BuiltFile } from '../../builder/build-request.ts'
import { type Builder, CorruptTable } from '../../builder/builder-process-handle.ts'
import type { ContentPlan } from '../../table/content.ts'
import type { SegmentRef } from '../../table/table.ts'
import { type StoredSegment, segmentObjectName } from '../segment.ts'
import type { Storage } from '../storage.ts'
import { buildFrom, laySource } from './build-content.ts'

/** A file of a version: a segment as it stands, or one that was made for it and lies in the builder's folder. */
export type DataFile = { segmentId: string; rows: number; bytes: number } | BuiltFile

/** All that a program must read to have the rows of a version: data, and which places in it no longer count. */
export type ListedFiles = { kept: StoredSegment[]; rows: BuiltFile[]; deletes: BuiltFile | null }

/**
 * Says what a version is made of in files alone. Segments are named as they stand; rows that edits touched are struck out in
 * them by their places and written again beside them, so that a version costs what was edited since the last checkpoint.
 * A segment that is older than a column with an initial value is written again as a whole: the format would read NULL there.
 */
export async function makeListedFiles<T>(
  storage: Storage,
  plan: ContentPlan,
  locate: (objectName: string) => string,
  take: (folder: string, files: ListedFiles) => Promise<T>,
): Promise<T> {
  if (plan.laid.size === 0 && !hasInitials(plan)) {
    return take('', { kept: plan.segments, rows: [], deletes: null })
  }
  return buildFrom(storage, plan.workbookId, plan.segments, async (builder) => {
    const { kept, lacking } = await partSegments(storage, builder, plan)
    const edits = [...plan.laid.keys()].sort((a, b) => a - b)
    const rows = await writeRows(storage, builder, plan, { kept, lacking, edits })
    const deletes = await strikeOut(storage, builder, kept, edits, locate)
    refuseIfMiscounted(plan, { kept, rows, deletes })
    return take(builder.folder, { kept, rows, deletes })
  })
}

const hasInitials = ({ columns }: ContentPlan) => columns.some(({ initial }) => initial !== null)

async function partSegments(storage: Storage, builder: Builder, plan: ContentPlan) {
  const columnIds = plan.columns.flatMap(({ id, initial }) => (initial === null ? [] : [id]))
  if (columnIds.length === 0 || plan.segments.length === 0) return { kept: plan.segments, lacking: [] }
  const files = await linkAll(storage, builder, plan.segments)
  const found = new Set(await builder.ask({ kind: 'find-lacking', segments: files, columnIds }))
  const isLacking = (_: StoredSegment, n: number) => found.has(files[n] ?? '')
  return {
    kept: plan.segments.filter((segment, n) => !isLacking(segment, n)),
    lacking: plan.segments.filter(isLacking),
  }
}

type Parted = { kept: readonly StoredSegment[]; lacking: readonly StoredSegment[]; edits: readonly number[] }

/** Segments that lack a column as a whole, and of the others the edited rows that are still there. */
async function writeRows(storage: Storage, builder: Builder, plan: ContentPlan, { kept, lacking, edits }: Parted) {
  const inLacking = new Set(lacking.flatMap((segment) => editsIn(segment, edits)))
  const elsewhere = edits.filter((id) => !inLacking.has(id))
  const alive = elsewhere.filter((id) => plan.laid.get(id)?.op !== 'D')
  const touched = kept.filter((segment) => editsIn(segment, alive).length > 0)
  const sources = []
  if (lacking.length > 0) {
    sources.push(await laySource(storage, builder, plan, { segments: lacking, rowIds: [...inLacking] }))
  }
  if (alive.length > 0) {
    const source = await laySource(storage, builder, plan, { segments: touched, rowIds: alive })
    sources.push({ ...source, rowIds: alive })
  }
  if (sources.length === 0) return []
  return (await builder.ask({ kind: 'write', sources, limits: storage.limits })).flat()
}

async function strikeOut(
  storage: Storage,
  builder: Builder,
  kept: readonly StoredSegment[],
  edits: readonly number[],
  locate: (objectName: string) => string,
): Promise<BuiltFile | null> {
  const touched = kept.filter((segment) => editsIn(segment, edits).length > 0)
  if (touched.length === 0) return null
  const files = await linkAll(storage, builder, touched)
  const segments = touched.map((segment, n) => ({
    file: files[n] ?? '',
    location: locate(segmentObjectName(segment.workbookId, segment.segmentId)),
    rowIds: editsIn(segment, edits),
  }))
  return builder.ask({ kind: 'positions', segments })
}

const editsIn = ({ rowLo, rowHi }: SegmentRef, edits: readonly number[]) =>
  edits.filter((id) => id >= rowLo && id <= rowHi)

async function linkAll({ cache }: Storage, { input }: Builder, segments: readonly StoredSegment[]): Promise<string[]> {
  const files: string[] = []
  for (const segment of segments) {
    const file = `${randomUUID()}.parquet`
    await cache.link(segment, join(input, file))
    files.push(file)
  }
  return files
}

/** Whatever is wrong here must not become a table that other engines read. */
function refuseIfMiscounted({ tableId, version, rowCount }: ContentPlan, { kept, rows, deletes }: ListedFiles) {
  const sum = (files: readonly { rows: number }[]) => files.reduce((total, file) => total + file.rows, 0)
  const listed = sum(kept) + sum(rows) - (deletes?.rows ?? 0)
  if (listed !== rowCount) {
    throw new CorruptTable(`the files of version ${version} of table ${tableId} hold ${listed} rows, not ${rowCount}`)
  }
}
