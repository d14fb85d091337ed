import type { DuckDBConnection } from '@duckdb/node-api'
import { assertState } from '../../platform/errors.ts'
import { chunksOf } from '../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../duckdb/duckdb-values.ts'
import { type ColumnType, parseColumnType } from '../table/column-type.ts'
import { ROW_ID } from '../table/table.ts'
import { quoteText } from '../values/type-rules.ts'
import { sqlIsCastable, sqlStrictCast } from '../values/values.ts'
import type { BuildColumn, BuildSource, LaidFile, Retype } from './build-request.ts'

/** A source as DuckDB sees it: `sql` selects the row id and the output columns, in no order. */
export type Relation = { sql: string; columns: readonly BuildColumn[] }

/** The stored content contradicts itself: no process may go on as if it did not. */
export class CorruptContent extends Error {}

/** Reads what is laid over into a table of its own, refuses content that contradicts itself, and says how to read it. */
export async function openSource(duckdb: DuckDBConnection, folder: string, source: BuildSource): Promise<Relation> {
  const paths = source.segments.map((file) => `${folder}/${file}`)
  const base = paths.length > 0 ? segmentsSql(paths, source.columns) : null
  if (source.laid) {
    await duckdb.run(`CREATE OR REPLACE TEMP TABLE laid AS ${laidSql(folder, source.laid, source.columns)}`)
    await refuseIfCorrupt(duckdb, base)
  }
  const content = withoutErased(contentSql(base, source), source)
  const sql = source.rowIds ? `SELECT * FROM (${content}) WHERE ${ROW_ID} IN (${source.rowIds.join(', ')})` : content
  const { retype } = source
  return retype ? retyped(duckdb, sql, source.columns, retype) : { sql, columns: source.columns }
}

/** SQL for the content of a source whose laid rows, if any, are in the table `laid`. */
function contentSql(base: string | null, { laid, columns }: BuildSource): string {
  const names = columns.map(({ id }) => `c${id}`)
  if (!laid) {
    assertState(base !== null, 'a source has segments or rows')
    return base
  }
  if (base === null) {
    const cells = columns.map((column) => `${laidCell(column, null)} AS c${column.id}`)
    return `SELECT ${['l.r AS __svc_row_id', ...cells].join(', ')} FROM laid l WHERE l.o <> 'D'`
  }
  const cells = columns.map((column) => `${laidCell(column, `b.c${column.id}`)} AS c${column.id}`)
  return `
    SELECT ${[ROW_ID, ...names].join(', ')} FROM (${base}) WHERE ${ROW_ID} NOT IN (SELECT r FROM laid)
    UNION ALL
    SELECT ${['l.r', ...cells].join(', ')} FROM laid l LEFT JOIN (${base}) b ON b.${ROW_ID} = l.r WHERE l.o <> 'D'`
}

/** The same content with NULL where cells are erased. */
function withoutErased(content: string, { columns, erased = [] }: BuildSource): string {
  if (erased.length === 0) return content
  const cells = columns.map(({ id, type }) => {
    const of = erased.filter(({ columnIds }) => columnIds.includes(id))
    if (of.some(({ rowIds }) => rowIds === null)) return `CAST(NULL AS ${type}) AS c${id}`
    const rowIds = of.flatMap((cells) => cells.rowIds ?? [])
    return rowIds.length === 0
      ? `c${id}`
      : `CASE WHEN ${ROW_ID} NOT IN (${rowIds.join(', ')}) THEN c${id} END AS c${id}`
  })
  return `SELECT ${[ROW_ID, ...cells].join(', ')} FROM (${content})`
}

/** Every segment has the columns of its own time: they are matched by id, and what a segment lacks is initial. */
export function segmentsSql(paths: readonly string[], columns: readonly BuildColumn[]): string {
  const files = paths.map(quoteText)
  const fields = [
    `0: {name: '${ROW_ID}', type: 'BIGINT', default_value: NULL::VARCHAR}`,
    ...columns.map(
      ({ id, type, initial }) =>
        `${id}: {name: 'c${id}', type: '${type}', default_value: ${initial === null ? 'NULL' : quoteText(initial)}}`,
    ),
  ]
  return `SELECT * FROM read_parquet([${files.join(', ')}], schema = MAP {${fields.join(', ')}})`
}

function laidSql(
  folder: string,
  { file, longestLineBytes, idsAfter }: LaidFile,
  columns: readonly BuildColumn[],
): string {
  const fields = ["r: 'BIGINT'", "o: 'VARCHAR'", "s: 'INTEGER[]'", ...columns.map(({ id }) => `c${id}: 'VARCHAR'`)]
  const path = quoteText(`${folder}/${file}`)
  const size = Math.max(longestLineBytes + 1, 1024 * 1024)
  return `SELECT * REPLACE (r + ${idsAfter} AS r) FROM read_json(${path}, format = 'newline_delimited', columns = {${fields.join(', ')}}, maximum_object_size = ${size})`
}

