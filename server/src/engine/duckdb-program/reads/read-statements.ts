import type { PageCommand, ParquetCommand } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import type { ReadColumn } from '../../duckdb/protocol/run-protocol.ts'
import { ROW_ID } from '../../table/table.ts'
import { quoteText } from '../../values/type-rules.ts'
import type { LoadedTable } from '../tables/loaded-table.ts'
import {
  afterSql,
  columnSql,
  filterSql,
  idLiteral,
  type KnownColumns,
  orderSql,
  Parameters,
  physicalName,
  type Statement,
} from './filter-sql.ts'
import { BLOCK_SHIFT } from './row-sender.ts'

/** The statements that read a table: all that is ever asked of it besides a user's own SQL. */

/** Ids in a window that is read all at once. */
const FEW_ROWS = 2_000
/** How many equal rows are reported for one list of values. */
const MATCHES_TOLD = 100

function select(columns: readonly ReadColumn[], relation: string): string {
  return `SELECT ${[ROW_ID, ...columns.map(columnSql)].join(', ')} FROM ${relation}`
}

export function rowsStatement(relation: string, columns: readonly ReadColumn[], rowIds: readonly number[]): Statement {
  return {
    sql: `${select(columns, relation)} WHERE ${ROW_ID} IN (${rowIds.map(idLiteral).join(', ')})`,
    parameters: [],
    isSmall: true,
  }
}

/** The row with the id that is its parameter. */
export function rowStatement(relation: string, columns: readonly ReadColumn[]): string {
  return `${select(columns, relation)} WHERE ${ROW_ID} = $1`
}

/** Each parameter is the sought value of one column. */
export function keyStatement(relation: string, columns: readonly ReadColumn[]): string {
  const equal = columns.map(({ id, type }, n) => `${physicalName(id)} = CAST(CAST($${n + 1} AS VARCHAR) AS ${type})`)
  return `SELECT ${ROW_ID} FROM ${relation} WHERE ${equal.join(' AND ')} ORDER BY ${ROW_ID} LIMIT ${MATCHES_TOLD}`
}

/** Each parameter is a list of texts: the sought values of one column. */
export function matchStatement(relation: string, columns: readonly ReadColumn[]): string {
  const sought = columns.map(({ type }, n) => `CAST(unnest($${n + 1}::VARCHAR[]) AS ${type}) AS k${n}`)
  // A masked column is NULL, and NULL equals nothing.
  const equal = columns.map((column, n) => `t.${physicalName(column.id)} = s.k${n}`)
  const isAnyMasked = columns.some(({ isMasked }) => isMasked)
  return `SELECT s.n, t.${ROW_ID}
    FROM (SELECT generate_subscripts($1::VARCHAR[], 1) AS n, ${sought.join(', ')}) AS s
    JOIN ${relation} AS t ON ${isAnyMasked ? 'false' : equal.join(' AND ')}
    QUALIFY row_number() OVER (PARTITION BY s.n ORDER BY t.${ROW_ID}) <= ${MATCHES_TOLD}
    ORDER BY s.n, t.${ROW_ID}`
}

/** Live rows per block of ids, of all rows or of those that pass the filter. */
export function blocksStatement(relation: string, { filter, known }: Pick<PageCommand, 'filter' | 'known'>): Statement {
  const parameters = new Parameters()
  const where = filter ? ` WHERE ${filterSql(filter, byId(known), parameters)}` : ''
  return {
    sql: `SELECT ${ROW_ID} >> ${BLOCK_SHIFT}, count(*) FROM ${relation}${where} GROUP BY 1 ORDER BY 1`,
    parameters: parameters.values,
  }
}

/** Rows in the order of their ids, from a window of them: ids beyond `after` up to `last`. */
export function windowStatement(
  { relation, isInOrder }: Pick<LoadedTable, 'relation' | 'isInOrder'>,
  { columns, known, filter }: PageCommand,
  window: { after: number; last: number; limit: number },
): Statement {
  const { where, parameters } = windowSql(window, filter, known)
  const sql = `${select(columns, relation)} WHERE ${where}${isInOrder ? '' : ` ORDER BY ${ROW_ID}`}`
  // A window of all rows is hardly longer than the page; for a low LIMIT DuckDB would look up each row by itself.
  const isSmall = filter === null && window.last - window.after <= FEW_ROWS
  return isSmall ? { sql, parameters, isSmall } : { sql: `${sql} LIMIT ${idLiteral(window.limit)}`, parameters }
}

