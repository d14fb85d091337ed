import type { MaskedColumn, StoredColumn } from '../../duckdb/protocol/protocol.ts'
import { quoteName } from '../../duckdb/protocol/quote-name.ts'
import {
  MEMORY_VERSIONS,
  memoryName,
  nativeName,
  nativeVersion,
  type TableForm,
} from '../../duckdb/protocol/relation.ts'
import { ROW_ID } from '../../table/table.ts'
import { quoteText } from '../../values/type-rules.ts'
import { idLiteral, physicalName } from '../reads/filter-sql.ts'
import { maskSql } from './mask-sql.ts'

/** The statements that bring tables into an engine and keep them up to date. */

/** Rows that lie over the files of a table, whole. */
export const overlayName = (key: string) => `_t.${quoteName(`${key}_over`)}`
/** Ids whose rows in the files do not count any more. */
export const replacedName = (key: string) => `_t.${quoteName(`${key}_gone`)}`

const columnList = (columns: readonly StoredColumn[]) => [ROW_ID, ...columns.map(({ id }) => physicalName(id))]
const initialSql = ({ type, initial }: StoredColumn) =>
  initial === null ? `NULL::${type}` : `CAST(${quoteText(initial)} AS ${type})`

/**
 * The rows of segments, their columns matched by id; those a segment lacks are as they were initially. Masks are
 * for readers of open segments: what is masked in them already is read as it is.
 */
export function readSegments(
  files: readonly string[],
  columns: readonly StoredColumn[],
  maskedColumns: readonly MaskedColumn[] = [],
): string {
  if (files.length === 0) return `SELECT ${emptyColumns(columns)} WHERE false`
  const maskedColumnOf = new Map(maskedColumns.map((maskedColumn) => [maskedColumn.id, maskedColumn]))
  const schema = [
    `0: {name: '${ROW_ID}', type: 'BIGINT', default_value: NULL}`,
    ...columns.map((column) => {
      const { id, type, initial } = maskedColumnOf.get(column.id) ?? column
      return `${id}: {name: 'c${id}', type: '${type}', default_value: ${initial === null ? 'NULL' : quoteText(initial)}}`
    }),
  ]
  const shown = columns.map(({ id }) => {
    const maskedColumn = maskedColumnOf.get(id)
    return maskedColumn ? `${maskSql(maskedColumn, physicalName(id))} AS ${physicalName(id)}` : physicalName(id)
  })
  return `SELECT ${[ROW_ID, ...shown].join(', ')} FROM read_parquet([${files.map(quoteText).join(', ')}], schema = MAP {${schema.join(', ')}})`
}

const emptyColumns = (columns: readonly StoredColumn[]) =>
  [`NULL::BIGINT AS ${ROW_ID}`, ...columns.map(({ id, type }) => `NULL::${type} AS ${physicalName(id)}`)].join(', ')

/** Into memory. Segments are sorted and ascending, so the rows come in their order. */
export function copyStatements(key: string, files: readonly string[], columns: readonly StoredColumn[]): string[] {
  return [`CREATE TABLE ${memoryName(key)} AS ${readSegments(files, columns)}`]
}

/** A view over the files alone, for a reader of a table in one state only: no id is read to look for edits. */
export const fixedStatements = (key: string, files: readonly string[], columns: readonly StoredColumn[]): string[] => [
  `CREATE VIEW ${memoryName(key)} AS ${readSegments(files, columns)}`,
]

/** A view over the files, and over what has changed since they were written. */
export function overlayStatements(key: string, files: readonly string[], columns: readonly StoredColumn[]): string[] {
  const names = columnList(columns).join(', ')
  return [
    `CREATE TABLE ${overlayName(key)} AS SELECT ${emptyColumns(columns)} WHERE false`,
    `CREATE TABLE ${replacedName(key)} (${ROW_ID} BIGINT)`,
    `CREATE VIEW ${memoryName(key)} AS
      SELECT ${names} FROM (${readSegments(files, columns)}) AS s ANTI JOIN ${replacedName(key)} AS g USING (${ROW_ID})
      UNION ALL SELECT ${names} FROM ${overlayName(key)}`,
  ]
}