/** Texts in deltas are canonical, so a plain CAST reads them; a text that fails it is corruption and stops the build. */
function laidCell({ id, type, initial }: BuildColumn, before: string | null): string {
  const set = type === 'VARCHAR' ? `l.c${id}` : `CAST(l.c${id} AS ${type})`
  const start = initial === null ? `CAST(NULL AS ${type})` : `CAST(${quoteText(initial)} AS ${type})`
  const kept = before === null ? start : `CASE WHEN l.o = 'I' THEN ${start} ELSE ${before} END`
  return `CASE WHEN list_contains(l.s, ${id}) THEN ${set} ELSE ${kept} END`
}

/** Changes of rows that are nowhere, and rows said to be inserted or changed twice. */
async function refuseIfCorrupt(duckdb: DuckDBConnection, base: string | null) {
  const twice = await duckdb.runAndReadAll('SELECT r FROM laid GROUP BY r HAVING count(*) > 1 LIMIT 1')
  const [doubled] = twice.getRows()
  if (doubled) throw new CorruptContent(`row ${doubled[0]} is laid over twice`)
  const found = base === null ? '' : `AND r NOT IN (SELECT ${ROW_ID} FROM (${base}))`
  const lost = await duckdb.runAndReadAll(`SELECT r FROM laid WHERE o = 'U' ${found} LIMIT 1`)
  const [missing] = lost.getRows()
  if (missing) throw new CorruptContent(`row ${missing[0]} is changed and does not exist`)
}

async function retyped(
  duckdb: DuckDBConnection,
  content: string,
  columns: readonly BuildColumn[],
  retype: Retype,
): Promise<Relation> {
  const type = typeNamed(retype.type)
  const { from, text } = await textsOf(duckdb, content, columns, retype)
  const cells = columns.map(({ id }) =>
    id === retype.from ? `${sqlStrictCast(type, text)} AS c${retype.to}` : `r.c${id}`,
  )
  return {
    sql: `SELECT ${[`r.${ROW_ID}`, ...cells].join(', ')} FROM ${from}`,
    columns: columns.map((column) =>
      column.id === retype.from ? { id: retype.to, type: retype.type, initial: null } : column,
    ),
  }
}

/** SQL that finds what a retype cannot cast: row id and text. */
export async function uncastableSql(duckdb: DuckDBConnection, folder: string, source: BuildSource): Promise<string> {
  const { retype, ...content } = source
  assertState(retype, 'only a retype casts')
  const { sql } = await openSource(duckdb, folder, content)
  const { from, text } = await textsOf(duckdb, sql, source.columns, retype)
  const type = typeNamed(retype.type)
  return `SELECT r.${ROW_ID} AS row_id, ${text} AS text FROM ${from} WHERE NOT ${sqlIsCastable(type, text)}`
}

/** The canonical texts of a column: SQL for all but DOUBLE, which DuckDB writes in a manner of its own. */
async function textsOf(duckdb: DuckDBConnection, content: string, columns: readonly BuildColumn[], { from }: Retype) {
  const column = columns.find(({ id }) => id === from)
  assertState(column, 'a retype names a column of the content')
  if (column.type !== 'DOUBLE') return { from: `(${content}) r`, text: `CAST(r.c${from} AS VARCHAR)` }
  await spellOut(duckdb, `SELECT ${ROW_ID}, c${from} FROM (${content})`, typeNamed('DOUBLE'))
  return { from: `(${content}) r LEFT JOIN spelled p ON p.row_id = r.${ROW_ID}`, text: 'p.text' }
}

async function spellOut(duckdb: DuckDBConnection, sql: string, type: ColumnType) {
  await duckdb.run('CREATE OR REPLACE TEMP TABLE spelled (row_id BIGINT, text VARCHAR)')
  const appender = await duckdb.createAppender('spelled')
  for await (const chunk of chunksOf(await duckdb.stream(sql))) {
    for (const [rowId = null, value = null] of chunk.getRows()) {
      const text = canonicalFromDuckDb(type, value)
      if (typeof rowId !== 'bigint' || text === null) continue
      appender.appendBigInt(rowId)
      appender.appendVarchar(text)
      appender.endRow()
    }
  }
  appender.closeSync()
}

export function typeNamed(text: string): ColumnType {
  const type = parseColumnType(text)
  assertState(type, `no column has the type ${text}`)
  return type
}
