import { type DuckDBConnection, LIST, listValue, VARCHAR } from '@duckdb/node-api'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { CitedColumn, CitingStatement, NotCited } from '../../reading/sql-question.ts'
import { ROW_ID } from '../../table/table.ts'
import type { KnownTables } from '../gate/names.ts'
import type { Node } from '../gate/node-shapes.ts'
import { findDependencies } from './find-dependencies.ts'
import {
  functionsIn,
  isEmpty,
  isNothing,
  isOneTable,
  type ParsedStatement,
  parseStatement,
  rowIdOf,
  spellStatement,
  withItems,
} from './spell-statement.ts'
import { isNode, isSame, nodesIn, type Sources, sourceFrom } from './traced-columns.ts'

/** Ids that are listed for one row of the answer. */
export const MOST_LISTED = 1_000

/**
 * The same SQL with the rows of its table behind its own columns: the id of the row each row is made of, or under an aggregate the
 * first ids and how many there are. Only for one SELECT over one table; for others why not.
 */
export async function citingStatement(
  connection: DuckDBConnection,
  sql: string,
  known: KnownTables,
  width: number,
): Promise<CitingStatement | { not: NotCited }> {
  const statement = await parseStatement(connection, sql)
  if (!statement) return { not: 'other' }
  const { query } = statement
  const not = whyNot(query)
  if (not) return { not }
  const aggregates = await aggregatesAmong(connection, functionsIn([query.select_list, query.having]))
  const isGrouped = aggregates.size > 0 || !isEmpty(query.group_expressions) || query.aggregate_handling !== STANDARD
  const items = isGrouped ? await listedRows(connection, query) : [rowIdOf(query)]
  const spelled = items && (await spellStatement(connection, { ...statement, query: withItems(query, items) }))
  const columns = columnsOf(statement, known, width)
  if (!spelled || !columns) return { not: 'other' }
  return { sql: spelled, columns, isGrouped }
}

const STANDARD = 'STANDARD_HANDLING'

function whyNot(query: Node): NotCited | null {
  const { from_table: from, cte_map: ctes, modifiers } = query
  if (query.type !== 'SELECT_NODE') return 'set_operation'
  if (!isEmpty(isNode(ctes) ? ctes.map : null)) return 'subquery'
  if (!isNode(from) || !isOneTable(from)) return isNode(from) && from.type === 'JOIN' ? 'join' : 'subquery'
  if (nodesIn(modifiers).some(({ type }) => type === 'DISTINCT_MODIFIER')) return 'distinct'
  if (!isNothing(query.sample)) return 'other'
  if (!isNothing(query.qualify) || holds(query, 'WINDOW')) return 'window'
  return holds(query, 'SUBQUERY') ? 'subquery' : null
}

function holds(value: unknown, kind: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, kind))
  if (!isNode(value)) return false
  return value.class === kind || (value.class !== 'CONSTANT' && Object.values(value).some((held) => holds(held, kind)))
}

async function aggregatesAmong(connection: DuckDBConnection, names: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (names.size === 0) return names
  const sql = `SELECT DISTINCT function_name FROM duckdb_functions()
    WHERE function_type = 'aggregate' AND function_name IN (SELECT unnest($1::VARCHAR[]))`
  const read = await connection.runAndReadAll(sql, [listValue([...names])], [LIST(VARCHAR)])
  return new Set(read.getRows().map(([name]) => String(name)))
}

async function listedRows(connection: DuckDBConnection, query: Node): Promise<Node[] | null> {
  const { from_table: from } = query
  const table = isNode(from) ? quoteName(String(from.alias || from.table_name)) : ''
  const id = `${table}.${quoteName(ROW_ID)}`
  const parsed = await parseStatement(connection, `SELECT list(${id} ORDER BY ${id})[1:${MOST_LISTED}], count(${id})`)
  return parsed && nodesIn(parsed.query.select_list)
}

/** What each column is made of. Conditions and orders choose rows, and are not looked at. */
function columnsOf({ query }: ParsedStatement, known: KnownTables, width: number): CitedColumn[] | null {
  const bare = { ...query, where_clause: null, having: null, modifiers: [] }
  const { columns, isExact } = findDependencies(withoutParameters(bare), known, width)
  if (!isExact) return null
  const items = nodesIn(query.select_list)
  return columns.map((from, n) => ({ from: namesIn(from), isValue: isValue(items, n, from) }))
}

const namesIn = (from: Sources) =>
  [...from].map((source) => sourceFrom(source).column).filter((column) => column !== ROW_ID)

/** Whether a column of the answer is one of the table as it is, and not something under its name. */
function isValue(items: readonly Node[], n: number, from: Sources): boolean {
  const [source, ...others] = from
  if (source === undefined || others.length > 0) return false
  // A star stands for several columns: which is which is clear only where nothing is computed beside it.
  if (items.some(({ class: kind }) => kind === 'STAR'))
    return items.every((item) => item.class === 'COLUMN_REF' || (item.class === 'STAR' && isEmpty(item.replace_list)))
  const item = items[n]
  const names: unknown[] = Array.isArray(item?.column_names) ? item.column_names : []
  return item?.class === 'COLUMN_REF' && isSame(String(names.at(-1)), sourceFrom(source).column)
}

/** A parameter is made of no column. */
function withoutParameters(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutParameters)
  if (!isNode(value)) return value
  if (value.class === 'PARAMETER') return { class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: value.alias, value: null }
  return Object.fromEntries(Object.entries(value).map(([field, held]) => [field, withoutParameters(held)]))
}
