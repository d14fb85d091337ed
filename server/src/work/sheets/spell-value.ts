import type { ColumnType } from '../../engine/table/column-type.ts'
import type { ViewValue } from './read-view.ts'

/** How the values of a column look to people who read them on paper or a page. */
export type ColumnLook = { isRight: boolean; isGrouped: boolean }

const WHOLE: ReadonlySet<string> = new Set(['INTEGER', 'BIGINT'])
const NUMBERS: ReadonlySet<string> = new Set([...WHOLE, 'DECIMAL', 'DOUBLE'])
/** Whole numbers that name something, and do not count it. */
const NAMES = /(?:^|[^a-z])(?:id|no|code|year|zip|tel|phone)(?:[^a-z]|$)|番号|コード|年度?$|郵便|電話/i
const LEAST_GROUPED = 10_000

/** Amounts have their digits in groups; numbers of years, people and things do not. */
export function columnLook(name: string, type: ColumnType, values: readonly ViewValue[]): ColumnLook {
  const isRight = NUMBERS.has(type.name)
  const isAmount = () => !NAMES.test(name) && values.some((value) => Math.abs(Number(value)) >= LEAST_GROUPED)
  return { isRight, isGrouped: type.name === 'DECIMAL' || (isRight && isAmount()) }
}

export function spellValue(value: ViewValue, { isGrouped }: ColumnLook): string {
  if (value === null) return ''
  const text = String(value)
  if (!isGrouped) return text
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  return whole === '' ? text : sign + whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + rest
}
