import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult, FindCommand } from '../../duckdb/protocol/protocol.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import { ROW_ID } from '../../table/table.ts'
import { findHeld, type Reading, typeOf } from './answer-read.ts'
import {
  afterSql,
  columnSql,
  filterSql,
  type KnownColumns,
  orderSql,
  Parameters,
  physicalName,
  type Statement,
  showsSql,
} from './filter-sql.ts'

/** The next row that shows a text, in one pass over the columns it is looked for in. */
export async function findText(reading: Reading, command: FindCommand): Promise<EngineResult> {
  const { version } = await findHeld(reading)
  const ordered = orderColumns(command)
  const { sql, parameters } = findStatement(reading.table.relation, command, ordered)
  const [row = []] = await (await reading.connection.run(sql, [...parameters])).getRows()
  const [count, passed, rowId = null, ...keys] = row
  const values = ordered.map(({ type }, n) => canonicalFromDuckDb(typeOf(type), keys[n] ?? null))
  const match = rowId === null ? null : { values, rowId: Number(rowId) }
  return { version, found: { count: Number(count), passed: Number(passed), match } }
}

/** The matches are few beside the rows, and are kept while they are counted and put in order. */
function findStatement(relation: string, command: FindCommand, ordered: readonly ReadColumn[]): Statement {
  const { sought, known, filter, text, after, orderBy, isBackward } = command
  const columns: KnownColumns = new Map(known.map((column) => [column.id, column]))
  const parameters = new Parameters()
  const shows = sought.map((column) => showsSql(column, text, parameters))
  const where = [
    `coalesce(${shows.length > 0 ? shows.join(' OR ') : 'false'}, false)`,
    ...(filter ? [filterSql(filter, columns, parameters)] : []),
  ]
  const kept = ordered.filter(({ isMasked }) => !isMasked).map(({ id }) => physicalName(id))
  const isPassed = after ? `NOT coalesce(${afterSql(after, orderBy, columns, parameters)}, false)` : 'false'
  const wanted = after ? (isBackward ? isPassed : `NOT (${isPassed})`) : 'true'
  return {
    sql: `WITH m AS MATERIALIZED (SELECT ${[...new Set([ROW_ID, ...kept])].join(', ')} FROM ${relation} WHERE ${where.join(' AND ')})
      SELECT counted.*, found.* FROM (SELECT count(*), count(*) FILTER (WHERE ${isPassed}) FROM m) AS counted
      LEFT JOIN (
        SELECT ${[ROW_ID, ...ordered.map((column, n) => `${columnSql(column)} AS k${n}`)].join(', ')}
        FROM m WHERE ${wanted} ORDER BY ${orderSql(orderBy, columns, isBackward)} LIMIT 1
      ) AS found ON true`,
    parameters: parameters.values,
  }
}

const orderColumns = ({ orderBy, known }: FindCommand) =>
  orderBy.flatMap(({ columnId }) => known.find(({ id }) => id === columnId) ?? [])
