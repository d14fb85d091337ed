/**
 * The program of a builder: a process of its own for work on whole tables, so that a crash or a lack of memory there
 * ends the work and not the service. It runs statements of ours, with conditions from the rules of tables in them, sees full data,
 * and reaches its folders alone.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { chunksOf } from '../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../duckdb/duckdb-values.ts'
import { quoteName } from '../duckdb/protocol/quote-name.ts'
import { ROW_ID } from '../table/table.ts'
import { quoteText } from '../values/type-rules.ts'
import type {
  BrokenRule,
  BuildReply,
  BuildRequest,
  BuildSource,
  BuiltFile,
  PlacedSegment,
  Uncastable,
} from './build-request.ts'
import type { Desk } from './desk.ts'
import { linesOf } from './lines.ts'
import { listMatched, matchRows, writeMatched } from './match-relations.ts'
import { openFolderDatabase } from './open-folder-database.ts'
import { layRelation, sieveRules } from './sieve-rules.ts'
import { CorruptContent, openSource, typeNamed, uncastableSql } from './source-sql.ts'
import { sha256Of, writeParquet } from './write-parquet.ts'

const CHANNEL = 3
const MEMORY = '512MB'
const MOST_ROW_IDS = 100
const MOST_SAMPLES = 5
/** Rows named of one rule; all are counted. */
const MOST_BROKEN = 1_000
const SAMPLE_CHARACTERS = 200

async function main(input: string, own: string) {
  const duckdb = await openFolderDatabase(own, MEMORY, [input])
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
  // The service is gone, or done with us.
  channel.on('close', () => process.exit())
  channel.on('error', () => process.exit(1))
  channel.write('ready\n')
  for await (const line of linesOf(channel)) {
    // Safe: the service is the only one at the other end.
    const reply = await replyTo({ duckdb, input, own }, JSON.parse(line) as BuildRequest)
    channel.write(`${JSON.stringify(reply)}\n`)
  }
}

