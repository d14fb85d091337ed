import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { writeParquet } from '../../server/src/engine/builder/write-parquet.ts'
import { writeSegments } from '../../server/src/engine/storage/bulk/write-segments.ts'
import { SEGMENT_LIMITS } from '../../server/src/engine/storage/segment.ts'
import type { StoragePlatform } from '../../server/src/engine/storage/storage.ts'
import { reserveRowIds } from '../../server/src/engine/table/commit.store.ts'
import { commit } from '../../server/src/engine/table/commit.ts'
import type { SegmentRef } from '../../server/src/engine/table/table.ts'
import { openBlobs } from '../../server/src/platform/blobs/open-blobs.ts'
import { inTransaction } from '../../server/src/platform/postgres.ts'
import type { RunningService } from '../../server/test/start-service.ts'
import { openTestStorage } from '../../server/test/test-storage.ts'
import { UNDER_NO_RULES } from '../../server/test/under-no-rules.ts'

/** A column, and what row `n` holds in it, as SQL. Columns of a new table have their ids in order, from 1. */
export type SeededColumn = { name: string; type: string; sql: string }

export type Filling = { workbookId: string; tableId: string; columns: readonly SeededColumn[]; rowCount: number }

/** Fills a new table as every bulk writer does: segments first, then one commit. */
export async function fillTable(service: RunningService, filling: Filling) {
  const { workbookId, tableId, rowCount } = filling
  const blobs = await openBlobs(service.settings.blobs)
  const storage = openTestStorage(service.settings, blobs, join(service.settings.cacheFolder, 'seed'))
  const platform = { db: service.db, blobs, storage }
  const first = await inTransaction(service.db, (tx) => reserveRowIds(tx, workbookId, tableId, rowCount))
  const segments = await writeRows(platform, filling, first)
  const answer = await inTransaction(service.db, (tx) =>
    commit(tx, {
      workbookId,
      writes: [{ tableId, expected: null, read: 1, kind: 'append', segments }],
      checked: UNDER_NO_RULES,
      op: { kind: 'rows.append', actor: { name: 'seed', user_id: null }, detail: {} },
      audit: { action: '"rows.append"', actor: '{}', detail: '{}', ip: 'null', outcome: '"ok"', target: '{}' },
    }),
  )
  if (answer.status !== 'ok') throw new Error(`the seed was answered with ${answer.status}`)
}

/** DuckDB makes the rows up itself: ten million of them as lines of JSON would take minutes. */
async function writeRows(platform: StoragePlatform, filling: Filling, first: number): Promise<SegmentRef[]> {
  const { workbookId, tableId, columns, rowCount } = filling
  const folder = await mkdtemp(join(tmpdir(), 'bindery-seed-'))
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
  const segments: SegmentRef[] = []
  try {
    for (let from = first; from < first + rowCount; from += SEGMENT_LIMITS.rows) {
      const to = Math.min(from + SEGMENT_LIMITS.rows, first + rowCount)
      const built = await writeParquet({ duckdb, folder, limits: SEGMENT_LIMITS }, relationOf(columns, from, to))
      const builder = { folder, ask: neverAsked }
      segments.push(...(await writeSegments(platform, { workbookId, tableId }, builder, built)))
    }
  } finally {
    close(duckdb)
    await rm(folder, { recursive: true })
  }
  return segments
}

const neverAsked = () => Promise.reject(new Error('impossible: the segments are built already'))

const close = (duckdb: DuckDBConnection) => duckdb.closeSync()

const relationOf = (columns: readonly SeededColumn[], from: number, to: number) => ({
  sql: seedSql(columns, from, to),
  columns: columns.map(({ type }, n) => ({ id: n + 1, type, initial: null })),
})

/** Rows `from` up to, but not including, `to`, as a table has them inside. */
export function seedSql(columns: readonly SeededColumn[], from: number, to: number): string {
  const cells = columns.map(({ sql, type }, n) => `(${sql})::${type} AS c${n + 1}`)
  return `SELECT n AS __svc_row_id, ${cells.join(', ')} FROM range(${from}, ${to}) AS numbers (n)`
}
