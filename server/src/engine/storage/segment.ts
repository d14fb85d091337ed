import { ServiceError } from '../../platform/errors.ts'
import type { BuildColumn } from '../builder/build-request.ts'
import { formatColumnType } from '../table/column-type.ts'
import type { Column, SegmentRef } from '../table/table.ts'

/** A live segment, with what its bytes must hash to. */
export type StoredSegment = SegmentRef & { workbookId: string; sha256: string }

/** Rows and bytes that a segment may have. */
export const SEGMENT_LIMITS = { rows: 524_288, bytes: 64 * 1024 * 1024 }

/** Of all tables of a workbook together. */
export const segmentFolder = (workbookId: string) => `segments/${workbookId}`

export const segmentObjectName = (workbookId: string, segmentId: string) =>
  `${segmentFolder(workbookId)}/${segmentId}.parquet`

/** What the list of a version's files is made of beside segments. */
export type ListPart = 'list' | 'manifest' | 'rows' | 'deletes'

export const listedObjectName = (workbookId: string, segmentId: string, part: ListPart) =>
  part === 'list' || part === 'manifest'
    ? `${segmentFolder(workbookId)}/${segmentId}.avro`
    : segmentObjectName(workbookId, segmentId)

export const toBuildColumn = ({ id, type, initial }: Column): BuildColumn => ({
  id,
  type: formatColumnType(type),
  initial,
})

/** A live segment is missing in the store, or is not what was put there. Nothing older is served in its place. */
export const segmentUnavailable = (segmentId: string) =>
  new ServiceError('unavailable', 'unavailable', {
    title: 'A part of this table cannot be read',
    detail: `Segment ${segmentId} is missing in the object store or damaged there.`,
    suggestedFix: 'Try again in a minute. If it stays so, the operator has to restore the object store.',
    headers: { 'Retry-After': '60' },
  })
