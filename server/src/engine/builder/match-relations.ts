import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { chunksOf } from '../duckdb/chunks-of.ts'
import { canonicalFromDuckDb } from '../duckdb/duckdb-values.ts'
import { ROW_ID } from '../table/table.ts'
import { quoteText } from '../values/type-rules.ts'
import type { BuildColumn, BuildRequest, BuiltSegment, KeptRun, MatchCounts } from './build-request.ts'
import type { Desk } from './desk.ts'
import { layRelation } from './sieve-rules.ts'
import { typeNamed } from './source-sql.ts'
import { writeParquet } from './write-parquet.ts'

/**
 * Pairs the rows of a file with those of the table it was read into before. The relations stay for what is asked next: `ours` the table,
 * `base` what the file made of it last time, `fresh` the new rows, and `pair` which of them are the same.
 */
export async function matchRows(
  { duckdb, input }: Desk,
  { ours, base, fresh, shared, keys, idsAfter }: BuildRequest & { kind: 'match-rows' },
): Promise<MatchCounts> {
  await layRelation(duckdb, input, ours, 'ours')
  await layRelation(duckdb, input, fresh, 'fresh')
  await layRelation(duckdb, input, base ?? { ...ours, segments: [], laid: null }, 'base')
  await duckdb.run('CREATE OR REPLACE TEMP TABLE pair (pos BIGINT, id BIGINT)')
  if (shared.length > 0) {
    await pairByContent(duckdb, 'ours', shared)
    // A row that was edited is still the one that the file made.
    if (base) await pairByContent(duckdb, 'base', shared)
    await pairByKey(duckdb, { keys, shared, idsAfter })
  }
  return { ...(await count(duckdb, shared, base !== null)), runs: await keptRuns(duckdb, idsAfter) }
}

const UNPAIRED = `${ROW_ID} NOT IN (SELECT pos FROM pair)`
const UNTAKEN = `${ROW_ID} NOT IN (SELECT id FROM pair)`
const cell = (id: number) => `c${id}`

/** Equal rows are paired in their order. A pair of rows that only share a hash is found different when cells are compared. */
async function pairByContent(duckdb: DuckDBConnection, of: 'ours' | 'base', shared: readonly number[]) {
  const hash = `hash(${shared.map(cell).join(', ')})`
  const ranked = (relation: string, where: string) => `
    SELECT ${ROW_ID} AS id, ${hash} AS h, row_number() OVER (PARTITION BY ${hash} ORDER BY ${ROW_ID}) AS k
    FROM ${relation} WHERE ${where}`
  await duckdb.run(`
    INSERT INTO pair SELECT f.id, o.id
    FROM (${ranked('fresh', UNPAIRED)}) f JOIN (${ranked(of, UNTAKEN)}) o USING (h, k)`)
}

type Keys = { keys: readonly (readonly number[])[]; shared: readonly number[]; idsAfter: number }

/** Rows that changed are the same where a column says so that names each row once, in the file and in the table. */
async function pairByKey(duckdb: DuckDBConnection, keys: Keys) {
  const key = await findKey(duckdb, keys)
  if (!key) return
  const isSame = key.map((id) => `f.c${id} = o.c${id}`).join(' AND ')
  const deleted = `SELECT * FROM base WHERE ${ROW_ID} NOT IN (SELECT ${ROW_ID} FROM ours)`
  for (const rows of ['SELECT * FROM ours', deleted])
    await duckdb.run(`
      INSERT INTO pair SELECT f.${ROW_ID}, o.${ROW_ID}
      FROM (SELECT * FROM fresh WHERE ${UNPAIRED}) f JOIN (SELECT * FROM (${rows}) WHERE ${UNTAKEN}) o ON ${isSame}`)
}

