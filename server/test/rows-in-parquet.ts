import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** As DuckDB reads them, in values of JSON. */
export async function rowsInParquet(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  await writeFile(join(folder, 'one.parquet'), bytes)
  const read = await duckdb.runAndReadAll(`SELECT * FROM '${folder}/one.parquet'`)
  await rm(folder, { recursive: true })
  return read.getRowObjectsJson()
}
