import { utils, write } from '@e965/xlsx'
import type { Random } from '../structuring-invariants/random.ts'

export type Value = string | number | Date | null
export type Row = readonly Value[]
export type Language = 'ja' | 'en'

/** A field of a form: its label, and what is filled in. `other`: another wording of the label. */
export type Field = { label: string; other: string; value: (random: Random) => Value; isNumber?: boolean }

export type LineColumn = { label: string; value: (random: Random, n: number) => Value }

/** A kind of form: what is printed on it and what people fill in. */
export type FormKind = {
  kind: string
  language: Language
  title: string
  /** The title of another form with the same fields. */
  otherTitle: string
  /** Printed below the title; null: nothing. */
  note: string | null
  head: readonly Field[]
  /** Pairs of the head that stand side by side in a row. */
  beside: number
  lines: { columns: readonly LineColumn[]; count: (random: Random) => number } | null
  /** Figures below the lines, computed from them. */
  totals: readonly { label: string; of: (lines: readonly Row[]) => number }[]
  foot: readonly Field[]
}

/** What a form is made of: its values, line by line. */
export type Filled = {
  fields: Readonly<Record<string, Value>>
  lines: readonly Readonly<Record<string, Value>>[]
}

export function bytesOfRows(
  rows: readonly Row[],
  sheet: string,
  widths: readonly number[] = [],
): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  const made = utils.aoa_to_sheet(
    rows.map((row) => [...row]),
    { cellDates: true, dateNF: 'yyyy-mm-dd', UTC: true },
  )
  if (widths.length > 0) made['!cols'] = widths.map((wch) => ({ wch }))
  utils.book_append_sheet(book, made, sheet)
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

/** A value as answers of the service spell it. */
export const spelled = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  const text = String(value).trim()
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text
}
