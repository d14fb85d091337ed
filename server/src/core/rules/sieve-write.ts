import { buildFrom, laySource, wholeContent } from '../../engine/storage/bulk/build-content.ts'
import { readContents } from '../../engine/storage/bulk/read-content.ts'
import { writeSegments } from '../../engine/storage/bulk/write-segments.ts'
import type { StoredSegment } from '../../engine/storage/segment.ts'
import type { StoragePlatform } from '../../engine/storage/storage.ts'
import type { TableWrite } from '../../engine/table/commit.ts'
import type { ContentPlan } from '../../engine/table/content.ts'
import type { Cells, SegmentRef } from '../../engine/table/table.ts'

/** A write without some of its rows, and these with all their cells. */
export type SievedWrite = { write: TableWrite; taken: ReadonlyMap<number, Cells> }

/** Takes rows out of a bulk write. Segments that hold one are written again without it: no version ever has it. */
export async function takeOut(
  platform: StoragePlatform,
  write: TableWrite,
  entering: ContentPlan,
  rowIds: readonly number[],
): Promise<SievedWrite> {
  const holds = ({ rowLo, rowHi }: SegmentRef) => rowIds.some((id) => id >= rowLo && id <= rowHi)
  const touched = entering.segments.filter(holds)
  const out = new Set<number | null>(rowIds)
  const laid = new Map([...entering.laid].filter(([rowId]) => out.has(rowId)))
  const [taken = new Map<number, Cells>()] = await readContents(
    platform.storage,
    [{ ...entering, segments: touched, laid }],
    rowIds,
  )
  const kept: readonly SegmentRef[] = entering.segments.filter((segment) => !touched.includes(segment))
  const rewritten = await writeWithout(platform, entering, touched, rowIds)
  const { rows, overrides, rowCount } = write
  return {
    write: {
      ...write,
      segments: [...kept, ...rewritten].toSorted((a, b) => a.rowLo - b.rowLo),
      ...(rows ? { rows: rows.filter(({ rowId }) => !out.has(rowId)) } : {}),
      ...(overrides ? { overrides: overrides.filter(({ rowId }) => !out.has(rowId)) } : {}),
      ...(rowCount === undefined ? {} : { rowCount: rowCount - rowIds.length }),
    },
    taken,
  }
}

async function writeWithout(
  platform: StoragePlatform,
  { workbookId, tableId, ...entering }: ContentPlan,
  segments: readonly StoredSegment[],
  rowIds: readonly number[],
): Promise<SegmentRef[]> {
  const { storage } = platform
  if (segments.reduce((sum, { rows }) => sum + rows, 0) === rowIds.length) return []
  const laid = new Map(rowIds.map((id) => [id, { op: 'D' as const, cells: {} }]))
  const plan = { ...entering, workbookId, tableId, segments: [...segments], laid }
  return buildFrom(storage, workbookId, segments, async (builder) => {
    const source = await laySource(storage, builder, plan, wholeContent(plan))
    const built = (await builder.ask({ kind: 'write', sources: [source], limits: storage.limits })).flat()
    return writeSegments(platform, { workbookId, tableId }, builder, built)
  })
}
