import type { DuckDBConnection } from '@duckdb/node-api'
import { parseExactly } from '../../../platform/exact-json.ts'
import { ROW_ID } from '../../table/table.ts'
import type { Node } from '../gate/node-shapes.ts'
import { isNode, nodesIn } from './traced-columns.ts'

/** A statement as DuckDB's parser sees it, and its parameters by name. */
export type ParsedStatement = { query: Node; parameters: readonly unknown[] }

export async function parseStatement(connection: DuckDBConnection, sql: string): Promise<ParsedStatement | null> {
  const read = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  // Read exactly: a constant of many digits must not lose any.
  const parsed = parseExactly(String(read.getRows()[0]?.[0]))
  const [statement, ...others] = nodesIn(isNode(parsed) ? parsed.statements : [])
  const query = statement?.node
  const parameters: unknown = statement?.named_param_map
  return others.length === 0 && isNode(query)
    ? { query, parameters: Array.isArray(parameters) ? parameters : [] }
    : null
}

/** The text of a statement; null where DuckDB would not read it as the same statement again. */
export async function spellStatement(
  connection: DuckDBConnection,
  { query, parameters }: ParsedStatement,
): Promise<string | null> {
  const statement = { node: withoutPlaces(query), named_param_map: parameters }
  const written = JSON.stringify({ error: false, statements: [statement] })
  const read = await connection.runAndReadAll('SELECT json_deserialize_sql($1::VARCHAR::JSON)', [written])
  const sql = read.getRows()[0]?.[0]
  if (typeof sql !== 'string') return null
  const again = await parseStatement(connection, sql)
  return again && isSame(again.query, query) ? sql : null
}

const isSame = (one: Node, other: Node) => JSON.stringify(withoutPlaces(one)) === JSON.stringify(withoutPlaces(other))

/** Where in the text something stands is not what it means. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  // A number that is kept digit by digit is an object, and no node.
  if (!isNode(value) || Object.getPrototypeOf(value) === null) return value
  const list = valuesIn(value)
  if (list) return withoutPlaces(list)
  const fields = Object.entries(value).filter(([field]) => field !== 'query_location')
  return Object.fromEntries(fields.map(([field, held]) => [field, withoutPlaces(held)]))
}

/** DuckDB writes VALUES in FROM as a query of its own around it, once more each time. */
function valuesIn({ type, alias, subquery }: Node): Node | undefined {
  if (type !== 'SUBQUERY' || alias !== 'valueslist' || !isNode(subquery) || !isNode(subquery.node)) return undefined
  const { from_table: from } = subquery.node
  return isNode(from) && from.type === 'EXPRESSION_LIST' && from.alias === alias ? from : undefined
}

/** A table by its name, without a sample, an older state or other names for its columns. */
export const isOneTable = ({ type, sample, at_clause: at, column_name_alias: renamed }: Node) =>
  type === 'BASE_TABLE' && isNothing(sample) && isNothing(at) && isEmpty(renamed)

export const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
export const isNothing = (value: unknown) => value === null || value === undefined

export function functionsIn(value: unknown): Set<string> {
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

/** The id of the row of the one table in FROM. */
export function rowIdOf({ from_table: from }: Node): Node {
  const table = isNode(from) ? String(from.alias || from.table_name) : ''
  return { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', column_names: [table, ROW_ID] }
}

/** The same SELECT with further columns behind its own. */
export const withItems = (query: Node, items: readonly Node[]): Node => ({
  ...query,
  select_list: [...nodesIn(query.select_list), ...items],
})
