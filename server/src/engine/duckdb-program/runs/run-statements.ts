import { type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { WireColumn } from '../../duckdb/protocol/run-protocol.ts'
import { type SqlParameter, type SqlParameters, SqlRefused } from '../../reading/sql-question.ts'
import { formatColumnType } from '../../table/column-type.ts'
import { ROW_ID } from '../../table/table.ts'
import { quoteText } from '../../values/type-rules.ts'
import { distinctNames, productType, type ResultColumn, resultColumns } from '../encode/result-columns.ts'
import { isNested } from '../queries/kept-column.ts'

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

const INT32 = 2 ** 31

/** Gives a statement its values. A text takes whatever type is wanted where it stands. */
export function bindParameters(prepared: DuckDBPreparedStatement, parameters: SqlParameters) {
  const wanted = Array.from({ length: prepared.parameterCount }, (_, n) => prepared.parameterName(n + 1))
  const values: ReadonlyMap<string, SqlParameter> = new Map(
    Array.isArray(parameters)
      ? parameters.map((value: SqlParameter, n) => [String(n + 1), value])
      : Object.entries(parameters),
  )
  refuseIfUneven(wanted, values)
  for (const [n, name] of wanted.entries()) bind(prepared, n + 1, values.get(name) ?? null)
}

function refuseIfUneven(wanted: readonly string[], values: ReadonlyMap<string, SqlParameter>) {
  const missing = wanted.filter((name) => !values.has(name))
  const unused = [...values.keys()].filter((name) => !wanted.includes(name))
  if (missing.length > 0) throw refused(`No value was sent for the parameter ${listed(missing)}.`)
  if (unused.length > 0) throw refused(`The SQL has no parameter ${listed(unused)}, for which a value was sent.`)
}

/** `?` counts from one. */
const listed = (names: readonly string[]) => names.map((name) => `$${name}`).join(', ')

const refused = (message: string) =>
  new SqlRefused({
    code: 'invalid_sql',
    message,
    line: null,
    column: null,
    suggestion: 'Send one value in params for each ? in the SQL, or a name and value for each $name.',
  })

function bind(prepared: DuckDBPreparedStatement, place: number, value: SqlParameter) {
  if (value === null) prepared.bindNull(place)
  else if (typeof value === 'string') prepared.bindVarchar(place, value)
  else if (typeof value === 'boolean') prepared.bindBoolean(place, value)
  else if (!Number.isSafeInteger(value)) prepared.bindDouble(place, value)
  else if (Math.abs(value) < INT32) prepared.bindInteger(place, value)
  else prepared.bindBigInt(place, BigInt(value))
}
