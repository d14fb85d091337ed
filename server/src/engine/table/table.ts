import type { ColumnType } from './column-type.ts'
import type { Sealed } from './sealed.ts'

/** A column as it is kept. Its id has one type for ever: a retype makes a new column with the same origin. */
export type Column = {
  id: number
  /** The first id of its chain of retypes; tags hang on it. */
  origin: number
  name: string
  type: ColumnType
  /** What rows older than the column hold, canonical. */
  initial: string | null
  description: string | null
  /** What its numbers count, as written, and by what they are to be multiplied: `千円` and 1000. Absent: not said. */
  unit?: Unit
}

export type Unit = { text: string; scale: number }

/** Column id → canonical text. What is absent is the column's initial value. */
export type Cells = Readonly<Record<string, string | null>>

/** A segment as a manifest lists it. */
export type SegmentRef = { segmentId: string; rowLo: number; rowHi: number; rows: number; bytes: number }

/** The same in a manifest. */
export const segmentToSql = ({ segmentId, rowLo, rowHi, rows, bytes }: SegmentRef) => [
  segmentId,
  rowLo,
  rowHi,
  rows,
  bytes,
]

/** What a version changed: rows, the schema alone, rows added behind the others, or the whole content. */
export type WriteKind = 'rows' | 'schema' | 'append' | 'replace'

/** What a manifest was written for. A checkpoint only folds row edits into segments. */
export type ManifestKind = 'append' | 'replace' | 'checkpoint'

/** What a version is made of: segments, with the deltas of these versions laid over them. */
export type Manifest = { version: number; kind: ManifestKind; overlays: VersionRange[]; segments: SegmentRef[] }

/** Versions from `from` to `to`, both included. */
export type VersionRange = { from: number; to: number }

/** One edited row of one version. It has every column of the edit, also those that a reader may not see. */
export type Delta = {
  rowId: number
  version: number
  op: 'I' | 'U' | 'D'
  cells: Sealed<Cells> | null
  before: Sealed<Cells> | null
}

/** What became of a row: inserted whole, changed in some cells, or deleted. */
export type Edit = { rowId: number; op: 'I' | 'U' | 'D'; cells: Cells }

/** Which table, by its workbook. */
export type TablePlace = { workbookId: string; tableId: string }

/** Where a table stands now. */
export type TableHead = {
  workbookId: string
  tableId: string
  editVersion: number
  contentVersion: number
  schemaNo: number
  rowCount: number
  nextRowId: number
  nextColumnId: number
  manifestVersion: number
  deltaRows: number
  changedSeq: number
  staleSince: Date | null
  staleReason: string | null
}

/** The system's own column. */
export const ROW_ID = '__svc_row_id'

/** What is absent is the column's initial value. */
export function cellOf(cells: Cells, id: number, initial: string | null): string | null {
  const text = cells[id]
  return text === undefined ? initial : text
}

/** A row as a deletion keeps it, or an undo brings it back: whole. */
export function wholeRow(columns: readonly Column[], cells: Cells): Record<string, string | null> {
  const whole: Record<string, string | null> = {}
  for (const { id, initial } of columns) {
    const text = cellOf(cells, id, initial)
    if (text !== null || initial !== null) whole[id] = text
  }
  return whole
}
