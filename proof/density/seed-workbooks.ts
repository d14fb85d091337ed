import { join } from 'node:path'
import { openBlobs } from '../../server/src/platform/blobs/open-blobs.ts'
import { appendRows } from '../../server/src/tabular/bulk/append-rows.ts'
import { openStorage } from '../../server/src/tabular/storage/storage.ts'
import type { Cells } from '../../server/src/tabular/table.ts'
import type { TableWorld } from '../../server/test/table-world.ts'
import { warmBuilder } from '../../server/test/warm-builder.ts'

export type SeededWorkbook = { workbookId: string; tableIds: readonly string[] }

const TABLES = 10
const ROWS = 1_000
const TYPES = [
  ...['VARCHAR', 'VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE'],
  ...['DECIMAL(12,2)', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'VARCHAR'],
]
const AT_ONCE = 2

/** Workbooks of ten tables of a thousand rows, columns mixed, as an ingest would have written them. */
export async function seedWorkbooks(world: TableWorld, count: number, say: (line: string) => void) {
  const { db, settings } = world.running
  const blobs = await openBlobs(settings.blobs)
  const builder = await warmBuilder(join(settings.cacheFolder, 'seed-builder'))
  const storage = openStorage(blobs, join(settings.cacheFolder, 'seed'), settings.cacheBytes)
  const platform = { db, blobs, storage: { ...storage, build: builder.build } }
  const seeded: SeededWorkbook[] = []
  const seedOne = async () => {
    const workbookId = await world.newWorkbook()
    const tableIds: string[] = []
    for (let n = 0; n < TABLES; n++) {
      const tableId = await world.newTable(workbookId, TYPES)
      await appendRows(platform, { workbookId, tableId }, newRows(), (write) => world.write(workbookId, write))
      tableIds.push(tableId)
    }
    seeded.push({ workbookId, tableIds })
    if (seeded.length % 50 === 0) say(`${seeded.length} workbooks`)
  }
  let begun = 0
  const work = async () => {
    while (begun++ < count) await seedOne()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await builder.close()
  return seeded
}

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
