import { type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { formatColumnType } from '../column-type.ts'
import type { WireColumn } from '../engine/column-protocol.ts'
import type { SqlParameters } from '../sql-question.ts'
import { bindParameters } from './bind-parameters.ts'
import { distinctNames, productType, type ResultColumn, resultColumns } from './encode/result-columns.ts'

export const wireColumn = ({ name, type }: Pick<ResultColumn, 'name' | 'type'>): WireColumn => ({
  name,
  type: formatColumnType(type),
})

/**
 * The columns a statement would answer with. Where types hang on its parameters DuckDB knows none of them before it has
 * their values: without values there are no columns to tell.
 */
export async function plannedColumns(
  connection: DuckDBConnection,
  sql: string,
  parameters: SqlParameters,
): Promise<readonly WireColumn[]> {
  const prepared = await connection.prepare(sql)
  const columns = knownColumns(prepared)
  if (Object.keys(parameters).length === 0) return columns ?? []
  bindParameters(prepared, parameters)
  // Plans with the values, and throws what is wrong at its place in the statement; nothing runs yet.
  prepared.startStream()
  // Each of these ends what was begun.
  if (!columns) return valuedColumns(connection, sql, parameters)
  await connection.run('SELECT 1')
  return columns
}

/** Undefined where one of them is still open. */
function knownColumns(prepared: DuckDBPreparedStatement): WireColumn[] | undefined {
  const names = distinctNames(Array.from({ length: prepared.columnCount }, (_, n) => prepared.columnName(n)))
  const columns = names.flatMap((name, n) => {
    const type = knownType(prepared, n)
    return type ? [wireColumn({ name, type: productType(type) })] : []
  })
  return columns.length === names.length ? columns : undefined
}

function knownType(prepared: DuckDBPreparedStatement, n: number): DuckDBType | undefined {
  if (prepared.columnTypeId(n) === DuckDBTypeId.INVALID) return undefined
  try {
    return prepared.columnType(n)
  } catch {
    // Open somewhere inside, as a parameter in a struct is: the client has no word for that.
    return undefined
  }
}

/** Of no rows at all DuckDB tells the columns too, and computes nothing. */
async function valuedColumns(connection: DuckDBConnection, sql: string, parameters: SqlParameters) {
  const prepared = await connection.prepare(`SELECT * FROM (${sql.replace(/;\s*$/, '')}\n) LIMIT 0`)
  bindParameters(prepared, parameters)
  return resultColumns(await prepared.run()).map(wireColumn)
}
