import type { SheetCell } from '../sheet.ts'
import { type PeriodLabel, UNTOLD } from './period-label.ts'
import { readPeriod } from './read-period.ts'

/** What time a header cell names; null where it names none. */
export function periodOfCell(cell: SheetCell): PeriodLabel | null {
  if (cell.value.kind === 'date') return periodOfDate(cell.value.iso, cell.style.numberFormat)
  return readPeriod(cell.text)
}

/** A date whose format shows no day stands for its month, and one that shows nothing but the year for that. */
function periodOfDate(iso: string, format: string): PeriodLabel | null {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const shown = format.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '').toLowerCase()
  const isPlain = !/[ymd]/.test(shown)
  if (isPlain || shown.includes('d')) return { ...UNTOLD, granularity: 'day', year, month, day }
  return shown.includes('m')
    ? { ...UNTOLD, granularity: 'month', year, month }
    : { ...UNTOLD, granularity: 'year', year }
}

const WEEKDAY = /^(?:[日月火水木金土](?:曜日?)?|sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday)?\.?$/i

/** `月`, `Mon`: says which day of the week it is, and so nothing that a date does not. */
export const isWeekday = (text: string) => WEEKDAY.test(text)

/** Fewer numbers in a row are no days of a month. */
const FEWEST_DAYS = 7

/** Header cells that count the days of a month: 1, 2, 3 … in one row, each one more than the one before. */
export function readDayNumbers(paths: readonly (readonly SheetCell[])[]): ReadonlyMap<SheetCell, PeriodLabel> {
  const days = new Map<SheetCell, PeriodLabel>()
  const rows = Map.groupBy(paths.flat(), ({ row }) => row)
  for (const cells of rows.values()) {
    const numbers = cells.map(({ value, text }) =>
      value.kind === 'number' ? value.number : Number(/^(\d{1,2})日$/.exec(text)?.[1] ?? Number.NaN),
    )
    const counted = numbers.filter(
      (number, n) =>
        Number.isInteger(number) && number >= 1 && number <= 31 && (n === 0 || number === (numbers[n - 1] ?? 0) + 1),
    )
    if (counted.length < FEWEST_DAYS || counted.length < cells.length * MOSTLY) continue
    for (const [n, cell] of cells.entries()) {
      const day = numbers[n]
      if (day !== undefined && Number.isInteger(day)) days.set(cell, { ...UNTOLD, granularity: 'day', day })
    }
  }
  return days
}

const MOSTLY = 0.9
