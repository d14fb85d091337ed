import { ROW_ID } from '../../table/table.ts'
import { quoteText } from '../../values/type-rules.ts'
import { quoteName } from '../protocol/quote-name.ts'
import { ERROR_VALUE, hasForm, isFilled, isText, type LintColumn, logOf } from './measure-columns.ts'

/**
 * Statements that show a fault to a reader who runs them: each answers with the rows at fault, their ids first. They name tables
 * and columns as everybody does, and are read-only queries like any other.
 */

/** Rows where something holds of a column. */
export function rowsWhere(table: string, columns: readonly string[], condition: string): string {
  const shown = [ROW_ID, ...columns.map(quoteName)].join(', ')
  return `SELECT ${shown} FROM ${quoteName(table)} WHERE ${condition} ORDER BY ${ROW_ID}`
}

export const isForm = ({ name }: LintColumn, form: string) => hasForm(quoteName(name), form)

export const isEmpty = (column: LintColumn) => `NOT ${isFilled(column)}`

/** Filled, and of none of these forms. */
export function isNone(column: LintColumn, forms: readonly string[]): string {
  const others = [...forms, ERROR_VALUE].map((form) => `NOT ${isForm(column, form)}`)
  return [isFilled(column), ...others].join(' AND ')
}

export const isLater = ({ name }: LintColumn, today: string) => `${quoteName(name)}::DATE > ${quoteText(today)}::DATE`

export const isBelow = ({ name }: LintColumn, limit: number) => `${quoteName(name)} < ${limit}`

/** `logs`: where what is above zero must be outside on this scale too. */
export function isOutside(
  { name }: LintColumn,
  [low, high]: readonly [number, number],
  logs: readonly [number, number] | null,
): string {
  const value = `${quoteName(name)}::DOUBLE`
  const outside = `(${value} < ${low} OR ${value} > ${high})`
  if (!logs) return outside
  return `${outside} AND (${value} <= 0 OR ${logOf(value)} < ${logs[0]} OR ${logOf(value)} > ${logs[1]})`
}

/** Every row that was there before. Rows of nothing are none. */
export function repeatedRows(table: string, columns: readonly string[]): string {
  const names = columns.map(quoteName)
  const from = quoteName(table)
  // By hashes first: to group a large table by all of its columns takes more memory than there is.
  const twice = `SELECT hash(${names.join(', ')}) FROM ${from} GROUP BY 1 HAVING count(*) > 1`
  return `SELECT ${ROW_ID}, ${names.join(', ')} FROM ${from} WHERE hash(${names.join(', ')}) IN (${twice}) AND coalesce(${names.map((name) => `${name}::VARCHAR`).join(', ')}) IS NOT NULL QUALIFY row_number() OVER (PARTITION BY ${names.join(', ')} ORDER BY ${ROW_ID}) > 1 ORDER BY ${ROW_ID}`
}

/** Rows whose key another row has too that says something else. */
export function repeatedKeys(table: string, column: LintColumn, columns: readonly string[]): string {
  const name = quoteName(column.name)
  const row = `hash(${columns.map(quoteName).join(', ')})`
  const twice = `SELECT ${name} FROM ${quoteName(table)} WHERE ${isFilled(column)} GROUP BY 1 HAVING count(DISTINCT ${row}) > 1`
  return `SELECT ${ROW_ID}, ${name} FROM ${quoteName(table)} WHERE ${name} IN (${twice}) ORDER BY ${name}, ${ROW_ID}`
}

export function keyStatement(table: string, columns: readonly LintColumn[]): string {
  const counts = columns.map(({ name }, n) => `count(DISTINCT ${quoteName(name)}) AS d${n}`)
  return `SELECT ${counts.join(', ')} FROM ${quoteName(table)}`
}

const WIDE =
  'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９－（）　'
const NARROW = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-() '

/** Spellings that differ in case and width alone: one row for each, those of one word together. */
export function spellings(table: string, column: LintColumn): string {
  const name = quoteName(column.name)
  // Each value once: to fold is slow.
  const values = `SELECT min(${ROW_ID}) AS ${ROW_ID}, ${name}, count(*) AS n FROM ${quoteName(table)} WHERE ${isFilled(column)} GROUP BY 2`
  const folded = `lower(translate(trim(${name}), ${quoteText(WIDE)}, ${quoteText(NARROW)}))`
  const counted = `SELECT min(${ROW_ID}) AS ${ROW_ID}, trim(${name}) AS ${name}, sum(n)::BIGINT AS occurrences, ${folded} AS folded FROM (${values}) GROUP BY 2, 4`
  return `SELECT ${ROW_ID}, ${name}, occurrences FROM (${counted}) QUALIFY count(*) OVER (PARTITION BY folded) > 1 ORDER BY folded, occurrences DESC`
}

