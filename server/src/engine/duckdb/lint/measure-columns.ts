import type { ColumnType } from '../../table/column-type.ts'
import { quoteText } from '../../values/type-rules.ts'
import { quoteName } from '../protocol/quote-name.ts'

/** A column of a table under review, by the name that SQL knows it by. */
export type LintColumn = { name: string; type: ColumnType }

/** What was counted of the values of a column. What means nothing for its type is 0 or null. */
export type Measures = {
  rows: number
  /** Neither null nor blank. */
  filled: number
  isConstant: boolean
  /** About so many different values. */
  distinct: number
  padded: number
  errorValues: number
  numbers: number
  digits: number
  leadingZeros: number
  dates: number
  /** Days and months that cannot be distinguished, and those that show which comes first. */
  dayMonths: number
  dayFirsts: number
  monthFirsts: number
  min: number | null
  max: number | null
  quartiles: readonly [number, number] | null
  /** Of the decimal logarithms of what is above zero. */
  logQuartiles: readonly [number, number] | null
  positives: number
  /** Days behind the given one. */
  later: number
}

const NUMBERS: ReadonlySet<ColumnType['name']> = new Set(['INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL'])
const DAYS: ReadonlySet<ColumnType['name']> = new Set(['DATE', 'TIMESTAMP', 'TIMESTAMPTZ'])

export const isNumeric = ({ type }: LintColumn) => NUMBERS.has(type.name)
export const isDay = ({ type }: LintColumn) => DAYS.has(type.name)
export const isText = ({ type }: LintColumn) => type.name === 'VARCHAR'

/** Whether a text is as a form says. */
export const hasForm = (name: string, form: string) => `regexp_full_match(${name}, ${quoteText(form)})`

export const isFilled = (column: LintColumn) => {
  const name = quoteName(column.name)
  return isText(column) ? `(${name} IS NOT NULL AND NOT ${hasForm(name, BLANK)})` : `${name} IS NOT NULL`
}

/** Null of what has none; DuckDB refuses it even where a filter leaves it out. */
export const logOf = (number: string) => `log10(CASE WHEN ${number} > 0 THEN ${number} END)`

const counted = (condition: string) => `count(*) FILTER (WHERE ${condition})`

/** How each measure is taken, in the order of the answer. */
function takings(column: LintColumn, today: string): Record<keyof Omit<Measures, 'rows'>, string> {
  const name = quoteName(column.name)
  const number = `${name}::DOUBLE`
  const ofText = (form: string) => (isText(column) ? counted(hasForm(name, form)) : '0')
  const ofNumber = (sql: string) => (isNumeric(column) ? sql : 'NULL')
  const hasOrder = column.type.name !== 'JSON'
  return {
    filled: counted(isFilled(column)),
    isConstant: hasOrder ? `coalesce(min(${name}) = max(${name}), false)` : 'false',
    distinct: hasOrder ? `approx_count_distinct(${name})` : '0',
    padded: ofText(PADDED),
    errorValues: isText(column) ? counted(`starts_with(${name}, '#') AND ${hasForm(name, ERROR_VALUE)}`) : '0',
    numbers: ofText(NUMBER),
    digits: ofText(DIGITS),
    leadingZeros: isText(column) ? counted(`starts_with(${name}, '0') AND ${hasForm(name, LEADING_ZERO)}`) : '0',
    dates: ofText(ANY_DATE),
    dayMonths: ofText(DAY_MONTH),
    dayFirsts: ofText(DAY_FIRST),
    monthFirsts: ofText(MONTH_FIRST),
    min: ofNumber(`min(${number})`),
    max: ofNumber(`max(${number})`),
    quartiles: ofNumber(`quantile_cont(${number}, [0.25, 0.75])`),
    logQuartiles: ofNumber(`quantile_cont(${logOf(number)}, [0.25, 0.75])`),
    positives: isNumeric(column) ? counted(`${number} > 0`) : '0',
    later: isDay(column) ? counted(`${name}::DATE > ${quoteText(today)}::DATE`) : '0',
  }
}

