import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ROW_ID } from '../table.ts'
import { quoteText } from '../values/type-rules.ts'
import type { BuildRequest, BuiltFile, PlacedSegment } from './build-request.ts'
import { sha256Of } from './write-parquet.ts'

/** The ids that the format reserves for the columns of such a file. */
const FIELD_IDS = 'file_path: 2147483546, pos: 2147483545'

/** Says of rows in segments that they no longer count, by file and place, in the order the format asks for. */
export async function writePositions(
  duckdb: DuckDBConnection,
  folder: string,
  { segments }: BuildRequest & { kind: 'positions' },
): Promise<BuiltFile | null> {
  const file = `${randomUUID()}.parquet`
  const path = `${folder}/${file}`
  const places = segments.map((segment) => placesSql(folder, segment)).join(' UNION ALL ')
  await duckdb.run(
    `COPY (SELECT * FROM (${places}) ORDER BY file_path, pos) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, FIELD_IDS {${FIELD_IDS}})`,
  )
  const counted = await duckdb.runAndReadAll(`SELECT count(*) FROM read_parquet(${quoteText(path)})`)
  const rows = Number(counted.getRows()[0]?.[0])
  if (rows > 0) return { file, rows, bytes: (await stat(path)).size, sha256: await sha256Of(path) }
  await rm(path)
  return null
}

function placesSql(folder: string, { file, location, rowIds }: PlacedSegment): string {
  const rows = `read_parquet(${quoteText(`${folder}/${file}`)}, file_row_number = true)`
  return `SELECT ${quoteText(location)} AS file_path, file_row_number AS pos FROM ${rows} WHERE ${ROW_ID} IN (${rowIds.join(', ')})`
}
