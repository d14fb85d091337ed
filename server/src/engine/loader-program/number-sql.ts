/** SQL over a number of a workbook: what it means as a day, a moment or a text. Each says what `serial-date.ts` says. */

/** What the numbers of a slot mean: by their formats, or as booleans, which are 1 and 0 there. */
export type NumberFamily = 'number' | 'date' | 'datetime' | 'time' | 'boolean'

/** A slot of the staging table. */
export type NumberSlot = { slot: string; family: NumberFamily; isDate1904: boolean }

const MS_PER_DAY = 86_400_000
const DAYS_BETWEEN_SYSTEMS = 1462
/** The day after 9999-12-31, and the 29 February 1900, which never was. */
const END_OF_DAYS = 2_958_466
const FICTITIOUS_DAY = 60

/** Of type DATE; NULL where the number is no day. */
export const sqlDay = (number: NumberSlot) => `CAST(${sqlMoment(number)} AS DATE)`

/** Of type TIMESTAMP, rounded to the millisecond; NULL where the number is no moment. */
export function sqlMoment({ slot, isDate1904 }: NumberSlot): string {
  const days = isDate1904 ? `(${slot} + ${DAYS_BETWEEN_SYSTEMS})` : slot
  // The time of day may round up to the next day.
  const ms = `CAST(round((${slot} - floor(${slot})) * ${MS_PER_DAY}) AS BIGINT)`
  const day = `CAST(floor(${days}) AS BIGINT) + (${ms} // ${MS_PER_DAY})`
  const since1970 = `(${day} - CASE WHEN ${day} < ${FICTITIOUS_DAY} THEN 25568 ELSE 25569 END) * ${MS_PER_DAY} + ${ms} % ${MS_PER_DAY}`
  const exists = `${day} <> ${FICTITIOUS_DAY} AND ${day} < ${END_OF_DAYS}`
  return `(CASE WHEN ${slot} >= 0 AND ${days} >= 1 AND ${days} < ${END_OF_DAYS} THEN CASE WHEN ${exists} THEN epoch_ms(${since1970}) END END)`
}

/** Of type TIME; NULL where the number is more or less than a time of day. */
export function sqlTime({ slot }: NumberSlot): string {
  const ms = `round(${slot} * ${MS_PER_DAY})`
  return `(CASE WHEN ${slot} >= 0 AND ${slot} < 2 AND ${ms} < ${MS_PER_DAY} THEN CAST(epoch_ms(CAST(${ms} AS BIGINT)) AS TIME) END)`
}

/** The text a person would read, the same that `cellToText` makes. */
export function sqlNumberText(number: NumberSlot): string {
  const { slot, family } = number
  const moment = `CAST(${sqlMoment(number)} AS VARCHAR)`
  switch (family) {
    case 'number':
      return sqlPlainText(slot)
    case 'boolean':
      return `(CASE ${slot} WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' END)`
    case 'date':
      return `coalesce(CASE WHEN ${slot} = floor(${slot}) THEN CAST(${sqlDay(number)} AS VARCHAR) ELSE ${moment} END, ${sqlPlainText(slot)})`
    case 'datetime':
      return `coalesce(${moment}, ${sqlPlainText(slot)})`
    case 'time':
      return `coalesce(CAST(${sqlTime(number)} AS VARCHAR), ${moment}, ${sqlPlainText(slot)})`
  }
}

/**
 * The shortest text that names a number, as JavaScript spells it: DuckDB finds the same digits, but puts `.0` behind whole
 * numbers, writes exponents of two digits, and uses them where JavaScript writes zeros.
 */
function sqlPlainText(slot: string): string {
  const text = `CAST(${slot} AS VARCHAR)`
  const digits = `replace(replace(split_part(${text}, 'e', 1), '.', ''), '-', '')`
  const sign = `CASE WHEN ${slot} < 0 THEN '-' ELSE '' END`
  const exponent = `CAST(split_part(${text}, 'e', 2) AS INTEGER)`
  return `(CASE
    WHEN NOT contains(${text}, 'e') THEN regexp_replace(${text}, '\\.0$', '')
    WHEN abs(${slot}) >= 1e21 OR abs(${slot}) < 1e-6 THEN regexp_replace(regexp_replace(${text}, '\\.0e', 'e'), 'e([+-])0+', 'e\\1')
    WHEN ${exponent} > 0 THEN ${sign} || rpad(${digits}, ${exponent} + 1, '0')
    ELSE ${sign} || '0.' || repeat('0', -${exponent} - 1) || ${digits} END)`
}
