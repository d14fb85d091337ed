import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import { parseExactly } from '../../../platform/exact-json.ts'
import { ROW_ID } from '../../table.ts'
import type { Node } from '../gate/node-shapes.ts'
import { isNode, nodesIn } from './seen-columns.ts'

/**
 * The same SQL with the id of the input's row as its last column, if each row of its answer is made from one row of one
 * table and from nothing else: a change of a row of the table then changes what is made from it, and nothing beside.
 * Null where that cannot be proven.
 */
export async function findRowWiseSql(connection: DuckDBConnection, sql: string): Promise<string | null> {
  const query = await parse(connection, sql)
  if (!query || !isRowWise(query)) return null
  if (!(await arePure(connection, functionsIn([query.select_list, query.where_clause])))) return null
  const widened = withRowId(query)
  const spelled = await spell(connection, widened)
  // DuckDB prints a statement from what it has read: what is printed must be read as the same again.
  return spelled !== null && isSame(await parse(connection, spelled), widened) ? spelled : null
}

async function parse(connection: DuckDBConnection, sql: string): Promise<Node | null> {
  const read = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  // Read exactly: a constant of many digits must not lose any.
  const parsed = parseExactly(String(read.getRows()[0]?.[0]))
  const [statement, ...others] = nodesIn(isNode(parsed) ? parsed.statements : [])
  const query = statement?.node
  return others.length === 0 && isNode(query) ? query : null
}

async function spell(connection: DuckDBConnection, query: Node): Promise<string | null> {
  const statement = { node: withoutPlaces(query), named_param_map: [] }
  const written = JSON.stringify({ error: false, statements: [statement] })
  const read = await connection.runAndReadAll('SELECT json_deserialize_sql($1::VARCHAR::JSON)', [written])
  const sql = read.getRows()[0]?.[0]
  return typeof sql === 'string' ? sql : null
}

const isSame = (one: Node | null, other: Node) =>
  one !== null && JSON.stringify(withoutPlaces(one)) === JSON.stringify(withoutPlaces(other))

/** Where in the text something stands is not what it means. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  // A number that is kept digit by digit is an object, and no node.
  if (!isNode(value) || Object.getPrototypeOf(value) === null) return value
  const fields = Object.entries(value).filter(([field]) => field !== 'query_location')
  return Object.fromEntries(fields.map(([field, held]) => [field, withoutPlaces(held)]))
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

const isOneTable = ({ type, sample, at_clause: at, column_name_alias: renamed }: Node) =>
  type === 'BASE_TABLE' && isNothing(sample) && isNothing(at) && isEmpty(renamed)

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
const isNothing = (value: unknown) => value === null || value === undefined

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

function functionsIn(value: unknown): Set<string> {
  const found = new Set<string>()
  const look = (held: unknown) => {
    if (Array.isArray(held)) for (const item of held) look(item)
    else if (isNode(held)) {
      if (held.class === 'FUNCTION') found.add(String(held.function_name).toLowerCase())
      if (held.class !== 'CONSTANT') for (const field of Object.values(held)) look(field)
    }
  }
  look(value)
  return found
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

function withRowId(query: Node): Node {
  const { select_list: items, from_table: from } = query
  const table = isNode(from) ? String(from.alias || from.table_name) : ''
  const rowId = { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', column_names: [table, ROW_ID] }
  return { ...query, select_list: [...nodesIn(items), rowId] }
}
