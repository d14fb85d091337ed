import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { newId } from '../../server/src/platform/ids.ts'
// Cures DuckDB's client of dropping a U+FEFF that begins a text.
import '../../server/src/engine/duckdb/duckdb-values.ts'
import { quoteName } from '../../server/src/engine/duckdb/protocol/quote-name.ts'
import { type Answer, bareCell, productType } from './answers.ts'
import type { ModelTable } from './model-tables.ts'
import type { Parameter, QueryRequest } from './parameters.ts'

/** What DuckDB alone says: an answer, or whether it fails while it plans or while it runs. */
export type BareAnswer = Answer | { fails: 'planning' | 'running'; message: string }

/** DuckDB without a service around it, holding the tables as if they had been written in one go. */
export async function openBare(tables: readonly ModelTable[]): Promise<DuckDBConnection> {
  const settings = {
    threads: '2',
    memory_limit: '4GB',
    default_null_order: 'nulls_last',
    // With it DuckDB contradicts itself from one run to the next.
    disabled_optimizers: 'join_filter_pushdown',
  }
  const connection = await (await DuckDBInstance.create(':memory:', settings)).connect()
  await connection.run("SET GLOBAL TimeZone = 'UTC'")
  for (const table of tables) await fill(connection, table)
  return connection
}

async function fill(connection: DuckDBConnection, { name, columns, rows }: ModelTable) {
  const file = join(tmpdir(), `bindery-bare-${newId()}.json`)
  const lines = [...rows].map(([id, row]) =>
    JSON.stringify([String(id), ...columns.map((column) => row[column.name] ?? null)]),
  )
  writeFileSync(file, lines.join('\n'))
  const cell = (n: number, type: string) => `CAST(cells[${n}] AS ${type})`
  const cells = columns.map((column, n) => `${cell(n + 2, column.type)} AS ${quoteName(column.name)}`)
  await connection.run(
    `CREATE TABLE ${quoteName(name)} AS SELECT ${cells.join(', ')}, ${cell(1, 'BIGINT')} AS __svc_row_id
     FROM read_json('${file}', format = 'newline_delimited', columns = {cells: 'VARCHAR[]'}, records = false, maximum_object_size = 16777216)`,
  )
  rmSync(file)
}

/** Where types hang on parameters DuckDB plans only when it has their values. */
const OF_PLANNING = /^Error: (?:Binder|Not implemented) Error/

export async function askBare(connection: DuckDBConnection, { sql, params }: QueryRequest): Promise<BareAnswer> {
  let prepared: DuckDBPreparedStatement
  try {
    prepared = await connection.prepare(sql)
    bind(prepared, params)
  } catch (error) {
    return { fails: 'planning', message: String(error) }
  }
  try {
    const result = await prepared.run()
    const types = result.columnTypes()
    const rows = await result.getRows()
    return {
      names: result.columnNames(),
      types: types.map(productType),
      rows: rows.map((row) => types.map((type, n) => bareCell(type, row[n] ?? null))),
    }
  } catch (error) {
    const message = String(error)
    return { fails: OF_PLANNING.test(message) ? 'planning' : 'running', message }
  } finally {
    prepared.destroySync()
  }
}

function bind(prepared: DuckDBPreparedStatement, params: QueryRequest['params']) {
  for (let place = 1; place <= prepared.parameterCount; place++) {
    const name = prepared.parameterName(place)
    // Safe: the names of parameters are those that were written.
    const value =
      (Array.isArray(params) ? params[Number(name) - 1] : (params as Record<string, Parameter>)[name]) ?? null
    if (value === null) prepared.bindNull(place)
    else if (typeof value === 'boolean') prepared.bindBoolean(place, value)
    else if (typeof value === 'string') prepared.bindVarchar(place, value)
    else if (Number.isInteger(value)) prepared.bindInteger(place, value)
    else prepared.bindDouble(place, value)
  }
}
