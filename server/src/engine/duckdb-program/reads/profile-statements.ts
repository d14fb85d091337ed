import type { ColumnType } from '../../table/column-type.ts'
import { ROW_ID } from '../../table/table.ts'
import { physicalName } from './filter-sql.ts'

/** The statements behind a profile. `relation` is the table's name in SQL. */

export type ProfiledColumn = { id: number; type: ColumnType }

/** What is looked at where not every row is: a part of the rows that does not follow any pattern of their ids. */
export type Sample = { oneOf: number }

export const QUANTILES = [0.25, 0.5, 0.75]
export const TOP_VALUES = 10
export const HISTOGRAM_PARTS = 20
/** A long text says no more than its beginning. */
const SHOWN_CHARACTERS = 1_000
/** Squares of larger numbers are no numbers any more, and DuckDB would refuse to go on. */
export const MOST_MAGNITUDE = 1e150

const NUMBERS: ReadonlySet<ColumnType['name']> = new Set(['INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL'])
const MOMENTS: ReadonlySet<ColumnType['name']> = new Set(['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ'])

export const isNumber = ({ type }: ProfiledColumn) => NUMBERS.has(type.name)
export const isText = ({ type }: ProfiledColumn) => type.name === 'VARCHAR'
export const hasQuantiles = (column: ProfiledColumn) => isNumber(column) || MOMENTS.has(column.type.name)
/** JSON has no order of its own. */
export const hasOrder = ({ type }: ProfiledColumn) => type.name !== 'JSON'

/** In one pass over all rows, eight values for each column; NULL for those that mean nothing there. */
export function summaryStatement(relation: string, columns: readonly ProfiledColumn[]): string {
  const values = columns.flatMap((column) => {
    const name = physicalName(column.id)
    const number = `${name}::DOUBLE`
    const small = column.type.name === 'DOUBLE' ? ` FILTER (WHERE abs(${number}) < ${MOST_MAGNITUDE})` : ''
    return [
      `count(${name})`,
      hasOrder(column) ? shown(column, `min(${name})`) : 'NULL',
      hasOrder(column) ? shown(column, `max(${name})`) : 'NULL',
      isNumber(column) ? `avg(${number})${small}` : 'NULL',
      isNumber(column) ? `stddev_samp(${number})${small}` : 'NULL',
      isText(column) ? `min(length(${name}))` : 'NULL',
      isText(column) ? `max(length(${name}))` : 'NULL',
      isText(column)
        ? `count(*) FILTER (WHERE starts_with(${name}, '0') AND regexp_full_match(${name}, '0[0-9]+'))`
        : 'NULL',
    ]
  })
  return `SELECT ${values.join(', ')} FROM ${relation}`
}

/** How many values the column seems to have, and its quantiles. */
export function sampleStatement(relation: string, columns: readonly ProfiledColumn[], sample: Sample | null): string {
  const values = columns.flatMap((column) => {
    const name = physicalName(column.id)
    return [
      sample ? `count(DISTINCT ${name})` : 'NULL',
      hasQuantiles(column) ? `quantile_disc(${name}, [${QUANTILES.join(', ')}])` : 'NULL',
    ]
  })
  return `SELECT ${values.join(', ')}, count(*) FROM ${relation}${whereSampled(sample)}`
}

/** How many values lie in which of the equal parts between the least and the greatest. Numbers too large to square are left out. */
export function histogramStatement(relation: string, column: ProfiledColumn): string {
  const name = physicalName(column.id)
  const number = isNumber(column) ? `${name}::DOUBLE` : `epoch(${name})::DOUBLE`
  const values = `SELECT ${number} AS v FROM ${relation} WHERE ${name} IS NOT NULL AND abs(${number}) < ${MOST_MAGNITUDE}`
  const ends = '(SELECT min(v) AS low, max(v) AS high FROM given)'
  return `WITH given AS MATERIALIZED (${values})
    SELECT CASE WHEN high > low THEN least(${HISTOGRAM_PARTS - 1}, floor((v - low) / (high - low) * ${HISTOGRAM_PARTS})) ELSE 0 END::INTEGER, count(*)
    FROM given, ${ends} GROUP BY 1`
}

/** Every value and how often it occurs, the most frequent first; at most so many. */
export function valuesStatement(relation: string, column: ProfiledColumn, limit: number | null): string {
  const name = physicalName(column.id)
  const first = limit === null ? '' : ` LIMIT ${limit}`
  return `SELECT ${shown(column, name)}, n, count(*) OVER () FROM (
    SELECT ${name}, count(*) AS n FROM ${relation} WHERE ${name} IS NOT NULL GROUP BY 1)
    ORDER BY n DESC, ${name}${first}`
}

export function distinctStatement(relation: string, columns: readonly ProfiledColumn[]): string {
  return `SELECT ${columns.map(({ id }) => `approx_count_distinct(${physicalName(id)})`).join(', ')} FROM ${relation}`
}

/** Values that a sample has several times, counted among all rows. */
export function frequentStatement(relation: string, column: ProfiledColumn, sample: Sample): string {
  const name = physicalName(column.id)
  const chosen = `SELECT ${name} FROM ${relation}${whereSampled(sample)} AND ${name} IS NOT NULL
    GROUP BY 1 HAVING count(*) > 1 ORDER BY count(*) DESC, 1 LIMIT ${TOP_VALUES}`
  return `SELECT ${shown(column, name)}, n FROM (
    SELECT ${name}, count(*) AS n FROM ${relation} WHERE ${name} IN (${chosen}) GROUP BY 1) ORDER BY n DESC, ${name}`
}

/** Texts of a sample, for their patterns. */
export function textsStatement(relation: string, column: ProfiledColumn, sample: Sample): string {
  const name = physicalName(column.id)
  return `SELECT left(${name}, 100) FROM ${relation}${whereSampled(sample)} AND ${name} IS NOT NULL`
}

const shown = (column: ProfiledColumn, sql: string) => (isText(column) ? `left(${sql}, ${SHOWN_CHARACTERS})` : sql)

const whereSampled = (sample: Sample | null) => (sample ? ` WHERE hash(${ROW_ID}) % ${sample.oneOf} = 0` : '')
