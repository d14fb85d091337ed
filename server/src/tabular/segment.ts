import type { BuildColumn } from './builder/build-request.ts'
import { formatColumnType } from './column-type.ts'
import type { Column, SegmentRef } from './table.ts'

/** A live segment, with what its bytes must hash to. */
export type StoredSegment = SegmentRef & { workbookId: string; sha256: string }

/** Rows and bytes that a segment may have. */
export const SEGMENT_LIMITS = { rows: 524_288, bytes: 64 * 1024 * 1024 }

export const segmentObjectName = (workbookId: string, segmentId: string) =>
  `segments/${workbookId}/${segmentId}.parquet`

/** What the list of a version's files is made of beside segments. */
export type ListPart = 'list' | 'manifest' | 'rows' | 'deletes'

export const listedObjectName = (workbookId: string, segmentId: string, part: ListPart) =>
  part === 'list' || part === 'manifest'
    ? `segments/${workbookId}/${segmentId}.avro`
    : segmentObjectName(workbookId, segmentId)

export const toBuildColumn = ({ id, type, initial }: Column): BuildColumn => ({
  id,
  type: formatColumnType(type),
  initial,
})
