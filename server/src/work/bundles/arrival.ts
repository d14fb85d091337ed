import type { ColumnType } from '../../engine/table/column-type.ts'
import type { SegmentRef } from '../../engine/table/table.ts'
import type { Writer } from '../../platform/caller.ts'
import type { NewIds } from './new-ids.ts'

/** A file of a source that lies in the store already. */
export type ArrivedFile = { objectId: string; sizeBytes: number; sha256: string }

/** What is known of a workbook on its way in. Tables, segments and objects are those of the bundle, by their ids there. */
export type Arrival = {
  workbookId: string
  /** Who brings it. */
  userId: string
  writer: Writer
  ids: NewIds
  /** The types of all columns that a table ever had, by their ids. */
  types: ReadonlyMap<string, ReadonlyMap<number, ColumnType>>
  /** Those that were rewritten. */
  segments: ReadonlyMap<string, SegmentRef & { tableId: string }>
  files: ReadonlyMap<string, ArrivedFile>
}
