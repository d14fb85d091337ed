import type { NumberMeaning, Styles } from '@bindery-data/spreadsheet/styles.ts'
import { booleanToText, cellToText } from '@bindery-data/spreadsheet/values/canonical-text.ts'
import { isoToCanonical } from '@bindery-data/spreadsheet/values/iso-date.ts'
import { type ColumnDecision, observeColumn } from '@bindery-data/spreadsheet/values/observe-column.ts'
import { quoteText } from '../values/type-rules.ts'
import { type NumberFamily, type NumberSlot, sqlDay, sqlMoment, sqlNumberText, sqlTime } from './number-sql.ts'
import type { StagingTable } from './staging-table.ts'

/** A column of a sheet on its way into the staging table: each value is staged and observed. */
export type StageColumn = {
  readonly column: number
  number(value: number, style: number): void
  text(value: string): void
  boolean(value: boolean): void
  error(code: string): void
  date(iso: string): void
  /** Which type loses nothing, and SQL that makes it of what is staged. */
  decide(rows: number): ColumnDecision & { sql: string }
}

export type StageFile = { styles: Styles; isDate1904: boolean; isText: boolean }

/**
 * Numbers of the family that comes first are staged as numbers, so that there is one way to read them back; whatever else
 * comes is staged as the text a person would read.
 */
export function createStageColumn(table: StagingTable, column: number, file: StageFile): StageColumn {
  const { styles, isDate1904 } = file
  const observer = observeColumn({ isUntyped: file.isText, isDate1904 })
  let family: NumberFamily | undefined
  return {
    column,
    number: (value, style) => {
      const meaning = styles[style]?.meaning ?? 'number'
      observer.number(value, meaning)
      family ??= familyOf(meaning)
      if (family === familyOf(meaning)) table.number(column, value)
      else table.text(column, cellToText(value, meaning, isDate1904))
    },
    text: (value) => {
      observer.text(value)
      table.text(column, value)
    },
    boolean: (value) => {
      observer.boolean(value)
      family ??= 'boolean'
      if (family === 'boolean') table.number(column, Number(value))
      else table.text(column, booleanToText(value))
    },
    error: (code) => {
      observer.error(code)
      table.text(column, code)
    },
    date: (iso) => {
      observer.date(iso)
      table.text(column, canonicalOf(iso))
    },
    decide: (rows) => {
      const decision = observer.decide(rows)
      const sql = typedSql(decision, {
        number: table.hasNumbers(column) && family ? { slot: `n${column}`, family, isDate1904 } : null,
        text: table.hasTexts(column) ? `t${column}` : null,
      })
      return { ...decision, sql }
    },
  }
}

const familyOf = (meaning: NumberMeaning): NumberFamily =>
  meaning === 'date' || meaning === 'datetime' || meaning === 'time' ? meaning : 'number'

const canonicalOf = (iso: string) =>
  isoToCanonical('DATE', iso) ?? isoToCanonical('TIMESTAMP', iso) ?? isoToCanonical('TIME', iso) ?? iso

/** The slots of a column: where its numbers and its texts are, if there are any. */
type ColumnSlots = { number: NumberSlot | null; text: string | null }

type TypedAs = { type: string; format: string | null }

/** SQL of the column's type over its slots; every staged value is one of it, or it is NULL. */
function typedSql({ type, format }: TypedAs, { number, text }: ColumnSlots): string {
  const parts = [
    ...(text === null ? [] : [textSql(text, type, format)]),
    ...(number === null ? [] : [numberSql(number, type)]),
  ]
  if (parts.length === 0) return `CAST(NULL AS ${type})`
  return parts.length === 1 ? `${parts[0]}` : `coalesce(${parts.join(', ')})`
}

function numberSql(number: NumberSlot, type: string): string {
  switch (type) {
    case 'VARCHAR':
      return sqlNumberText(number)
    case 'DATE':
      return sqlDay(number)
    case 'TIMESTAMP':
      return sqlMoment(number)
    case 'TIME':
      return sqlTime(number)
    case 'BOOLEAN':
      return `(${number.slot} = 1)`
    default:
      return type === 'DOUBLE' ? number.slot : `CAST(${number.slot} AS ${type})`
  }
}

function textSql(slot: string, type: string, format: string | null): string {
  if (type === 'VARCHAR') return slot
  if (type === 'BOOLEAN') return booleanSql(slot, format ?? 'TRUE/FALSE')
  if (format === null) return `CAST(${slot} AS ${type})`
  return `CAST(strptime(${slot}, ${quoteText(strptimeFormat(format))}) AS ${type})`
}

function booleanSql(slot: string, format: string): string {
  const [yes = '', no = ''] = format.split('/')
  return `(CASE lower(${slot}) WHEN ${quoteText(yes.toLowerCase())} THEN true WHEN ${quoteText(no.toLowerCase())} THEN false END)`
}

/** The spelling of a date as DuckDB names it; a part with or without a leading zero is read alike. */
const strptimeFormat = (format: string) =>
  format.replaceAll('%', '%%').replace(/YYYY|MM?|DD?|HH?|mm|ss|S{1,6}/g, (token) => STRPTIME[token] ?? '%f')

const STRPTIME: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  MM: '%m',
  M: '%m',
  DD: '%d',
  D: '%d',
  HH: '%H',
  H: '%H',
  mm: '%M',
  ss: '%S',
}