/** Into a file that is attached under its name, in the same order. */
export function nativeStatements(
  file: string,
  files: readonly string[],
  columns: readonly StoredColumn[],
  maskedColumns: readonly MaskedColumn[],
): string[] {
  return [
    `CREATE TABLE ${nativeName(file)} AS ${readSegments(files, columns, maskedColumns)}`,
    // Without it a hundred scattered rows take half a second.
    `CREATE INDEX row_ids ON ${nativeName(file)} (${ROW_ID})`,
    `CREATE TABLE ${nativeVersion(file)} (version BIGINT, row_count BIGINT)`,
  ]
}

/** Nothing in an engine outlives its process, so nothing is logged ahead. */
export const attachStatement = (path: string, file: string) =>
  `ATTACH ${quoteText(path)} AS ${quoteName(file)} (RECOVERY_MODE no_wal_writes)`
export const detachStatement = (file: string) => `DETACH ${quoteName(file)}`

/** What is in memory goes; a native file is detached. */
export function dropStatements(key: string, form: Exclude<TableForm, 'native'>): string[] {
  const rows = form === 'memory' ? ['TABLE', memoryName(key)] : ['VIEW', memoryName(key)]
  const laid = form === 'memory' ? [] : [`DROP TABLE ${overlayName(key)}`, `DROP TABLE ${replacedName(key)}`]
  return [`DROP ${rows.join(' ')}`, ...laid, `DELETE FROM ${MEMORY_VERSIONS} WHERE key = ${quoteText(key)}`]
}

export function growStatements(
  relation: string,
  columns: readonly StoredColumn[],
  { newColumns, newFiles }: { newColumns: readonly StoredColumn[]; newFiles: readonly string[] },
): string[] {
  // A default that must be computed would make DuckDB change its settings, which are locked.
  const added = newColumns.map(({ id, type, initial }) => {
    const given = initial === null ? '' : ` DEFAULT ${quoteText(initial)}`
    return `ALTER TABLE ${relation} ADD COLUMN ${physicalName(id)} ${type}${given}`
  })
  if (newFiles.length === 0) return added
  const names = columnList(columns).join(', ')
  return [...added, `INSERT INTO ${relation} (${names}) ${readSegments(newFiles, columns)}`]
}

/** Where the rows that replace others are put together. */
export const FRESH = 'temp.main.fresh'

/**
 * The rows as they shall be; a row that is not whole and not there is left out. $1: their ids, $2: whether they are whole; then for each touched column its texts and
 * whether they are set.
 */
export function freshStatement(
  relation: string,
  columns: readonly StoredColumn[],
  touched: readonly StoredColumn[],
  patchedIds: readonly number[],
): string {
  const place = new Map(touched.map(({ id }, n) => [id, 3 + 2 * n]))
  const lists = touched.flatMap(({ id }) => {
    const n = place.get(id) ?? 0
    return [`unnest($${n}::VARCHAR[]) AS v${id}`, `unnest($${n + 1}::BOOLEAN[]) AS s${id}`]
  })
  const cells = columns.map((column) => {
    const name = physicalName(column.id)
    const kept = `CASE WHEN s.is_whole THEN ${initialSql(column)} ELSE t.${name} END`
    const set = `WHEN s.s${column.id} THEN CAST(s.v${column.id} AS ${column.type})`
    return `${place.has(column.id) ? `CASE ${set} ELSE ${kept} END` : kept} AS ${name}`
  })
  const before = patchedIds.length > 0 ? inList(patchedIds) : 'false'
  return `CREATE OR REPLACE TEMP TABLE fresh AS
    SELECT s.id AS ${ROW_ID}${cells.map((cell) => `, ${cell}`).join('')}
    FROM (SELECT unnest($1::BIGINT[]) AS id, unnest($2::BOOLEAN[]) AS is_whole${lists.map((list) => `, ${list}`).join('')}) AS s
    LEFT JOIN (SELECT * FROM ${relation} WHERE ${before}) AS t ON t.${ROW_ID} = s.id
    WHERE s.is_whole OR t.${ROW_ID} IS NOT NULL`
}