/** All rows with ids beyond `after` up to `last`, as they lie or in the order of their ids. */
export function linesStatement(
  relation: string,
  columns: readonly ReadColumn[],
  { isSorted, ...window }: { after: number; last: number; isSorted: boolean },
): Statement {
  const { where, parameters } = windowSql(window, null, [])
  return { sql: `${select(columns, relation)} WHERE ${where}${isSorted ? ` ORDER BY ${ROW_ID}` : ''}`, parameters }
}

/** The id of the n-th row of a block, the first being 1. Ids alone are sorted fast. */
export function nthStatement(
  relation: string,
  { known, filter }: PageCommand,
  window: { after: number; last: number },
  n: number,
): Statement {
  const { where, parameters } = windowSql(window, filter, known)
  const sql = `SELECT ${ROW_ID} FROM ${relation} WHERE ${where} ORDER BY ${ROW_ID} LIMIT 1 OFFSET ${idLiteral(n - 1)}`
  return { sql, parameters }
}

function windowSql(
  { after, last }: { after: number; last: number },
  filter: PageCommand['filter'],
  known: readonly ReadColumn[],
) {
  const parameters = new Parameters()
  const conditions = [
    `${ROW_ID} > ${idLiteral(after)}`,
    `${ROW_ID} <= ${idLiteral(last)}`,
    ...(filter ? [filterSql(filter, byId(known), parameters)] : []),
  ]
  return { where: conditions.join(' AND '), parameters: parameters.values }
}

/** Rows in another order. The values of the order follow those that are shown. */
export function orderedStatement(relation: string, page: PageCommand, limit: number): Statement {
  const columns = byId(page.known)
  const parameters = new Parameters()
  const conditions = [
    ...(page.filter ? [filterSql(page.filter, columns, parameters)] : []),
    ...('after' in page.start ? [afterSql(page.start.after, page.orderBy, columns, parameters)] : []),
  ]
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const skip = 'offset' in page.start && page.start.offset > 0 ? ` OFFSET ${idLiteral(page.start.offset)}` : ''
  return {
    sql: `${select([...page.columns, ...orderColumns(page)], relation)}${where} ORDER BY ${orderSql(page.orderBy, columns)} LIMIT ${idLiteral(limit)}${skip}`,
    parameters: parameters.values,
  }
}

/** Writes rows into a file, under the names of their columns. */
export function parquetStatement(relation: string, command: ParquetCommand, path: string): Statement {
  const { columns, names, known, orderBy, filter, hasRowIds } = command
  const parameters = new Parameters()
  const named = columns.map((column, n) => `${columnSql(column)} AS ${quoteName(names[n] ?? '')}`)
  const shown = [...named, ...(hasRowIds ? [ROW_ID] : [])].join(', ')
  const where = filter ? ` WHERE ${filterSql(filter, byId(known), parameters)}` : ''
  const rows = `SELECT ${shown} FROM ${relation}${where} ORDER BY ${orderSql(orderBy, byId(known))}`
  // DuckDB takes 0 and -0 for one entry of a dictionary and would change half of them.
  const dictionary = columns.some(({ type }) => type === 'DOUBLE') ? ', DICTIONARY_SIZE_LIMIT 0' : ''
  return {
    sql: `COPY (${rows}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880${dictionary})`,
    parameters: parameters.values,
  }
}

export function orderColumns({ orderBy, known }: Pick<PageCommand, 'orderBy' | 'known'>): ReadColumn[] {
  const columns = byId(known)
  return orderBy.flatMap(({ columnId }) => columns.get(columnId) ?? [])
}

const byId = (columns: readonly ReadColumn[]): KnownColumns => new Map(columns.map((column) => [column.id, column]))
