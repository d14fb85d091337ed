/** What a cell seems to mean, whatever kind of cell the file has made of it. */
export type Value =
  | NumberValue
  | DateValue
  /** Digits that are no quantity: leading zeros, postal codes, telephone numbers. */
  | { kind: 'code' }
  /** Says that there is no value: `-`, `n/a`, `該当なし`. */
  | { kind: 'absent' }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error' }
  | { kind: 'text' }

export type NumberValue = {
  kind: 'number'
  /** Percentages as fractions, `▲` and brackets as a minus; not multiplied by the unit. */
  number: number
  /** Digits after the decimal point, as written or as the format shows. */
  decimals: number
  isPercent: boolean
  /** As written beside the digits: `円`, `千円`, `$`. */
  unit: string | null
  /** The decimal sign was a comma. Its column may tell that this was a mistake. */
  isContinental?: boolean
  /** That it was one is known from the other figures of the sheet. */
  isSettled?: boolean
}

export type DateValue = {
  kind: 'date'
  /** An ISO 8601 date, date and time, or time of day. */
  iso: string
  /** How a text spells it, e.g. `YYYY/M/D`; null for serials of workbooks and for spellings a template cannot tell. */
  format: string | null
  /** Which of two numbers is the month, where other texts of the column have settled it. */
  order?: 'month_first' | 'day_first'
}