export type Reference = { table: string; column: LintColumn; parent: { table: string; column: LintColumn } }

/** Rows that refer to something that is not there. */
export function orphans({ table, column, parent }: Reference): string {
  const mine = `c.${quoteName(column.name)}`
  const theirs = `p.${quoteName(parent.column.name)}`
  const isAlike = column.type.name === parent.column.type.name
  const equal = isAlike ? `${theirs} = ${mine}` : `${theirs}::VARCHAR = ${mine}::VARCHAR`
  const filled = isText(column) ? `${mine} <> ''` : `${mine} IS NOT NULL`
  return `SELECT c.${ROW_ID}, ${mine} FROM ${quoteName(table)} AS c WHERE ${filled} AND NOT EXISTS (SELECT 1 FROM ${quoteName(parent.table)} AS p WHERE ${equal}) ORDER BY c.${ROW_ID}`
}

/** A column that seems to be made of others in its row, to within a tolerance. */
export type RowTotal = { total: string; parts: readonly string[]; op: 'sum' | 'product'; tolerance: number }

function totalHolds({ total, parts, op, tolerance }: RowTotal): string {
  const made = parts.map((part) => `coalesce(${quoteName(part)}, 0)::DOUBLE`).join(op === 'sum' ? ' + ' : ' * ')
  return `abs(${quoteName(total)}::DOUBLE - (${made})) <= ${tolerance}`
}

/** In how many rows each of them holds, and in how many there is something to hold. */
export function totalsStatement(table: string, totals: readonly RowTotal[]): string {
  const counts = totals.flatMap((total, n) => [
    `count(*) FILTER (WHERE ${totalHolds(total)}) AS h${n}`,
    `count(${quoteName(total.total)}) AS n${n}`,
    // Where all parts are nothing, what holds says nothing.
    `count(*) FILTER (WHERE ${total.parts.map((part) => `coalesce(${quoteName(part)}, 0)::DOUBLE <> 0`).join(total.op === 'sum' ? ' OR ' : ' AND ')}) AS s${n}`,
  ])
  return `SELECT ${counts.join(', ')} FROM ${quoteName(table)}`
}

export const wrongTotals = (table: string, total: RowTotal) =>
  rowsWhere(
    table,
    [...total.parts, total.total],
    `${quoteName(total.total)} IS NOT NULL AND NOT (${totalHolds(total)})`,
  )

/** A value, where it stands. */
export type PlacedCell = { table: string; column: string; rowId: number }

/** Rounded where it is shown, a sum may be off by half of its last digit, and so may each that it is made of. */
const HALF = 0.5

/** Rows whose value is not the sum of others, each wherever it stands. All are of one table and column. */
export function wrongSums(sums: readonly { total: PlacedCell; parts: readonly PlacedCell[] }[]): string {
  const each = sums.map(({ total, parts }) => {
    const column = quoteName(total.column)
    const places = Map.groupBy(parts, (part) => JSON.stringify([part.table, part.column]))
    const made = [...places.values()].map((some) => {
      const { table = '', column: from = '' } = some[0] ?? {}
      const ids = some.map(({ rowId }) => rowId).join(', ')
      return `(SELECT coalesce(sum(TRY_CAST(${quoteName(from)} AS DOUBLE)), 0) FROM ${quoteName(table)} WHERE ${ROW_ID} IN (${ids}))`
    })
    const tolerance = HALF * (parts.length + 1)
    return `SELECT ${ROW_ID}, ${column}, ${made.join(' + ')} AS parts FROM ${quoteName(total.table)} WHERE ${ROW_ID} = ${total.rowId} AND abs(TRY_CAST(${column} AS DOUBLE) - (${made.join(' + ')})) > ${tolerance}`
  })
  return `SELECT * FROM (${each.join(' UNION ALL ')}) ORDER BY ${ROW_ID}`
}

/** The first rows of a statement and how many it has in all. */
export const firstOf = (evidence: string, limit: number) =>
  `SELECT *, count(*) OVER () AS __count FROM (${evidence}) LIMIT ${limit}`
