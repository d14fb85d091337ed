import { DuckDBListValue, type DuckDBValue } from '@duckdb/node-api'
import { canonicalFromDuckDb } from '../../duckdb/duckdb-values.ts'
import type { EngineResult, ProfileCommand } from '../../duckdb/protocol/protocol.ts'
import { type ColumnProfile, patternOf } from '../../reading/reader.ts'
import { type Reading, typeOf } from './answer-read.ts'
import {
  distinctStatement,
  frequentStatement,
  HISTOGRAM_PARTS,
  hasQuantiles,
  histogramStatement,
  isText,
  MOST_MAGNITUDE,
  type ProfiledColumn,
  type Sample,
  sampleStatement,
  summaryStatement,
  TOP_VALUES,
  textsStatement,
  valuesStatement,
} from './profile-statements.ts'

/** Up to here everything is counted. */
const COUNTED_ROWS = 100_000
const SAMPLED_ROWS = 20_000
/** A sample with no more different values than this speaks of a column that has few. */
const FEW_VALUES = 2_000
const TOLD_PATTERNS = 5

type Source = { connection: Reading['connection']; relation: string; rowCount: number; sample: Sample | null }

export async function readProfile({ connection, table }: Reading, command: ProfileCommand): Promise<EngineResult> {
  const [held] = await rowsOf(connection, table.versionSql)
  if (!held) throw new Error(`table ${command.key} is not held`)
  const [version, rowCount] = [Number(held[0]), Number(held[1])]
  const sample = rowCount > COUNTED_ROWS ? { oneOf: Math.ceil(rowCount / SAMPLED_ROWS) } : null
  const source = { connection, relation: table.relation, rowCount, sample }
  const columns = command.columns.map(({ id, type }) => ({ id, type: typeOf(type) }))
  return {
    version,
    profile: { version, rowCount, isSampled: sample !== null, columns: await profilesOf(source, columns) },
  }
}

async function profilesOf(source: Source, columns: readonly ProfiledColumn[]): Promise<ColumnProfile[]> {
  if (columns.length === 0) return []
  const { connection, relation, sample } = source
  const [summary = []] = await rowsOf(connection, summaryStatement(relation, columns))
  const [sampled = []] = await rowsOf(connection, sampleStatement(relation, columns, sample))
  const many = columns.filter((_, n) => sample && Number(sampled[2 * n]) > FEW_VALUES)
  const [estimated = []] = many.length > 0 ? await rowsOf(connection, distinctStatement(relation, many)) : []
  const profiles: ColumnProfile[] = []
  for (const [n, column] of columns.entries()) {
    const place = many.indexOf(column)
    const values =
      sample && place >= 0
        ? await someValues(source, column, sample, {
            estimate: Number(estimated[place]),
            sampled: Number(sampled.at(-1)),
          })
        : await allValues(source, column)
    profiles.push({
      ...summaryOf(source, column, summary.slice(8 * n, 8 * n + 8)),
      ...values,
      quantiles: quantilesOf(column, sampled[2 * n + 1] ?? null),
      histogram: await histogramOf(source, column),
    })
  }
  return profiles
}

type Values = Pick<ColumnProfile, 'distinctCount' | 'isDistinctExact' | 'topValues' | 'patterns'>

function summaryOf({ rowCount }: Source, { id, type }: ProfiledColumn, summary: readonly DuckDBValue[]) {
  const [count, min = null, max = null, mean = null, stddev = null, minLength = null, maxLength = null, zeros = null] =
    summary
  const isHuge = [min, max].some((end) => typeof end === 'number' && Math.abs(end) >= MOST_MAGNITUDE)
  return {
    columnId: id,
    nullCount: rowCount - Number(count),
    min: canonicalFromDuckDb(type, min),
    max: canonicalFromDuckDb(type, max),
    mean: isHuge ? null : numberOf(mean),
    stddev: isHuge ? null : numberOf(stddev),
    minLength: numberOf(minLength),
    maxLength: numberOf(maxLength),
    leadingZeros: numberOf(zeros),
  }
}

/** Counts every value there is. */
async function allValues({ connection, relation }: Source, column: ProfiledColumn): Promise<Values> {
  const rows = await rowsOf(connection, valuesStatement(relation, column, isText(column) ? null : TOP_VALUES))
  return {
    distinctCount: Number(rows[0]?.[2] ?? 0),
    isDistinctExact: true,
    topValues: topOf(column, rows),
    patterns: isText(column) ? patternsOf(rows, 1) : null,
  }
}

/** Too many to count them all: how many is estimated, the most frequent are those of the sample. */
async function someValues(
  { connection, relation, rowCount }: Source,
  column: ProfiledColumn,
  sample: Sample,
  { estimate, sampled }: { estimate: number; sampled: number },
): Promise<Values> {
  const frequent = await rowsOf(connection, frequentStatement(relation, column, sample))
  const texts = isText(column) ? await rowsOf(connection, textsStatement(relation, column, sample)) : null
  return {
    distinctCount: Math.min(estimate, rowCount),
    isDistinctExact: false,
    topValues: topOf(column, frequent),
    patterns:
      texts &&
      patternsOf(
        texts.map(([text = null]) => [text, 1]),
        rowCount / sampled,
      ),
  }
}

const topOf = ({ type }: ProfiledColumn, rows: readonly DuckDBValue[][]) =>
  rows
    .slice(0, TOP_VALUES)
    .map(([value = null, count = 0]) => ({ value: canonicalFromDuckDb(type, value), count: Number(count) }))

/** `share`: how many rows each of these stands for. */
function patternsOf(rows: readonly DuckDBValue[][], share: number): ColumnProfile['patterns'] {
  const counts = new Map<string, number>()
  for (const [text, count] of rows) {
    const pattern = patternOf(String(text))
    counts.set(pattern, (counts.get(pattern) ?? 0) + Number(count))
  }
  const most = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, TOLD_PATTERNS)
  return most.map(([pattern, count]) => ({ pattern, count: Math.round(count * share) }))
}

async function histogramOf(
  { connection, relation }: Source,
  column: ProfiledColumn,
): Promise<ColumnProfile['histogram']> {
  if (!hasQuantiles(column) || column.type.name === 'TIME') return null
  const counts = new Array<number>(HISTOGRAM_PARTS).fill(0)
  const rows = await rowsOf(connection, histogramStatement(relation, column))
  for (const [part, count] of rows) counts[Number(part)] = Number(count)
  return rows.length === 0 ? null : counts
}

function quantilesOf(column: ProfiledColumn, list: DuckDBValue): ColumnProfile['quantiles'] {
  if (!hasQuantiles(column) || !(list instanceof DuckDBListValue)) return null
  return list.items.map((value) => canonicalFromDuckDb(column.type, value))
}

const numberOf = (value: DuckDBValue) => (value === null || !Number.isFinite(Number(value)) ? null : Number(value))

async function rowsOf(connection: Reading['connection'], sql: string): Promise<DuckDBValue[][]> {
  return (await connection.run(sql)).getRows()
}
