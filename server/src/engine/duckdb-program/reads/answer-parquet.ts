import type { EngineResult, ParquetCommand } from '../../duckdb/protocol/protocol.ts'
import type { Folders } from '../engine-database.ts'
import { findHeld, type Reading } from './answer-read.ts'
import { parquetStatement } from './read-statements.ts'

/** Rows as a Parquet file, written by DuckDB itself: no row leaves the process any other way. */
export async function writeRows(reading: Reading, command: ParquetCommand, folders: Folders): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  const { sql, parameters } = parquetStatement(reading.table.relation, command, `${folders.own}/${command.file}`)
  await reading.connection.run(sql, [...parameters])
  return { version }
}
