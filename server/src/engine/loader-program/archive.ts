import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type ByteSource, openBytes } from '@bindery-data/spreadsheet/byte-source.ts'
import { FileRefused } from '@bindery-data/spreadsheet/errors.ts'
import { unpackEntry, unpackWhole } from '@bindery-data/spreadsheet/zip/unpack-entry.ts'
import {
  readZipDirectory,
  type ZipDirectory,
  type ZipEntry,
  zipKey,
} from '@bindery-data/spreadsheet/zip/zip-directory.ts'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { BuildColumn, BuiltSegment } from '../builder/build-request.ts'
import { type Relation, segmentsSql, typeNamed } from '../builder/source-sql.ts'
import { writeParquet } from '../builder/write-parquet.ts'
import type { ArchiveSegment, PartOfArchive } from '../loader/load-request.ts'
import type { ColumnType } from '../table/column-type.ts'
import { ROW_ID } from '../table/table.ts'
import { quoteText } from '../values/type-rules.ts'
import { sqlIsCastable } from '../values/values.ts'

/** Tables, histories and files of a whole workbook: more than one spreadsheet has, and still no bomb. */
const LIMITS = { entries: 100_000, unpackedBytes: 16 * 1024 ** 3, ratio: 200, ratioFromBytes: 10 * 1024 ** 2 }
const MANIFEST = 'manifest.json'
const LARGEST_MANIFEST = 32 * 1024 ** 2

/** A zip file whose manifest says what each of its parts must be. Names of parts are never taken for paths. */
export type Archive = { bytes: ByteSource; directory: ZipDirectory }

export function openArchive(path: string): Archive {
  const bytes = openBytes(path)
  return { bytes, directory: readZipDirectory(bytes, LIMITS) }
}

/** What the archive says of itself; the service checks every word of it. */
export async function readManifest({ bytes, directory }: Archive): Promise<unknown> {
  const manifest = await unpackWhole(bytes, entryOf(directory, MANIFEST), LARGEST_MANIFEST)
  try {
    return JSON.parse(manifest.toString('utf8'))
  } catch {
    throw new FileRefused('corrupt', 'The manifest of the archive is no JSON.')
  }
}

/** A part as a file of this folder, if it is what the manifest says. */
export async function unpackPart(
  archive: Archive,
  folder: string,
  part: PartOfArchive,
  ending = 'part',
): Promise<string> {
  const entry = entryOf(archive.directory, part.name)
  if (entry.sizeBytes !== part.sizeBytes) throw changed(part)
  const file = `${randomUUID()}.${ending}`
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const piece of unpackEntry(archive.bytes, entry)) {
      hash.update(piece)
      yield piece
    }
  }
  await pipeline(hashed, createWriteStream(`${folder}/${file}`))
  if (hash.digest('hex') !== part.sha256) throw changed(part)
  return file
}

/** Rows of a table that another service has written, written again: what is in the file is a segment of ours, or it is refused. */
export async function rewriteSegment(
  archive: Archive,
  folder: string,
  duckdb: DuckDBConnection,
  { columns, limits, ...part }: ArchiveSegment,
): Promise<readonly BuiltSegment[]> {
  const file = await unpackPart(archive, folder, part, 'parquet')
  try {
    const relation = await foreignRelation(duckdb, `${folder}/${file}`, columns, limits.rows)
    const segments = await writeParquet({ duckdb, folder, limits }, relation)
    if (segments.length !== 1) throw new FileRefused('too_large', `${part.name} holds more than a segment may.`)
    return segments
  } finally {
    await rm(`${folder}/${file}`)
  }
}

function entryOf(directory: ZipDirectory, name: string): ZipEntry {
  const entry = directory.get(zipKey(name))
  if (!entry) throw new FileRefused('corrupt', `The archive is not whole: it has no ${name}.`)
  return entry
}

const changed = ({ name }: PartOfArchive) =>
  new FileRefused('corrupt', `${name} is not what it was when the archive was made.`)

/** A segment from elsewhere: each of its columns by its id, each value one that the service would have taken. */
async function foreignRelation(
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