/** One pass over a table for these columns; its answer is one row of documents. */
export function measureStatement(table: string, columns: readonly LintColumn[], today: string): string {
  const documents = columns.map((column, n) => {
    const fields = Object.entries(takings(column, today)).map(([field, sql]) => `${quoteName(field)} := ${sql}`)
    return `to_json(struct_pack(${fields.join(', ')})) AS m${n}`
  })
  return `SELECT count(*) AS n, ${documents.join(', ')} FROM ${quoteName(table)}`
}

/** The answer to the statement, for each of its columns. */
export function measuresOf(answer: Readonly<Record<string, unknown>>, columns: number): Measures[] {
  const rows = Number(answer.n)
  return Array.from({ length: columns }, (_, n) => {
    // Safe: the statement packs one value for each of these fields.
    const taken = answer[`m${n}`] as Record<keyof Omit<Measures, 'rows'>, unknown>
    const pair = (value: unknown) =>
      Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
        ? ([value[0], value[1]] as const)
        : null
    const number = (value: unknown) => (value === null ? null : Number(value))
    return {
      rows,
      filled: Number(taken.filled),
      isConstant: taken.isConstant === true,
      distinct: Number(taken.distinct),
      padded: Number(taken.padded),
      errorValues: Number(taken.errorValues),
      numbers: Number(taken.numbers),
      digits: Number(taken.digits),
      leadingZeros: Number(taken.leadingZeros),
      dates: Number(taken.dates),
      dayMonths: Number(taken.dayMonths),
      dayFirsts: Number(taken.dayFirsts),
      monthFirsts: Number(taken.monthFirsts),
      min: number(taken.min),
      max: number(taken.max),
      quartiles: pair(taken.quartiles),
      logQuartiles: pair(taken.logQuartiles),
      positives: Number(taken.positives),
      later: Number(taken.later),
    }
  })
}

/** Forms of texts that a check looks for, as patterns of RE2. Each stands for the whole text. */

const SPACE = String.raw`[\s\x{3000}\x{a0}\x{feff}\x{200b}]`
const DIGIT = '[0-9０-９]'

const BLANK = `${SPACE}*`
/** Space before or behind, or invisible characters. */
export const PADDED = String.raw`(?s)${SPACE}.*|.*${SPACE}|.*[\t\r\x{feff}\x{200b}].*`
export const ERROR_VALUE = String.raw`#(?:REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)`
/** As people write numbers: with thousands, signs of money, percent, and ▲ or brackets for less than nothing. */
export const NUMBER = String.raw`[-+▲△(]? ?[¥￥$€£]? ?-?(?:${DIGIT}{1,3}(?:[,，]${DIGIT}{3})+|${DIGIT}+)(?:[.．]${DIGIT}+)? ?(?:%|％|円)?\)?`
const DIGITS = '[0-9]+'
export const LEADING_ZERO = '0[0-9]+'

const YEAR_LAST = '[-/.](?:[0-9]{4}|[0-9]{2})'
const UP_TO_TWELVE = '(?:0?[1-9]|1[0-2])'
const OVER_TWELVE = '(?:1[3-9]|2[0-9]|3[01])'
/** A day and a month in front of a year, whichever comes first. */
export const DAY_MONTH = `${UP_TO_TWELVE}[-/.]${UP_TO_TWELVE}${YEAR_LAST}`
const DAY_FIRST = `${OVER_TWELVE}[-/.]${UP_TO_TWELVE}${YEAR_LAST}`
const MONTH_FIRST = `${UP_TO_TWELVE}[-/.]${OVER_TWELVE}${YEAR_LAST}`
const DAY_OR_MONTH = '[0-9]{1,2}'
export const ANY_DATE = `${DAY_OR_MONTH}[-/.]${DAY_OR_MONTH}${YEAR_LAST}|(?:19|20)[0-9]{2}[-/.年]${DAY_OR_MONTH}[-/.月]${DAY_OR_MONTH}日?`
