import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ROW_ID } from '../table/table.ts'
import { quoteText } from '../values/type-rules.ts'
import type { BuiltSegment, SegmentLimits } from './build-request.ts'
import type { Relation } from './source-sql.ts'

const ROW_GROUP_ROWS = 122_880

/** Row ids above `after` up to `upTo`. */
type IdRange = { after: bigint; upTo: bigint }

/** Where segments go, and how large they may be. */
export type Target = { duckdb: DuckDBConnection; folder: string; limits: SegmentLimits }

/** DuckDB takes 0 and -0 for one entry of a dictionary and would change half of them. */
type RangeTarget = Target & { mayUseDictionary: boolean }

/** Writes a relation as segments, sorted by row id and about equally large. */
export async function writeParquet(target: Target, relation: Relation): Promise<BuiltSegment[]> {
  const { rows, lastId, hasBothZeros } = await measure(target.duckdb, relation)
  const written: BuiltSegment[] = []
  for (const range of await rangesOf(target, relation, rows, lastId)) {
    written.push(...(await writeRange({ ...target, mayUseDictionary: !hasBothZeros }, relation, range)))
  }
  return written
}

async function measure(duckdb: DuckDBConnection, { sql, columns }: Relation) {
  const doubles = columns.filter(({ type }) => type === 'DOUBLE').map(({ id }) => `c${id}`)
  const bothZeros = doubles.map(
    (c) => `bool_or(${c} = 0 AND signbit(${c})) AND bool_or(${c} = 0 AND NOT signbit(${c}))`,
  )
  const found = await duckdb.runAndReadAll(
    `SELECT count(*), max(${ROW_ID}), coalesce(${bothZeros.join(' OR ') || 'false'}, false) FROM (${sql})`,
  )
  const [rows, lastId, hasBothZeros] = found.getRows()[0] ?? []
  return { rows: Number(rows), lastId: typeof lastId === 'bigint' ? lastId : 0n, hasBothZeros: hasBothZeros === true }
}

async function rangesOf(
  { duckdb, limits }: Target,
  relation: Relation,
  rows: number,
  lastId: bigint,
): Promise<IdRange[]> {
  if (rows === 0) return []
  const share = Math.ceil(rows / Math.ceil(rows / limits.rows))
  const ends = rows > share ? await everyNth(duckdb, relation, share) : []
  return toRanges([...ends.filter((end) => end < lastId), lastId])
}

/** The ids that end a share of rows each. */
async function everyNth(duckdb: DuckDBConnection, { sql }: Relation, share: number): Promise<bigint[]> {
  const numbered = `SELECT ${ROW_ID} AS id, row_number() OVER (ORDER BY ${ROW_ID}) AS n FROM (${sql})`
  const found = await duckdb.runAndReadAll(`SELECT id FROM (${numbered}) WHERE n % ${share} = 0 ORDER BY id`)
  return found.getRows().flatMap(([id]) => (typeof id === 'bigint' ? [id] : []))
}

const toRanges = (ends: readonly bigint[]): IdRange[] => ends.map((upTo, n) => ({ after: ends[n - 1] ?? 0n, upTo }))

/** One segment; where the rows are so wide that it grows too large, two of half as many rows. */
async function writeRange(target: RangeTarget, relation: Relation, { after, upTo }: IdRange): Promise<BuiltSegment[]> {
  const { duckdb, folder, limits } = target
  const file = `${randomUUID()}.parquet`
  const path = `${folder}/${file}`
  const columns = [ROW_ID, ...relation.columns.map(({ id }) => `c${id}`)]
  const dictionary = target.mayUseDictionary ? '' : ', DICTIONARY_SIZE_LIMIT 0'
  const fieldIds = [`${ROW_ID}: 0`, ...relation.columns.map(({ id }) => `c${id}: ${id}`)]
  await duckdb.run(`
    COPY (
      SELECT ${columns.join(', ')} FROM (${relation.sql}) WHERE ${ROW_ID} > ${after} AND ${ROW_ID} <= ${upTo} ORDER BY ${ROW_ID}
    ) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, FIELD_IDS {${fieldIds.join(', ')}}${dictionary})`)
  const { rows, rowLo, rowHi, middle } = await describe(duckdb, path)
  const { size } = await stat(path)
  if (size <= limits.bytes || rows <= 1) {
    return [{ file, rowLo: Number(rowLo), rowHi: Number(rowHi), rows, bytes: size, sha256: await sha256Of(path) }]
  }
  await rm(path)
  const halves = toRanges([middle, rowHi]).map((half) => (half.after === 0n ? { ...half, after } : half))
  const written: BuiltSegment[] = []
  for (const half of halves) written.push(...(await writeRange(target, relation, half)))
  return written
}

async function describe(duckdb: DuckDBConnection, path: string) {
  const found = await duckdb.runAndReadAll(
    `SELECT count(*), min(${ROW_ID}), max(${ROW_ID}), quantile_disc(${ROW_ID}, 0.5) FROM read_parquet(${quoteText(path)})`,
  )
  const [rows, rowLo, rowHi, middle] = found.getRows()[0] ?? []
  if (typeof rowLo !== 'bigint' || typeof rowHi !== 'bigint' || typeof middle !== 'bigint') {
    throw new Error('impossible: a range of rows without rows')
  }
  // Of two rows the median may be the second, and then the first half would be the whole again.
  return { rows: Number(rows), rowLo, rowHi, middle: middle === rowHi ? rowHi - 1n : middle }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
