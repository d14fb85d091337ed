import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { formatColumnType } from '../column-type.ts'
import { ROW_ID } from '../table.ts'
import { quoteText } from '../values/type-rules.ts'
import type { ResultColumn } from './encode/result-columns.ts'
import { isNested } from './kept-column.ts'

/** The statements that keep the rows of a run, find them again among those of the run before, and give them their ids. */

/** Where rows of the run before are found: `row_id` for the place `n` of a row in the file. */
const CARRIED = 'temp.main.carried'
/** What a row is called in the file, counted from 0. */
export const PLACE = 'file_row_number'
const MOST_CHARACTERS = 1_000_000

/** The SQL, as a part of a larger statement. The gate has read it as one SELECT. */
export const asSubquery = (sql: string) => `(${sql.replace(/;(?:\s|--[^\n]*(?:\n|$))*$/, '')}\n)`

/** What the rows of a file are called inside: c0, c1 and so on, since names of results may be alike. */
export const placed = (n: number) => `c${n}`

/** A column that is kept, and where it stands in what the SQL answers with. */
export type RunColumn = ResultColumn & { place: number }

/** The SQL, and how many columns it answers with. */
export type RunSql = { sql: string; width: number }
/** A column that is kept beside those of the output. */
export type ExtraColumn = { place: number; name: string }

/** The rows that the SQL answers with, in the types that tables have. */
export function storedRows({ sql, width }: RunSql, columns: readonly RunColumn[], extra?: ExtraColumn): string {
  const names = Array.from({ length: width }, (_, n) => placed(n))
  const cells = columns.map((column, n) => `${storedSql(column, placed(column.place))} AS ${placed(n)}`)
  if (extra) cells.push(`${placed(extra.place)} AS ${extra.name}`)
  return `SELECT ${cells.join(', ')} FROM ${asSubquery(sql)} AS made (${names.join(', ')})`
}

/** Runs the SQL and keeps its rows. */
export const keepStatement = (sql: RunSql, columns: readonly RunColumn[], path: string, extra?: ExtraColumn) =>
  `COPY (${storedRows(sql, columns, extra)})
    TO ${quoteText(path)} (FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 122880, DICTIONARY_SIZE_LIMIT 0)`

/** A value as a table keeps it. What no column can hold fails the run rather than be changed, but for what JSON calls null. */
function storedSql({ type, source }: ResultColumn, name: string): string {
  switch (type.name) {
    case 'DOUBLE':
      return `CASE WHEN isfinite(${name}) THEN CAST(${name} AS DOUBLE) END`
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return failing(`isfinite(${name}) AND year(${name}) BETWEEN 1 AND 9999`, name, type.name)
    case 'JSON':
      return `json(${isNested(source) ? `to_json(${name})` : name})`
    case 'VARCHAR':
      return storedText(textSql(source, name))
    default:
      return `CAST(${name} AS ${formatColumnType(type)})`
  }
}

const textSql = ({ typeId }: DuckDBType, name: string) =>
  typeId === DuckDBTypeId.VARCHAR ? name : `CAST(${name} AS VARCHAR)`

const storedText = (text: string) =>
  failing(`length(${text}) <= ${MOST_CHARACTERS} AND NOT contains(${text}, chr(0))`, text, 'VARCHAR')

const failing = (fits: string, value: string, type: string) =>
  `CASE WHEN ${value} IS NULL OR ${fits} THEN CAST(${value} AS ${type}) ELSE error('a value of type ${type} is outside what a table holds') END`

/** A file of rows, and which of their columns says in which order they come. */
export type KeptRows = { path: string; order: string }

/** Rows of the file, each with its place. */
const keptRows = (path: string) => `read_parquet(${quoteText(path)}, file_row_number = true)`

/** A key that several rows have, if there is one. */
export const repeatedKeyStatement = (path: string, keys: readonly number[]) =>
  `SELECT 1 FROM ${keptRows(path)} GROUP BY ${keys.map(placed).join(', ')} HAVING count(*) > 1 LIMIT 1`

/** Which column of the run before is which of this one: its id there, its place here. */
export type SameColumn = { id: number; place: number }

/** Rows are the same if their keys are. */
export function carryByKey({ path }: KeptRows, previous: string, keys: readonly SameColumn[]): string {
  const on = keys.map(({ id, place }) => `o.${placed(place)} IS NOT DISTINCT FROM p.c${id}`)
  return `CREATE OR REPLACE TEMP TABLE carried AS
    SELECT o.${PLACE} AS n, min(p.${ROW_ID}) AS row_id
    FROM ${keptRows(path)} AS o JOIN ${previous} AS p ON ${on.join(' AND ')} GROUP BY o.${PLACE}`
}

/** Rows are the same if all their values are; of several equal ones the first is the first, and so on. */
export function carryByValues({ path, order }: KeptRows, previous: string, columns: readonly SameColumn[]): string {
  const here = columns.map(({ place }) => placed(place))
  const there = columns.map(({ id }) => `c${id}`)
  // Counted by a hash, compared by the values themselves.
  const numbered = (rows: string, id: string, cells: readonly string[]) =>
    `SELECT *, hash(${cells.join(', ')}) AS h, row_number() OVER (PARTITION BY hash(${cells.join(', ')}) ORDER BY ${id}) AS nth FROM ${rows}`
  const on = columns.map(({ id, place }) => `o.${placed(place)} IS NOT DISTINCT FROM p.c${id}`)
  return `CREATE OR REPLACE TEMP TABLE carried AS
    SELECT o.${PLACE} AS n, p.${ROW_ID} AS row_id
    FROM (${numbered(keptRows(path), order, here)}) AS o JOIN (${numbered(previous, ROW_ID, there)}) AS p
      ON o.h = p.h AND o.nth = p.nth AND ${on.join(' AND ')}`
}

export const countCarriedStatement = `SELECT count(*) FROM ${CARRIED}`

/** Gives every other row an id after `idsAfter`, in the order of the rows. */
export const numberStatement = ({ path, order }: KeptRows, idsAfter: number) =>
  `CREATE OR REPLACE TEMP TABLE numbered AS
    SELECT o.${PLACE} AS n, coalesce(c.row_id,
      ${idsAfter} + row_number() OVER (PARTITION BY c.row_id IS NULL ORDER BY o.${order})) AS row_id
    FROM ${keptRows(path)} AS o LEFT JOIN ${CARRIED} AS c ON c.n = o.${PLACE}`

/** All rows with their ids and the ids of their columns. Where nothing was there before, an id is the place counted on. */
export function numberedRows(
  { path, order }: KeptRows,
  columnIds: readonly number[],
  idsAfter: number,
  isFirst: boolean,
): string {
  const cells = columnIds.map((id, n) => `o.${placed(n)} AS c${id}`)
  const place = order === PLACE ? `o.${PLACE} + 1` : `row_number() OVER (ORDER BY o.${order})`
  if (isFirst)
    return `SELECT ${[`${place} + ${idsAfter} AS ${ROW_ID}`, ...cells].join(', ')} FROM ${keptRows(path)} AS o`
  return `SELECT ${[`i.row_id AS ${ROW_ID}`, ...cells].join(', ')}
    FROM ${keptRows(path)} AS o JOIN temp.main.numbered AS i ON i.n = o.${PLACE}`
}