async function findKey(duckdb: DuckDBConnection, { keys, shared, idsAfter }: Keys): Promise<readonly number[] | null> {
  for (const key of keys) {
    const isWhole = key.map((id) => `c${id} IS NOT NULL`).join(' AND ')
    const isKey = `coalesce(bool_and(${isWhole}) AND count(DISTINCT (${key.map(cell).join(', ')})) = count(*), false)`
    const isNumbering = key
      .map((id) => `CAST(c${id} AS VARCHAR) = CAST(${ROW_ID} - ${idsAfter} AS VARCHAR)`)
      .join(' AND ')
    const found = await duckdb.runAndReadAll(`
      SELECT ${isKey} AND (SELECT ${isKey} FROM ours), coalesce(bool_and(${isNumbering}), false) FROM fresh`)
    const [isFound, isNumbered] = found.getRows()[0] ?? []
    if (isFound === true && !(isNumbered === true && (await isShifted(duckdb, key, shared)))) return key
  }
  return null
}

/**
 * Running numbers may name places instead of rows: a row that was put in between gives every later one another number. Then rows are
 * found again that differ in nothing but their number.
 */
async function isShifted(
  duckdb: DuckDBConnection,
  key: readonly number[],
  shared: readonly number[],
): Promise<boolean> {
  const others = shared.filter((id) => !key.includes(id))
  if (others.length === 0) return true
  const hashed = `hash(${others.map(cell).join(', ')})`
  const found = await duckdb.runAndReadAll(`
    SELECT EXISTS (SELECT ${hashed} FROM fresh WHERE ${UNPAIRED} INTERSECT SELECT ${hashed} FROM ours WHERE ${UNTAKEN})`)
  return found.getRows()[0]?.[0] === true
}

const differs = (one: string, other: string, shared: readonly number[]) =>
  shared.map((id) => `${one}.c${id} IS DISTINCT FROM ${other}.c${id}`).join(' OR ') || 'false'

const PAIRED = `fresh f JOIN pair p ON p.pos = f.${ROW_ID} JOIN ours o ON o.${ROW_ID} = p.id`

async function count(duckdb: DuckDBConnection, shared: readonly number[], hasBase: boolean) {
  const one = async (sql: string) => Number((await duckdb.runAndReadAll(sql)).getRows()[0]?.[0] ?? 0)
  const [rows, before] = [await one('SELECT count(*) FROM fresh'), await one('SELECT count(*) FROM ours')]
  const kept = await one(`SELECT count(*) FROM ${PAIRED}`)
  const updated = await one(`SELECT count(*) FROM ${PAIRED} WHERE ${differs('f', 'o', shared)}`)
  const counts = { inserted: rows - kept, updated, deleted: before - kept, unchanged: kept - updated }
  if (!hasBase) return { ...counts, overwritten: { cells: 0, rows: 0 } }
  const overwritten = shared.map(
    (id) => `(o.c${id} IS DISTINCT FROM b.c${id} AND o.c${id} IS DISTINCT FROM f.c${id})::INT`,
  )
  const cells = await one(
    `SELECT sum(${overwritten.join(' + ') || '0'}) FROM ${PAIRED} JOIN base b ON b.${ROW_ID} = o.${ROW_ID}`,
  )
  const gone = await one(`
    SELECT count(*) FROM ours o LEFT JOIN base b ON b.${ROW_ID} = o.${ROW_ID}
    WHERE o.${UNTAKEN} AND (b.${ROW_ID} IS NULL OR ${differs('o', 'b', shared)})`)
  const back = await one(`SELECT count(*) FROM pair WHERE id NOT IN (SELECT ${ROW_ID} FROM ours)`)
  return { ...counts, overwritten: { cells, rows: gone + back } }
}

/** Rows of the file, counted from 0, that are rows of the table one after the other; ascending. */
async function keptRuns(duckdb: DuckDBConnection, idsAfter: number): Promise<KeptRun[]> {
  const found = await duckdb.runAndReadAll(`
    SELECT min(pos), min(id), count(*) FROM (
      SELECT pos, id, pos - row_number() OVER (ORDER BY pos) AS a, id - row_number() OVER (ORDER BY pos) AS b FROM pair)
    GROUP BY a, b ORDER BY 1`)
  return found.getRows().map(([pos, id, rows]) => ({
    from: Number(pos) - idsAfter - 1,
    rowId: Number(id),
    count: Number(rows),
  }))
}

