import { join } from 'node:path'
import { assertState } from '../../../platform/errors.ts'
import type { BuildColumn, ErasedCells } from '../../builder/build-request.ts'
import { listStoredSegments } from '../../table/content.ts'
import type { SegmentRef } from '../../table/table.ts'
import { listEveryColumn, listNamedSegments, type Swaps } from '../erasures.store.ts'
import { type StoredSegment, toBuildColumn } from '../segment.ts'
import type { StoragePlatform } from '../storage.ts'
import { buildFrom } from './build-content.ts'
import { writeSegments } from './write-segments.ts'

/** A segment stays one segment, whatever its size: manifests name it as a whole. */
const NO_LIMITS = { rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }

/** `known`: the ids of all segments that were looked at, and of those that were written. */
export type Rewritten = { swaps: Swaps; known: string[] }

/**
 * Writes every segment of a table that holds one of these cells again, without them: those of all versions. What was
 * rewritten or looked at before (`done`) is left. The new ones are pending until they are swapped in.
 */
export async function rewriteSegments(
  platform: StoragePlatform,
  { workbookId, tableId }: { workbookId: string; tableId: string },
  erased: readonly ErasedCells[],
  done: Rewritten,
): Promise<Rewritten> {
  const named = await listNamedSegments(platform.db, workbookId, tableId)
  const looked = new Set(done.known)
  const unseen = named.filter(({ segmentId }) => !looked.has(segmentId))
  const touched = await listStoredSegments(
    platform.db,
    workbookId,
    unseen.filter((segment) => erased.some((cells) => isTouched(segment, cells))),
  )
  const columns = [...(await listEveryColumn(platform.db, workbookId, tableId)).values()].map(toBuildColumn)
  const swaps = new Map(done.swaps)
  const content = { workbookId, tableId, columns, erased }
  const written = touched.length > 0 ? await rewriteAll(platform, touched, content) : []
  for (const [n, { segmentId }] of touched.entries()) swaps.set(segmentId, written[n] ?? failRewrite())
  const added = written.map(({ segmentId }) => segmentId)
  return { swaps, known: [...looked, ...unseen.map(({ segmentId }) => segmentId), ...added] }
}

type Content = { workbookId: string; tableId: string; columns: readonly BuildColumn[]; erased: readonly ErasedCells[] }

/** Each as one segment of as many rows. */
function rewriteAll(
  platform: StoragePlatform,
  segments: readonly StoredSegment[],
  { workbookId, tableId, columns, erased }: Content,
) {
  const { storage } = platform
  return buildFrom(storage, workbookId, segments, async (builder) => {
    const written: SegmentRef[] = []
    for (const segment of segments) {
      const file = `${segment.segmentId}.parquet`
      await storage.cache.link(segment, join(builder.input, file))
      const source = { segments: [file], laid: null, columns, erased }
      const built = (await builder.ask({ kind: 'write', sources: [source], limits: NO_LIMITS })).flat()
      assertState(built.length === 1 && built[0]?.rows === segment.rows, 'a segment is rewritten as one')
      written.push(...(await writeSegments(platform, { workbookId, tableId }, builder, built)))
    }
    return written
  })
}

function failRewrite(): never {
  throw new Error('impossible: a segment that was not rewritten')
}

const isTouched = ({ rowLo, rowHi }: SegmentRef, { rowIds }: ErasedCells) =>
  rowIds === null || rowIds.some((id) => id >= rowLo && id <= rowHi)
