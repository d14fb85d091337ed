import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api'
import { chunksIn, chunksOf } from '../../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EncodedRow, EngineResult, HeldState, MatchCommand, RowsCommand } from '../../duckdb/protocol/protocol.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import { type ColumnType, parseColumnType } from '../../table/column-type.ts'
import type { LoadedTable } from '../tables/loaded-table.ts'
import type { Statement } from './filter-sql.ts'
import { keyStatement, matchStatement, rowStatement, rowsStatement } from './read-statements.ts'
import { type RowSender, RowsTooLarge } from './row-sender.ts'

const IDS_AT_ONCE = 1_000
/** So few keys are looked for one by one: DuckDB passes over the parts of a table that cannot hold a value, and joins all of it. */
const FEW_KEYS = 4
/**
 * In so small a table a row is found as soon by a plan for any id, which is kept, as it would take to plan for this one. In a larger one
 * DuckDB passes over the parts that cannot hold the id, if it knows it when it plans.
 */
const SMALL_TABLE_ROWS = 20_000

export type Reading = {
  connection: DuckDBConnection
  table: LoadedTable
  send: RowSender
  isInTransaction: boolean
  /** Whether nothing has changed since the read began. */
  isStill: () => boolean
  prepare: (sql: string) => Promise<DuckDBPreparedStatement>
}

export async function readRows(reading: Reading, command: RowsCommand): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  const [only, ...others] = command.rowIds
  if (only !== undefined && others.length === 0 && reading.table.rowCount <= SMALL_TABLE_ROWS) {
    await readRow(reading, command.columns, only)
    return { version }
  }
  for (let n = 0; n < command.rowIds.length; n += IDS_AT_ONCE) {
    const some = command.rowIds.slice(n, n + IDS_AT_ONCE)
    const statement = rowsStatement(reading.table.relation, command.columns, some)
    for await (const row of encodedRows(reading, statement, command.columns)) {
      if (!reading.send.add(row)) throw new RowsTooLarge()
    }
  }
  return { version }
}

/** Edits of one cell after the other ask like this. */
async function readRow({ table, send, prepare }: Reading, columns: readonly ReadColumn[], rowId: number) {
  const statement = await prepare(rowStatement(table.relation, columns))
  statement.bindBigInt(1, BigInt(rowId))
  for (const chunk of chunksIn(await statement.run()))
    for (const row of encodedChunk(chunk, typesOf(columns))) if (!send.add(row)) throw new RowsTooLarge()
}

export async function matchRows(reading: Reading, command: MatchCommand): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  const rowIds: number[][] = command.values.map(() => [])
  if (command.values.length <= FEW_KEYS) {
    for (const [n, values] of command.values.entries()) {
      // NULL equals nothing, and a masked column is NULL.
      if (values.includes(null) || command.columns.some(({ isMasked }) => isMasked)) continue
      const found = await reading.connection.run(keyStatement(reading.table.relation, command.columns), [...values])
      for (const [rowId] of await found.getRows()) rowIds[n]?.push(Number(rowId))
    }
    return { version, rowIds }
  }
  const lists = command.columns.map((_, n) => listValue(command.values.map((values) => values[n] ?? null)))
  const types = command.columns.map(() => LIST(VARCHAR))
  const found = await reading.connection.run(matchStatement(reading.table.relation, command.columns), lists, types)
  for (const [n, rowId] of await found.getRows()) rowIds[Number(n) - 1]?.push(Number(rowId))
  return { version, rowIds }
}

/** Rows are counted, not looked up. */
export async function readState(
  connection: DuckDBConnection,
  tables: ReadonlyMap<string, LoadedTable>,
): Promise<EngineResult> {
  const held: HeldState[] = []
  for (const [key, { relation, form, versionSql }] of [...tables].sort()) {
    const [version] = (await (await connection.run(versionSql)).getRows())[0] ?? []
    const [counted] = await (await connection.run(`SELECT count(*) FROM ${relation}`)).getRows()
    const described = await connection.run(`SELECT column_name FROM (DESCRIBE SELECT * FROM ${relation})`)
    const columns = (await described.getRows()).map(([column]) => String(column))
    held.push({ key, form, version: Number(version), rowCount: Number(counted?.[0]), columns })
  }
  return { version: 0, tables: held }
}

/** Outside a transaction the caller sees to it that nothing changes meanwhile, and then what is known is what is read. */
export async function findHeld({ connection, table, isInTransaction }: Reading) {
  if (!isInTransaction) return table
  const [row] = await (await connection.run(table.versionSql)).getRows()
  if (!row) throw new Error('the table is not held any more')
  return { version: Number(row[0]), rowCount: Number(row[1]) }
}

export async function* encodedRows(
  { connection, send }: Pick<Reading, 'connection' | 'send'>,
  statement: Statement,
  columns: readonly ReadColumn[],
): AsyncGenerator<EncodedRow> {
  const types = typesOf(columns)
  const { chunks } = await ask(connection, statement)
  for await (const chunk of chunks) {
    await send.drained()
    yield* encodedChunk(chunk, types)
  }
}

function* encodedChunk(chunk: DuckDBDataChunk, types: readonly ColumnType[]): Generator<EncodedRow> {
  for (const [rowId, ...values] of chunk.getRows()) yield [Number(rowId), ...encode(types, values)]
}

const typesOf = (columns: readonly ReadColumn[]) => columns.map(({ type }) => typeOf(type))

type RunningRead = { result: DuckDBResult; chunks: AsyncIterable<DuckDBDataChunk> | Iterable<DuckDBDataChunk> }

/** With an empty list of parameters it would take the longer way of a prepared statement. */
export async function ask(connection: DuckDBConnection, { sql, parameters, isSmall }: Statement): Promise<RunningRead> {
  if (isSmall && parameters.length === 0) {
    const result = await connection.run(sql)
    return { result, chunks: chunksIn(result) }
  }
  const result = await (parameters.length > 0 ? connection.stream(sql, [...parameters]) : connection.stream(sql))
  return { result, chunks: chunksOf(result) }
}

const encode = (types: readonly ColumnType[], values: readonly DuckDBValue[]) =>
  types.map((type, n) => canonicalFromDuckDb(type, values[n] ?? null))

const types = new Map<string, ColumnType>()

export function typeOf(text: string): ColumnType {
  const type = types.get(text) ?? parseColumnType(text)
  if (!type) throw new Error(`impossible: a column of type ${text}`)
  types.set(text, type)
  return type
}
