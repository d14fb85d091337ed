import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../src/engine/duckdb-program/engine-database.ts'
import type { KnownTables } from '../src/engine/duckdb-program/gate/names.ts'
import { CORPUS_NAMES, CORPUS_TABLES } from './legitimate-sql.ts'

/** The tables of the corpus, as a caller knows them. */
export const CORPUS: KnownTables = {
  tables: Object.entries(CORPUS_NAMES).map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({ name: column, type: 'VARCHAR' })),
  })),
}

/** A DuckDB as engines open it, with the tables of the corpus, for the tests of one file. */
export function startCorpusDatabase(): () => DuckDBConnection {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
  let connection: DuckDBConnection

  beforeAll(async () => {
    const database = await openDatabase({ input: folder, own: folder, spill: join(folder, 'spill') })
    connection = await database.lend(async (lent) => lent)
    for (const statement of CORPUS_TABLES) await connection.run(statement)
  })

  afterAll(() => {
    connection.closeSync()
    rmSync(folder, { recursive: true, force: true })
  })

  return () => connection
}
