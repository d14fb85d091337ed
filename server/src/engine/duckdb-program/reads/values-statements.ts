import type { ValuesCommand } from '../../duckdb/protocol/protocol.ts'
import { columnSql, filterSql, idLiteral, Parameters, type Statement, showsSql } from './filter-sql.ts'

/** The statements behind the list of a column's values. `relation` is the table's name in SQL. */

/** Rows whose values are taken as some of very many. */
const LOOKED_AT_ROWS = 20_000

/** What DuckDB keeps about a stored column, as a text. It reads no rows. */
export const statisticsStatement = (relation: string, { column }: ValuesCommand): Statement => ({
  sql: `SELECT stats(${columnSql(column)}) FROM ${relation} LIMIT 1`,
  parameters: [],
})

export function countValuesStatement(relation: string, command: ValuesCommand): Statement {
  const parameters = new Parameters()
  const where = whereSql(command, parameters)
  const sql = `SELECT approx_count_distinct(${columnSql(command.column)}) FROM ${relation}${where}`
  return { sql, parameters: parameters.values }
}

/** Every value with its count, and how many there are. */
export function valueCountsStatement(relation: string, command: ValuesCommand): Statement {
  const parameters = new Parameters()
  const where = whereSql(command, parameters)
  return {
    sql: `SELECT v, n, count(*) OVER () FROM (
      SELECT ${columnSql(command.column)} AS v, count(*) AS n FROM ${relation}${where} GROUP BY 1)
      ORDER BY n DESC, v LIMIT ${idLiteral(command.limit)}`,
    parameters: parameters.values,
  }
}

/** The most frequent of the first rows that fit, counted among all. */
export function someValuesStatement(relation: string, command: ValuesCommand): Statement {
  const parameters = new Parameters()
  const value = columnSql(command.column)
  const first = `SELECT ${value} AS v FROM ${relation}${whereSql(command, parameters)} LIMIT ${LOOKED_AT_ROWS}`
  const some = `SELECT v FROM (${first}) GROUP BY 1 ORDER BY count(*) DESC, v LIMIT ${idLiteral(command.limit)}`
  const where = whereSql(command, parameters)
  return {
    sql: `SELECT ${value}, count(*) AS n FROM ${relation}${where}${where ? ' AND' : ' WHERE'} ${value} IN (${some})
      GROUP BY 1 ORDER BY n DESC, 1`,
    parameters: parameters.values,
  }
}

function whereSql({ column, known, filter, search }: ValuesCommand, parameters: Parameters): string {
  const columns = new Map(known.map((each) => [each.id, each]))
  const conditions = [
    ...(filter ? [filterSql(filter, columns, parameters)] : []),
    ...(search === null ? [] : [showsSql(column, search, parameters)]),
  ]
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}
