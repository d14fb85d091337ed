import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import type { Node } from '../gate/node-shapes.ts'
import {
  functionsIn,
  isEmpty,
  isNothing,
  isOneTable,
  parseStatement,
  rowIdOf,
  spellStatement,
  withItems,
} from './spell-statement.ts'
import { isNode } from './traced-columns.ts'

/**
 * The same SQL with the id of the input's row as its last column, if each row of its answer is made from one row of one
 * table and from nothing else: a change of a row of the table then changes what is made from it, and nothing beside.
 * Null where that cannot be proven.
 */
export async function findRowWiseSql(connection: DuckDBConnection, sql: string): Promise<string | null> {
  const statement = await parseStatement(connection, sql)
  if (!statement || !isRowWise(statement.query)) return null
  const { query } = statement
  if (!(await arePure(connection, functionsIn([query.select_list, query.where_clause])))) return null
  return spellStatement(connection, { ...statement, query: withItems(query, [rowIdOf(query)]) })
}

/** One SELECT from one table: no order, limit, group, window or query inside, and no sample. */
function isRowWise(query: Node): boolean {
  const { from_table: from, cte_map: ctes } = query
  const isPlain =
    query.type === 'SELECT_NODE' &&
    query.aggregate_handling === 'STANDARD_HANDLING' &&
    [query.modifiers, query.group_expressions, query.group_sets, isNode(ctes) ? ctes.map : null].every(isEmpty) &&
    [query.having, query.qualify, query.sample].every(isNothing)
  return isPlain && isNode(from) && isOneTable(from) && isByRow(query.select_list) && isByRow(query.where_clause)
}

/** Kinds of expression whose value hangs on their parts alone. */
const BY_ROW: ReadonlySet<unknown> = new Set([
  'BETWEEN', 'CASE', 'CAST', 'COLLATE', 'COLUMN_REF', 'COMPARISON', 'CONJUNCTION', 'CONSTANT', 'FUNCTION', 'OPERATOR', 'STAR',
]) // biome-ignore format: a list

/** Whether no expression in it looks at other rows. What its functions are is asked elsewhere. */
function isByRow(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isByRow)
  if (!isNode(value)) return true
  if (value.class === 'COLUMN_REF' || value.class === 'CONSTANT') return true
  if (value.class !== undefined && !BY_ROW.has(value.class)) return false
  if (value.class === 'STAR' && (value.columns || value.unpacked || !isNothing(value.expr))) return false
  if (value.type === 'OPERATOR_UNPACK' || value.type === 'GROUPING_FUNCTION') return false
  return Object.values(value).every(isByRow)
}

/** They hang on the hour, although DuckDB lists them among those that do not. */
const BY_THE_CLOCK: readonly string[] = ['age', 'current_localtime', 'current_localtimestamp']

/** Whether every function gives the same for the same arguments whenever it is asked, and is no aggregate. */
async function arePure(connection: DuckDBConnection, names: ReadonlySet<string>): Promise<boolean> {
  if (names.size === 0) return true
  if (BY_THE_CLOCK.some((name) => names.has(name))) return false
  const pure = `SELECT function_name FROM duckdb_functions() GROUP BY function_name
    HAVING bool_and(function_type = 'scalar' AND stability = 'CONSISTENT')`
  const sql = `SELECT count(*) FROM (${pure}) WHERE function_name IN (SELECT unnest($1::VARCHAR[]))`
  const read = await connection.runAndReadAll(sql, [listValue([...names])], [LIST(VARCHAR)])
  return Number(read.getRows()[0]?.[0]) === names.size
}
