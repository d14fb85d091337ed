import type { Db } from '../../../platform/postgres.ts'
import type { StoredSegment } from '../../storage/segment.ts'
import { type ContentPlan, foldEdits, laidRanges, listStoredSegments } from '../../table/content.ts'
import type { SegmentRef, VersionRange } from '../../table/table.ts'
import { findColumns, findManifestAt, listEdits, listVersionKinds } from '../../table/tables.store.ts'
import type { RowChange, StoredColumn } from '../protocol/protocol.ts'
import { type ColumnMask, rowChanges, type Shown, throughMask } from './column-mask.ts'
import type { CutTable } from './engine.store.ts'

/** What a process holds of a table: enough to tell what leads from there to a later version. */
export type HeldContent = Shown & {
  version: number
  schemaNo: number
  segmentIds: ReadonlySet<string>
  /** The versions whose deltas lie over these segments; few, however often the table was edited. */
  laid: readonly VersionRange[]
}

/** What leads from what is held to a later version: columns come to it, then whole segments, then edits. */
export type Step = {
  content: HeldContent
  newColumns: readonly StoredColumn[]
  newSegments: readonly StoredSegment[]
  edits: readonly RowChange[]
}

export const heldContent = (
  { version, schemaNo, manifest }: Pick<ContentPlan, 'version' | 'schemaNo' | 'manifest'>,
  shown: Shown,
): HeldContent => ({
  ...shown,
  version,
  schemaNo,
  segmentIds: idsOf(manifest.segments),
  laid: laidRanges(manifest, version),
})

const idsOf = (segments: readonly SegmentRef[]) => new Set(segments.map(({ segmentId }) => segmentId))

/** Undefined when the content was put on a new base, or lost a column: then only loading it again helps. */
export async function planStep(
  db: Db,
  workbookId: string,
  held: HeldContent,
  { tableId, version, schemaNo }: Pick<CutTable, 'tableId' | 'version' | 'schemaNo'>,
  mask: ColumnMask | undefined,
): Promise<Step | undefined> {
  const range = { from: held.version + 1, to: version }
  const kinds = await listVersionKinds(db, workbookId, tableId, range)
  if (kinds.includes('replace')) return undefined
  const shown =
    held.schemaNo === schemaNo ? held : throughMask(await findColumns(db, workbookId, tableId, schemaNo), mask)
  const { columns, maskedColumns } = shown
  if (!held.columns.every(({ id }) => columns.some((column) => column.id === id))) return undefined
  const grown = kinds.includes('append')
    ? await findGrown(db, workbookId, tableId, held, version)
    : withDeltas(held, version)
  if (!grown) return undefined
  const { newSegments, segmentIds, laid } = grown
  const edits = foldEdits(await listEdits(db, workbookId, tableId, [range]))
  const newColumns = columns.filter(({ id }) => !held.columns.some((column) => column.id === id))
  const content = { version, schemaNo, columns, maskedColumns, segmentIds, laid }
  return { content, newColumns, newSegments, edits: rowChanges(edits, shown) }
}

type Grown = Pick<HeldContent, 'segmentIds' | 'laid'> & { newSegments: readonly StoredSegment[] }

const withDeltas = ({ version: from, segmentIds, laid }: HeldContent, to: number): Grown => ({
  newSegments: [],
  segmentIds,
  laid: joined([...laid, { from: from + 1, to }]),
})

/** The segments that came to what is held; undefined when a checkpoint has since put others in the place of deltas. */
async function findGrown(
  db: Db,
  workbookId: string,
  tableId: string,
  held: HeldContent,
  version: number,
): Promise<Grown | undefined> {
  const manifest = await findManifestAt(db, workbookId, tableId, version)
  if (!manifest) return undefined
  const segmentIds = idsOf(manifest.segments)
  const laid = laidRanges(manifest, version)
  const isSameBelow =
    isSameUpTo(held.version, laid, held.laid) && [...held.segmentIds].every((id) => segmentIds.has(id))
  if (!isSameBelow) return undefined
  const added = manifest.segments.filter(({ segmentId }) => !held.segmentIds.has(segmentId))
  return { segmentIds, laid, newSegments: await listStoredSegments(db, workbookId, added) }
}

function isSameUpTo(version: number, some: readonly VersionRange[], others: readonly VersionRange[]): boolean {
  const [a, b] = [some, others].map((ranges) => joined(ranges.filter(({ from }) => from <= version)))
  const cut = (ranges: readonly VersionRange[] = []) =>
    ranges.map(({ from, to }) => `${from}-${Math.min(to, version)}`).join()
  return cut(a) === cut(b)
}

/** Ascending ranges; those that touch become one. */
function joined(ranges: readonly VersionRange[]): VersionRange[] {
  const result: VersionRange[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last && range.from <= last.to + 1)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else result.push(range)
  }
  return result
}
