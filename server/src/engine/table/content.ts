import { assertState } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres.ts'
import { CorruptTable } from '../builder/builder-process-handle.ts'
import { type StoredSegment, segmentUnavailable } from '../storage/segment.ts'
import { listSegmentHashes, type SegmentState } from '../storage/segments.store.ts'
import type { Cells, Column, Edit, Manifest, SegmentRef, VersionRange } from './table.ts'
import { findColumns, findManifestAt, findVersion, listEdits } from './tables.store.ts'

/** What became of each edited row in the end. `I` is whole: what it does not name holds its initial value. */
export type FoldedRows = ReadonlyMap<number, { op: 'I' | 'U' | 'D'; cells: Cells }>

/** All that the content of a table at a version is made of. */
export type ContentPlan = {
  workbookId: string
  tableId: string
  version: number
  schemaNo: number
  contentVersion: number
  rowCount: number
  columns: Column[]
  manifest: Manifest
  segments: StoredSegment[]
  laid: FoldedRows
}

/** Undefined when the table has no such version, or has forgotten it. */
export async function planContent(
  db: Db,
  workbookId: string,
  tableId: string,
  version: number,
): Promise<ContentPlan | undefined> {
  const found = await findVersion(db, workbookId, tableId, version)
  if (!found) return undefined
  const { schemaNo, contentVersion, rowCount } = found
  const manifest = await findManifestAt(db, workbookId, tableId, version)
  assertState(manifest, `version ${version} of table ${tableId} has no manifest`)
  const [columns, edits, segments] = await Promise.all([
    findColumns(db, workbookId, tableId, schemaNo),
    listEdits(db, workbookId, tableId, laidRanges(manifest, version)),
    listStoredSegments(db, workbookId, manifest.segments),
  ])
  const laid = foldEdits(edits)
  return { workbookId, tableId, version, schemaNo, contentVersion, rowCount, columns, manifest, segments, laid }
}

/** The versions whose deltas lie over a manifest's segments, in order. */
export function laidRanges({ version: made, overlays }: Manifest, version: number): VersionRange[] {
  return version > made ? [...overlays, { from: made + 1, to: version }] : overlays
}

/** With what their bytes must hash to. Segments of a commit to come are pending until then. */
export async function listStoredSegments(
  db: Db,
  workbookId: string,
  segments: readonly SegmentRef[],
  states?: readonly SegmentState[],
): Promise<StoredSegment[]> {
  const ids = segments.map(({ segmentId }) => segmentId)
  const hashes = await listSegmentHashes(db, workbookId, ids, states)
  return segments.map((segment) => {
    const sha256 = hashes.get(segment.segmentId)
    if (sha256 === undefined) throw segmentUnavailable(segment.segmentId)
    return { ...segment, workbookId, sha256 }
  })
}

/** Edits in the order of versions, one after the other. */
export function foldEdits(edits: readonly Edit[]): FoldedRows {
  const rows = new Map<number, { op: 'I' | 'U' | 'D'; cells: Cells }>()
  for (const { rowId, op, cells } of edits) {
    const before = rows.get(rowId)
    if (op !== 'U' || !before) {
      rows.set(rowId, { op, cells })
      continue
    }
    if (before.op === 'D') throw new CorruptTable(`row ${rowId} is changed after it was deleted`)
    rows.set(rowId, { op: before.op, cells: { ...before.cells, ...cells } })
  }
  return rows
}
