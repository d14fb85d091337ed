import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { assertState } from '../../platform/errors.ts'
import type { BuiltSegment } from '../builder/build-request.ts'
import { typeNamed } from '../builder/source-sql.ts'
import { type Target, writeParquet } from '../builder/write-parquet.ts'
import { chunksOf } from '../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../duckdb/duckdb-values.ts'
import type { RowRun, WrittenColumn } from '../loader/load-request.ts'
import type { ColumnType } from '../table/column-type.ts'
import { ROW_ID } from '../table/table.ts'
import { type RelationColumn, relationSql, type StagedRelation } from './staged-relation.ts'

/** As segments, in the order of the sheet. */
export function writeSegments(
  target: Target,
  staged: StagedRelation,
  { columns, idsAfter, only }: { columns: readonly WrittenColumn[]; idsAfter: number; only?: readonly RowRun[] },
): Promise<BuiltSegment[]> {
  const written = columns.map(({ id, from }) => ({ id, column: columnAt(staged, from) }))
  return writeParquet(target, {
    sql: relationSql(
      staged,
      written.map(({ id, column }) => ({ as: `c${id}`, column })),
      { idsAfter, only },
    ),
    columns: written.map(({ id, column }) => ({ id, type: column.type, initial: null })),
  })
}

/** Canonical texts of the first rows. */
export async function readFirstRows(duckdb: DuckDBConnection, staged: StagedRelation, limit: number) {
  const rows: (readonly (string | null)[])[] = []
  for await (const texts of textsOf(duckdb, staged, staged.columns, limit)) rows.push(...texts)
  return rows
}

/** Canonical texts of all rows, a JSON array a line, in a file of this folder. */
export async function writeLines(
  duckdb: DuckDBConnection,
  folder: string,
  staged: StagedRelation,
  columns: readonly number[],
): Promise<string> {
  const file = `${randomUUID()}.ndjson`
  const output = createWriteStream(`${folder}/${file}`)
  const chosen = columns.map((from) => columnAt(staged, from))
  for await (const texts of textsOf(duckdb, staged, chosen, null)) {
    if (!output.write(texts.map((row) => `${JSON.stringify(row)}\n`).join(''))) await once(output, 'drain')
  }
  output.end()
  await finished(output)
  return file
}

async function* textsOf(
  duckdb: DuckDBConnection,
  staged: StagedRelation,
  columns: readonly RelationColumn[],
  limit: number | null,
) {
  const types = columns.map(({ type }) => typeNamed(type))
  const sql = relationSql(
    staged,
    columns.map((column, n) => ({ as: `v${n}`, column })),
  )
  const upTo = limit === null ? '' : ` LIMIT ${limit}`
  const result = await duckdb.stream(`SELECT * EXCLUDE (${ROW_ID}) FROM (${sql}) ORDER BY ${ROW_ID}${upTo}`)
  for await (const chunk of chunksOf(result)) yield rowsOf(chunk, types)
}

function rowsOf(chunk: DuckDBDataChunk, types: readonly ColumnType[]): (string | null)[][] {
  return chunk.getRows().map((cells) => types.map((type, n) => canonicalFromDuckDb(type, cells[n] ?? null)))
}

function columnAt({ columns }: StagedRelation, column: number): RelationColumn {
  const found = columns[column]
  assertState(found, `column ${column} is not staged`)
  return found
}
