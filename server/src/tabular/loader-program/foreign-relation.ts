import { FileRefused } from '@bindery/spreadsheet/errors.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { BuildColumn } from '../builder/build-request.ts'
import { type Relation, segmentsSql, typeNamed } from '../builder/source-sql.ts'
import type { ColumnType } from '../column-type.ts'
import { ROW_ID } from '../table.ts'
import { quoteText } from '../values/type-rules.ts'
import { sqlIsCastable } from '../values.ts'

/** A segment of somebody else: each of its columns by its id, each value one that the service would have taken. */
export async function foreignRelation(
  duckdb: DuckDBConnection,
  path: string,
  known: readonly BuildColumn[],
  mostRows: number,
): Promise<Relation> {
  try {
    await refuseIfTooLong(duckdb, path, mostRows)
    const columns = await columnsIn(duckdb, path, known)
    const sql = segmentsSql([path], columns)
    await refuseIfUnsound(duckdb, sql, columns)
    return { sql, columns }
  } catch (error) {
    if (error instanceof FileRefused || isShortOfMemory(error)) throw error
    throw new FileRefused('corrupt', 'A part of the archive does not hold rows of its table.')
  }
}

const isShortOfMemory = (error: unknown) => error instanceof Error && error.message.startsWith('Out of Memory')

/** A few bytes may stand for any number of rows: they are counted before one is read. */
async function refuseIfTooLong(duckdb: DuckDBConnection, path: string, mostRows: number) {
  const counted = await duckdb.runAndReadAll(`SELECT sum(num_rows) FROM parquet_file_metadata(${quoteText(path)})`)
  const rows = Number(counted.getRows()[0]?.[0])
  if (!(rows <= mostRows))
    throw new FileRefused('too_large', 'A part of the archive holds more rows than a segment may.')
}

/** The columns of its time. What it lacks stays out of it: absence means the initial value. */
async function columnsIn(duckdb: DuckDBConnection, path: string, known: readonly BuildColumn[]) {
  const found = await duckdb.runAndReadAll(
    `SELECT field_id FROM parquet_schema(${quoteText(path)}) WHERE field_id IS NOT NULL`,
  )
  const ids = found.getRows().map(([id]) => Number(id))
  if (!ids.includes(0) || new Set(ids).size !== ids.length) throw new FileRefused('corrupt', 'Rows without row ids.')
  return known.filter(({ id }) => ids.includes(id))
}

async function refuseIfUnsound(duckdb: DuckDBConnection, sql: string, columns: readonly BuildColumn[]) {
  const sound = columns.map(({ id, type }) => soundSql(`c${id}`, typeNamed(type)))
  const found = await duckdb.runAndReadAll(`
    SELECT count(*), count(DISTINCT ${ROW_ID}), min(${ROW_ID}), max(${ROW_ID}), bool_and(${['true', ...sound].join(' AND ')})
    FROM (${sql})`)
  const [rows, ids, first, last, isSound] = found.getRows()[0] ?? []
  const isCounted = rows === ids && Number(rows) > 0 && Number(first) > 0 && Number(last) <= Number.MAX_SAFE_INTEGER
  if (!isCounted) throw new FileRefused('corrupt', 'Rows without row ids, or with the same one twice.')
  if (isSound !== true) throw new FileRefused('corrupt', 'A value that no column of its type can hold.')
}

/** SQL that is true for what the service writes: the grammar of texts, and the ranges of what DuckDB counts further. */
function soundSql(cell: string, type: ColumnType): string {
  switch (type.name) {
    case 'VARCHAR':
    case 'JSON':
      return sqlIsCastable(type, `CAST(${cell} AS VARCHAR)`)
    case 'DOUBLE':
      return `coalesce(isfinite(${cell}), true)`
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return `coalesce(isfinite(${cell}) AND year(${cell}) BETWEEN 1 AND 9999, true)`
    case 'TIME':
      return `coalesce(${cell} < TIME '24:00:00', true)`
    default:
      return 'true'
  }
}
