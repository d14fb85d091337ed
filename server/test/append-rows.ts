import type { LaidFile } from '../src/engine/builder/build-request.ts'
import type { Builder } from '../src/engine/builder/builder-process-handle.ts'
import { type LaidWriter, openLaidFile } from '../src/engine/storage/bulk/build-content.ts'
import { type CommitWrite, MOST_ATTEMPTS } from '../src/engine/storage/bulk/commit-write.ts'
import { writeSegments } from '../src/engine/storage/bulk/write-segments.ts'
import { toBuildColumn } from '../src/engine/storage/segment.ts'
import type { StoragePlatform } from '../src/engine/storage/storage.ts'
import { reserveRowIds } from '../src/engine/table/commit.store.ts'
import type { Committed, NotCommitted } from '../src/engine/table/commit.ts'
import type { Cells, Column, SegmentRef, TablePlace } from '../src/engine/table/table.ts'
import { findColumns, findTableHead } from '../src/engine/table/tables.store.ts'
import { assertState } from '../src/platform/errors.ts'
import { inTransaction } from '../src/platform/postgres.ts'

/** Adds many new rows as segments of their own: what is there already is neither read nor written. */
export async function appendRows(
  platform: StoragePlatform,
  place: TablePlace,
  rows: RowStream,
  commitWrite: CommitWrite,
): Promise<Committed | NotCommitted> {
  const head = await findTableHead(platform.db, place.workbookId, place.tableId)
  if (!head) return { status: 'gone', tableId: place.tableId }
  const columns = await findColumns(platform.db, place.workbookId, place.tableId, head.schemaNo)
  let read = head.editVersion
  return platform.storage.build(place.workbookId, async (builder) => {
    const columnIds = columns.map(({ id }) => id)
    const spooled = await spoolRows(builder, columnIds, rows, platform.storage.limits.rows)
    for (let attempt = 1; ; attempt++) {
      const segments = await writeSpooled(platform, place, builder, columns, spooled)
      const answer = await commitWrite({ tableId: place.tableId, expected: null, read, kind: 'append', segments })
      // Sent back when a checkpoint went past the reserved ids. New ids do; a new schema needs the rows again.
      if (answer.status !== 'reread' || attempt === MOST_ATTEMPTS) return answer
      const now = await findTableHead(platform.db, place.workbookId, place.tableId)
      if (now?.schemaNo !== head.schemaNo) return answer
      read = now.editVersion
    }
  })
}

/** Gives spooled rows their ids, and makes segments of them. */
export async function writeSpooled(
  platform: StoragePlatform,
  place: TablePlace,
  builder: Builder,
  columns: readonly Column[],
  { count, files }: SpooledRows,
): Promise<SegmentRef[]> {
  if (count === 0) return []
  const { db, storage } = platform
  assertState(!db.isTransaction, 'row ids are reserved in a transaction of their own')
  const first = await inTransaction(db, (tx) => reserveRowIds(tx, place.workbookId, place.tableId, count))
  const sources = files.map((file) => ({
    segments: [],
    laid: { ...file, idsAfter: first - 1 },
    columns: columns.map(toBuildColumn),
  }))
  const built = await builder.ask({ kind: 'write', sources, limits: storage.limits })
  return writeSegments(platform, place, builder, built.flat())
}

/** Rows from wherever they come, one at a time. */
export type RowStream = Iterable<Cells> | AsyncIterable<Cells>

/** New rows on disk, numbered from 1; the ids they get are known only when all are there. */
type SpooledRows = { count: number; files: LaidFile[] }

/** Writes rows to files of at most as many rows as a segment holds. */
export async function spoolRows(
  { input }: Builder,
  columnIds: readonly number[],
  rows: RowStream,
  rowsPerFile: number,
): Promise<SpooledRows> {
  const files: LaidFile[] = []
  let count = 0
  let file: LaidWriter | null = null
  for await (const cells of rows) {
    file ??= openLaidFile(input, columnIds)
    count++
    await file.add({ rowId: count, op: 'I', cells })
    if (count % rowsPerFile === 0) {
      files.push(await file.end())
      file = null
    }
  }
  if (file) files.push(await file.end())
  return { count, files }
}
