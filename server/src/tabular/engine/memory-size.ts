import type { StoredSegment } from '../segment.ts'
import type { StoredColumn } from './protocol.ts'

const BYTES: Readonly<Record<string, number>> = { BOOLEAN: 1, INTEGER: 4, DATE: 4 }
const EIGHT = new Set(['BIGINT', 'DOUBLE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'])
/** Texts, decimals and ids of others; what long texts take besides is about what they take in the segment. */
const WIDE = 16
const ROW_ID_BYTES = 8

/** What a table takes in memory, where DuckDB does not compress: a segment tells little about that. */
export function memorySize(segments: readonly StoredSegment[], columns: readonly StoredColumn[]): number {
  const perRow = columns.reduce((sum, { type }) => sum + (BYTES[type] ?? (EIGHT.has(type) ? 8 : WIDE)), ROW_ID_BYTES)
  return segments.reduce((sum, { rows, bytes }) => sum + rows * perRow + bytes, 0)
}
