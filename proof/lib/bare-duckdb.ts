import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { encodeResult } from '../../server/src/engine/duckdb-program/encode/encode-result.ts'
import { seedSql } from './fill-table.ts'
import type { TradeTable } from './trade-tables.ts'

/** DuckDB in this process, with nothing around it: the same rows, in the same files, encoded alike. */
export type BareDuckDb = { ask: (sql: string) => Promise<Buffer>; close: () => Promise<void> }

/** `natives`: files that the service has built of some of the tables; the others it holds in memory, and so does this. */
export async function openBareDuckDb(natives: readonly string[], tables: readonly TradeTable[]): Promise<BareDuckDb> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bare-'))
  const spill = join(folder, 'spill')
  await mkdir(spill)
  const limits = { threads: '2', memory_limit: '512MB', temp_directory: spill, default_null_order: 'nulls_last' }
  const instance = await DuckDBInstance.create(':memory:', limits)
  const connection = await instance.connect()
  const attached = new Map<number, string>()
  for (const [n, path] of natives.entries()) {
    const copy = join(folder, `native-${n}.duckdb`)
    await copyFile(path, copy)
    await connection.run(`ATTACH '${copy}' AS native_${n} (READ_ONLY)`)
    attached.set(await countRows(connection, `native_${n}.main.rows`), `native_${n}.main.rows`)
  }
  for (const table of tables) await showTable(connection, table, attached.get(table.rowCount))
  return {
    ask: (sql) => answer(connection, sql),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function countRows(connection: DuckDBConnection, relation: string): Promise<number> {
  const rows = await (await connection.run(`SELECT count(*) FROM ${relation}`)).getRows()
  return Number(rows[0]?.[0])
}

/** No two tables have the same number of rows, so that tells which file is whose. */
async function showTable(connection: DuckDBConnection, table: TradeTable, native: string | undefined) {
  const { name, columns, rowCount } = table
  if (!native) await connection.run(`CREATE TABLE ${name}_rows AS ${seedSql(columns, 1, rowCount + 1)}`)
  const called = columns.map((column, n) => `c${n + 1} AS ${column.name}`)
  await connection.run(
    `CREATE VIEW ${name} AS SELECT ${called.join(', ')}, __svc_row_id FROM ${native ?? `${name}_rows`}`,
  )
}

/** As the service encodes it. */
async function answer(connection: DuckDBConnection, sql: string): Promise<Buffer> {
  const parts: Buffer[] = []
  const result = await (await connection.prepare(sql)).stream()
  const whole = { format: 'json', shape: 'objects', maxRows: 10_000, maxBytes: 64 * 1024 ** 2 } as const
  await encodeResult(result, whole, (part) => void parts.push(part))
  return Buffer.concat(parts)
}

/** The native files of a node's readers, however many there are by now. */
export async function nativeFiles(cacheFolder: string): Promise<string[]> {
  const readers = (await readdir(cacheFolder)).filter((name) => name.startsWith('reader-'))
  const folders = readers.map((name) => join(cacheFolder, name, 'natives'))
  const found = await Promise.all(folders.map(async (folder) => ({ folder, names: await namesIn(folder) })))
  return found.flatMap(({ folder, names }) => names.map((name) => join(folder, name)))
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])
