import type { Builder } from '../src/engine/builder/builder-process-handle.ts'
import { openLaidFile } from '../src/engine/storage/bulk/build-content.ts'
import type { CommitWrite } from '../src/engine/storage/bulk/commit-write.ts'
import { writeSegments } from '../src/engine/storage/bulk/write-segments.ts'
import { toBuildColumn } from '../src/engine/storage/segment.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import type { Committed, NotCommitted, TableWrite } from '../src/engine/table/commit.ts'
import type { Cells, Column, SegmentRef, TablePlace } from '../src/engine/table/table.ts'
import { type RowStream, spoolRows, writeSpooled } from './append-rows.ts'

/** What a table is to hold: rows that keep their ids, each id once, and new ones. */
export type NewContent = {
  columns: readonly Column[]
  kept: Iterable<{ rowId: number; cells: Cells }> | AsyncIterable<{ rowId: number; cells: Cells }>
  added: RowStream
}

/** Puts new rows in the place of all that a table holds. `rest` is what else the write says: its schema, its run. */
export async function replaceRows(
  platform: StoragePlatform,
  place: TablePlace,
  { columns, kept, added }: NewContent,
  rest: Omit<TableWrite, 'tableId' | 'kind' | 'segments' | 'overlays' | 'rowCount'>,
  commitWrite: CommitWrite,
): Promise<Committed | NotCommitted> {
  const segments = await platform.storage.build(place.workbookId, async (builder) => {
    const columnIds = columns.map(({ id }) => id)
    const spooled = await spoolRows(builder, columnIds, added, platform.storage.limits.rows)
    const old = await writeKept(platform, place, builder, columns, kept)
    return [...old, ...(await writeSpooled(platform, place, builder, columns, spooled))]
  })
  const rowCount = segments.reduce((sum, { rows }) => sum + rows, 0)
  return commitWrite({ ...rest, tableId: place.tableId, kind: 'replace', segments, overlays: [], rowCount })
}

async function writeKept(
  platform: StoragePlatform,
  place: TablePlace,
  builder: Builder,
  columns: readonly Column[],
  kept: NewContent['kept'],
): Promise<SegmentRef[]> {
  const columnIds = columns.map(({ id }) => id)
  const file = openLaidFile(builder.input, columnIds)
  for await (const row of kept) await file.add({ ...row, op: 'I' })
  const source = { segments: [], laid: await file.end(), columns: columns.map(toBuildColumn) }
  const built = await builder.ask({ kind: 'write', sources: [source], limits: platform.storage.limits })
  return writeSegments(platform, place, builder, built.flat())
}