async function replyTo(desk: Desk, request: BuildRequest): Promise<BuildReply> {
  try {
    return { answer: await build(desk, request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error: message, failure: failureOf(error, message) }
  }
}

function failureOf(error: unknown, message: string) {
  if (error instanceof CorruptContent) return 'corrupt'
  return /^Out of Memory Error/.test(message) ? 'memory' : 'failed'
}

async function build(desk: Desk, request: BuildRequest): Promise<unknown> {
  const { duckdb, input, own } = desk
  switch (request.kind) {
    case 'write': {
      const written = []
      for (const source of request.sources) {
        const relation = await openSource(duckdb, input, source)
        written.push(await writeParquet({ duckdb, folder: own, limits: request.limits }, relation))
      }
      return written
    }
    case 'read': {
      const files = []
      for (const source of request.sources) files.push(await readRows(desk, source))
      return files
    }
    case 'find-uncastable':
      return findUncastable(desk, request.source)
    case 'export':
      return exportRows(desk, request)
    case 'find-lacking':
      return findLacking(desk, request)
    case 'check-rules':
      return checkRules(desk, request)
    case 'sieve-rules':
      return sieveRules(duckdb, input, request)
    case 'positions':
      return writePositions(desk, request)
    case 'match-rows':
      return matchRows(desk, request)
    case 'list-matched':
      return listMatched(desk, request)
    case 'write-matched':
      return writeMatched(desk, request)
  }
}

async function readRows({ duckdb, input, own }: Desk, source: BuildSource): Promise<string> {
  const relation = await openSource(duckdb, input, source)
  const types = relation.columns.map(({ type }) => typeNamed(type))
  const names = [ROW_ID, ...relation.columns.map(({ id }) => `c${id}`)]
  const file = `${randomUUID()}.ndjson`
  const output = createWriteStream(`${own}/${file}`)
  const result = await duckdb.stream(`SELECT ${names.join(', ')} FROM (${relation.sql}) ORDER BY ${ROW_ID}`)
  for await (const chunk of chunksOf(result)) {
    const lines = chunk.getRows().map(([rowId, ...cells]) => {
      const texts = types.map((type, n) => canonicalFromDuckDb(type, cells[n] ?? null))
      return `${JSON.stringify([Number(rowId), ...texts])}\n`
    })
    if (!output.write(lines.join(''))) await once(output, 'drain')
  }
  output.end()
  await finished(output)
  return file
}

async function findUncastable({ duckdb, input }: Desk, source: BuildSource): Promise<Uncastable> {
  const sql = await uncastableSql(duckdb, input, source)
  const counted = await duckdb.runAndReadAll(`SELECT count(*) FROM (${sql})`)
  const first = await duckdb.runAndReadAll(`SELECT row_id, text FROM (${sql}) ORDER BY row_id LIMIT ${MOST_ROW_IDS}`)
  const rows = first.getRows()
  const samples = new Set(rows.map(([, text]) => String(text).slice(0, SAMPLE_CHARACTERS).toWellFormed()))
  return {
    count: Number(counted.getRows()[0]?.[0]),
    rowIds: rows.map(([rowId]) => Number(rowId)),
    samples: [...samples].slice(0, MOST_SAMPLES),
  }
}

async function checkRules(
  { duckdb, input }: Desk,
  { sources, questions }: BuildRequest & { kind: 'check-rules' },
): Promise<BrokenRule[]> {
  for (const [n, source] of sources.entries()) await layRelation(duckdb, input, source, `s${n}`)
  const broken: BrokenRule[] = []
  for (const { sql, parameters } of questions) {
    const found = await duckdb.runAndReadAll(
      `SELECT ${ROW_ID}, count(*) OVER () FROM (${sql}) ORDER BY ${ROW_ID} LIMIT ${MOST_BROKEN}`,
      [...parameters],
    )
    const rows = found.getRows()
    broken.push({ count: Number(rows[0]?.[1] ?? 0), rowIds: rows.map(([rowId]) => Number(rowId)) })
  }
  return broken
}

/** Whatever its rows are made of, as one Parquet file with the columns by their names. */
async function exportRows(
  { duckdb, input, own }: Desk,
  { source, names }: BuildRequest & { kind: 'export' },
): Promise<string> {
  const file = `${randomUUID()}.parquet`
  const isEmpty = source.segments.length === 0 && !source.laid
  const cells = source.columns.map(({ id, type }, n) => {
    const value = isEmpty ? `CAST(NULL AS ${type})` : `c${id}`
    return `${value} AS ${quoteName(names[n] ?? `c${id}`)}`
  })
  const rows = isEmpty
    ? `SELECT ${[`CAST(NULL AS BIGINT) AS ${ROW_ID}`, ...cells].join(', ')} WHERE false`
    : `SELECT ${[ROW_ID, ...cells].join(', ')} FROM (${(await openSource(duckdb, input, source)).sql}) ORDER BY ${ROW_ID}`
  await duckdb.run(`COPY (${rows}) TO ${quoteText(`${own}/${file}`)} (FORMAT parquet, COMPRESSION zstd)`)
  return file
}

/** Segments older than one of these columns: by their footers alone. */
async function findLacking(
  { duckdb, input }: Desk,
  { segments, columnIds }: BuildRequest & { kind: 'find-lacking' },
): Promise<string[]> {
  const lacking: string[] = []
  for (const file of segments) {
    const found = await duckdb.runAndReadAll(
      `SELECT count(DISTINCT field_id) FROM parquet_schema(${quoteText(`${input}/${file}`)}) WHERE field_id IN (${columnIds.join(', ')})`,
    )
    if (Number(found.getRows()[0]?.[0]) < columnIds.length) lacking.push(file)
  }
  return lacking
}

/** The ids that the format reserves for the columns of such a file. */
const FIELD_IDS = 'file_path: 2147483546, pos: 2147483545'

/** Says of rows in segments that they no longer count, by file and place, in the order the format asks for. */
async function writePositions(
  { duckdb, input, own }: Desk,
  { segments }: BuildRequest & { kind: 'positions' },
): Promise<BuiltFile | null> {
  const file = `${randomUUID()}.parquet`
  const path = `${own}/${file}`
  const places = segments.map((segment) => placesSql(input, segment)).join(' UNION ALL ')
  await duckdb.run(
    `COPY (SELECT * FROM (${places}) ORDER BY file_path, pos) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, FIELD_IDS {${FIELD_IDS}})`,
  )
  const counted = await duckdb.runAndReadAll(`SELECT count(*) FROM read_parquet(${quoteText(path)})`)
  const rows = Number(counted.getRows()[0]?.[0])
  if (rows > 0) return { file, rows, bytes: (await stat(path)).size, sha256: await sha256Of(path) }
  await rm(path)
  return null
}

function placesSql(folder: string, { file, location, rowIds }: PlacedSegment): string {
  const rows = `read_parquet(${quoteText(`${folder}/${file}`)}, file_row_number = true)`
  return `SELECT ${quoteText(location)} AS file_path, file_row_number AS pos FROM ${rows} WHERE ${ROW_ID} IN (${rowIds.join(', ')})`
}

const [, , input, own] = process.argv
if (input && own) void main(input, own)