/** Sets some cells of rows where they are. $1: their ids; then for each column its texts, in the same order. */
export function patchStatement(relation: string, columns: readonly StoredColumn[]): string {
  const set = columns.map(({ id, type }) => `${physicalName(id)} = CAST(s.v${id} AS ${type})`)
  const lists = columns.map(({ id }, n) => `, unnest($${n + 2}::VARCHAR[]) AS v${id}`)
  return `UPDATE ${relation} AS t SET ${set.join(', ')}
    FROM (SELECT unnest($1::BIGINT[]) AS id${lists.join('')}) AS s WHERE t.${ROW_ID} = s.id`
}

/** The same for one row. $1: its id; then the text for each column. */
export function patchOneStatement(relation: string, columns: readonly StoredColumn[]): string {
  const set = columns.map(({ id, type }, n) => `${physicalName(id)} = CAST($${n + 2} AS ${type})`)
  return `UPDATE ${relation} SET ${set.join(', ')} WHERE ${ROW_ID} = $1`
}

/** Puts the fresh rows in the place of what was there under any of these ids. */
export function replaceStatements(
  target: string,
  columns: readonly StoredColumn[],
  ids: readonly number[],
  hasFresh: boolean,
): string[] {
  const names = columnList(columns).join(', ')
  return [
    `DELETE FROM ${target} WHERE ${inList(ids)}`,
    ...(hasFresh ? [`INSERT INTO ${target} (${names}) SELECT ${names} FROM ${FRESH} ORDER BY ${ROW_ID}`] : []),
  ]
}

/** From now on the files have no say about these rows. */
export function replaceStatement(key: string, ids: readonly number[]): string {
  const replaced = `SELECT id FROM unnest([${ids.map(idLiteral).join(', ')}]::BIGINT[]) AS ids (id)`
  return `INSERT INTO ${replacedName(key)} ${replaced} EXCEPT SELECT ${ROW_ID} FROM ${replacedName(key)}`
}

const inList = (ids: readonly number[]) => `${ROW_ID} IN (${ids.map(idLiteral).join(', ')})`

export const lastIdStatement = (relation: string) => `SELECT max(${ROW_ID}) FROM ${relation}`

export const existingStatement = (relation: string, ids: readonly number[]) =>
  `SELECT ${ROW_ID} FROM ${relation} WHERE ${inList(ids)}`

/** A segment without what may not be seen; ids and bounds as every segment has them. */
export function projectStatement(
  from: string,
  to: string,
  columns: readonly StoredColumn[],
  maskedColumns: readonly MaskedColumn[],
): string {
  return copyTo(to, columns, readSegments([from], columns, maskedColumns))
}

/** The id of the row ids among those of the columns of a file. */
export const ROW_ID_FIELD = 0

/** A file as segments are, whose columns are found by their ids. Without dictionaries, in which 0 and -0 are one entry. */
function copyTo(to: string, columns: readonly StoredColumn[], rows: string): string {
  const ids = [`${ROW_ID}: ${ROW_ID_FIELD}`, ...columns.map(({ id }) => `c${id}: ${id}`)]
  return `COPY (${rows}) TO ${quoteText(to)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880, DICTIONARY_SIZE_LIMIT 0, FIELD_IDS {${ids.join(', ')}})`
}

/** Ids of the rows that may be seen. */
export const SEEN_ROWS = '_t.seen_rows'

/** Rows of a table that is held whole, without those whose ids are not among them. */
export function filterStatement(
  key: string,
  to: string,
  columns: readonly StoredColumn[],
  maskedColumns: readonly MaskedColumn[],
): string {
  const maskedColumnOf = new Map(maskedColumns.map((maskedColumn) => [maskedColumn.id, maskedColumn]))
  const shown = columns.map(({ id }) => {
    const maskedColumn = maskedColumnOf.get(id)
    return maskedColumn ? `${maskSql(maskedColumn, physicalName(id))} AS ${physicalName(id)}` : physicalName(id)
  })
  const rows = `SELECT ${[ROW_ID, ...shown].join(', ')} FROM ${memoryName(key)} SEMI JOIN ${SEEN_ROWS} USING (${ROW_ID}) ORDER BY ${ROW_ID}`
  return copyTo(to, columns, rows)
}