/**
 * Lines `[op, row id, ours, fresh, base]` of canonical texts: what the file changes, or (`overwritten`) the rows alone that were edited
 * since the file made them.
 */
export async function listMatched(
  { duckdb, own }: Desk,
  { ours, shared, of, most }: BuildRequest & { kind: 'list-matched' },
): Promise<string> {
  const isEdited = `b.${ROW_ID} IS NULL OR ${differs('o', 'b', idsOf(shared))}`
  const wanted = of === 'changes' ? 'true' : isEdited
  const isChanged = differs('f', 'o', idsOf(shared))
  const columns = [...namesIn('o', ours), ...namesIn('f', shared), ...namesIn('b', shared)].join(', ')
  const base = `LEFT JOIN base b ON b.${ROW_ID}`
  const parts = [
    `SELECT 'U' AS op, o.${ROW_ID} AS id, ${columns} FROM ${PAIRED} ${base} = o.${ROW_ID} WHERE (${isChanged}) AND (${wanted})`,
    `SELECT 'D', o.${ROW_ID}, ${columns} FROM ours o LEFT JOIN fresh f ON false ${base} = o.${ROW_ID} WHERE o.${UNTAKEN} AND (${wanted})`,
  ]
  if (of === 'changes')
    parts.push(`
      SELECT 'I', coalesce(p.id, f.${ROW_ID}), ${columns} FROM fresh f LEFT JOIN pair p ON p.pos = f.${ROW_ID}
      LEFT JOIN ours o ON o.${ROW_ID} = p.id ${base} = p.id WHERE o.${ROW_ID} IS NULL`)
  const types = [...ours, ...shared, ...shared].map(({ type }) => typeNamed(type))
  const file = `${randomUUID()}.ndjson`
  const output = createWriteStream(`${own}/${file}`)
  const result = await duckdb.stream(`SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY id LIMIT ${most}`)
  for await (const chunk of chunksOf(result)) {
    const lines = chunk.getRows().map(([op, rowId, ...cells]) => {
      const texts = types.map((type, n) => canonicalFromDuckDb(type, cells[n] ?? null))
      const [first, second] = [ours.length, ours.length + shared.length]
      return `${JSON.stringify([op, Number(rowId), texts.slice(0, first), texts.slice(first, second), texts.slice(second)])}\n`
    })
    if (!output.write(lines.join(''))) await once(output, 'drain')
  }
  output.end()
  await finished(output)
  return file
}

const idsOf = (columns: readonly BuildColumn[]) => columns.map(({ id }) => id)
const namesIn = (of: 'f' | 'o' | 'b', columns: readonly BuildColumn[]) =>
  columns.map(({ id }) => `${of}.c${id} AS ${of}${id}`)

/** The rows of the file under the ids of those they are; columns that only the table has come along. */
export async function writeMatched(
  { duckdb, own }: Desk,
  { columns, carried, limits }: BuildRequest & { kind: 'write-matched' },
): Promise<BuiltSegment[]> {
  const cells = columns.map(({ id, type, initial }) => {
    if (!carried.includes(id)) return `f.c${id}`
    const start = initial === null ? 'NULL' : quoteText(initial)
    return `CASE WHEN o.${ROW_ID} IS NULL THEN CAST(${start} AS ${type}) ELSE o.c${id} END AS c${id}`
  })
  await duckdb.run(`
    CREATE OR REPLACE TEMP TABLE matched AS
    SELECT coalesce(p.id, f.${ROW_ID}) AS ${ROW_ID}, ${cells.join(', ')}
    FROM fresh f LEFT JOIN pair p ON p.pos = f.${ROW_ID} LEFT JOIN ours o ON o.${ROW_ID} = p.id`)
  return writeParquet({ duckdb, folder: own, limits }, { sql: 'SELECT * FROM matched', columns })
}
