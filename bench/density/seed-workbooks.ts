import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BuiltSegment, SegmentLimits } from '../../server/src/engine/builder/build-request.ts'
import type { Builder } from '../../server/src/engine/builder/builder-process-handle.ts'
import { writeSegments } from '../../server/src/engine/storage/bulk/write-segments.ts'
import { toBuildColumn } from '../../server/src/engine/storage/segment.ts'
import type { TableWrite } from '../../server/src/engine/table/commit.ts'
import type { Cells, SegmentRef } from '../../server/src/engine/table/table.ts'
import { openBlobs } from '../../server/src/platform/blobs/open-blobs.ts'
import { spoolRows } from '../../server/test/append-rows.ts'
import { column, type TableWorld } from '../../server/test/table-world.ts'
import { openTestStorage } from '../../server/test/test-storage.ts'
import { warmBuilder } from '../../server/test/warm-builder.ts'

export type SeededWorkbook = { workbookId: string; tableIds: readonly string[] }

const TABLES = 10
const ROWS = 1_000
const COLUMNS = [
  ...['VARCHAR', 'VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE'],
  ...['DECIMAL(12,2)', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'VARCHAR'],
].map((type, n) => column(n + 1, type))
const AT_ONCE = 2

/**
 * Workbooks of ten tables of a thousand rows, columns mixed, as an ingest would have written them. The files of the tables are built once:
 * every workbook has copies of its own.
 */
export async function seedWorkbooks(world: TableWorld, count: number, say: (line: string) => void) {
  const { db, settings } = world.running
  const blobs = await openBlobs(settings.blobs)
  const maker = await warmBuilder(join(settings.cacheFolder, 'seed-builder'))
  const storage = openTestStorage(settings, blobs, join(settings.cacheFolder, 'seed'))
  const platform = { db, blobs, storage: { ...storage, build: maker.build } }
  const seeded: SeededWorkbook[] = []
  await maker.build('of all seeds', async (builder) => {
    const contents: BuiltSegment[][] = []
    for (let n = 0; n < TABLES; n++) contents.push(await buildContent(builder, storage.limits))
    const seedOne = async () => {
      const workbookId = await world.newWorkbook()
      const writes: TableWrite[] = []
      for (const built of contents) {
        const tableId = randomUUID()
        writes.push(newTable(tableId, await writeSegments(platform, { workbookId, tableId }, builder, built)))
      }
      await world.write(workbookId, ...writes)
      seeded.push({ workbookId, tableIds: writes.map(({ tableId }) => tableId) })
      if (seeded.length % 100 === 0) say(`${seeded.length} workbooks`)
    }
    let begun = 0
    const work = async () => {
      while (begun++ < count) await seedOne()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  })
  await maker.close()
  return seeded
}

/** The rows of one table as segments of Parquet, numbered from 1. */
async function buildContent(builder: Builder, limits: SegmentLimits): Promise<BuiltSegment[]> {
  const { files } = await spoolRows(
    builder,
    COLUMNS.map(({ id }) => id),
    newRows(),
    limits.rows,
  )
  const columns = COLUMNS.map(toBuildColumn)
  const sources = files.map((file) => ({ segments: [], laid: { ...file, idsAfter: 0 }, columns }))
  return (await builder.ask({ kind: 'write', sources, limits })).flat()
}

const newTable = (tableId: string, segments: readonly SegmentRef[]): TableWrite => ({
  tableId,
  expected: null,
  kind: 'replace',
  columns: COLUMNS,
  nextColumnId: COLUMNS.length + 1,
  nextRowId: ROWS + 1,
  segments,
  rowCount: ROWS,
  create: { name: `t${tableId}`, kind: 'table', layer: 'base', description: null },
})

function newRows(): Cells[] {
  const at = Math.floor(Math.random() * 1e6)
  return Array.from({ length: ROWS }, (_, n) => ({
    1: `Name ${at + n}`,
    2: `Department ${n % 7}`,
    3: String(n),
    4: String((at + n) * 1_000_003),
    5: String(n + 0.5),
    6: `${at + n}.25`,
    7: n % 2 === 0 ? 'true' : 'false',
    8: `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`,
    9: `2026-01-05 10:${String(n % 60).padStart(2, '0')}:12`,
    10: `A longer note about row ${n}, which no other row has: ${at * 7_919 + n}`,
  }))
}
