import type { SheetCell } from '../structure/sheet.ts'
import { numberMeaning } from '../xlsx/number-meaning.ts'

/** Longer ones no annotation takes. */
const LONGEST_FORMAT = 100
const NUMBERS = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT|UBIGINT|HUGEINT|FLOAT|DOUBLE|DECIMAL)/
/** Shown by the settings of the reader's own computer: the file does not say how. */
const BY_SETTINGS: ReadonlySet<string> = new Set(['General', 'mm-dd-yy', 'm/d/yy', 'm/d/yy h:mm', '@'])
const FITTING: Readonly<Record<string, ReadonlySet<string>>> = {
  DATE: new Set(['date', 'datetime']),
  TIMESTAMP: new Set(['date', 'datetime']),
  TIME: new Set(['time']),
}
const OF_NUMBERS: ReadonlySet<string> = new Set(['number', 'percent'])

/** Whether a column of this type can be shown by this format, and the format says something. */
export function isKeptFormat(format: string, type: string): boolean {
  if (format.length > LONGEST_FORMAT || BY_SETTINGS.has(format)) return false
  const [first = ''] = format.split(';')
  if (!/[0#?]|[ymdhsge]/i.test(first.replaceAll(/"[^"]*"|\\./g, ''))) return false
  const meaning = numberMeaning(format)
  if (NUMBERS.test(type)) return OF_NUMBERS.has(meaning)
  return FITTING[type.replace(/[ (].*/, '')]?.has(meaning) ?? false
}

/** How a cell shows its value: by its number format, or as its text is written where that has a percent sign. Null: as it is. */
export function formatOfCell({ cell, style, value }: SheetCell): string | null {
  if (cell.kind === 'number' || cell.kind === 'date') return style.numberFormat
  if (cell.kind !== 'text' || value.kind !== 'number' || !value.isPercent) return null
  return value.decimals === 0 ? '0%' : `0.${'0'.repeat(value.decimals)}%`
}

/** So large a part of the cells must be shown alike. */
const MOST = 0.6

/** Counts formats; what most cells are shown by is how the column is shown. */
export function createFormatCount() {
  const counts = new Map<string, number>()
  let cells = 0
  return {
    add(format: string | null) {
      cells++
      if (format !== null) counts.set(format, (counts.get(format) ?? 0) + 1)
    },
    /** Null where no format fits the type, or none is that of most cells. */
    decide(type: string): string | null {
      for (const [format, count] of counts) if (count >= cells * MOST && isKeptFormat(format, type)) return format
      return sharesOf(counts, cells, type)
    },
  }
}

/** Shares with more or fewer decimals are shares: the format that shows most of them. */
function sharesOf(counts: ReadonlyMap<string, number>, cells: number, type: string): string | null {
  const shares = [...counts].filter(([format]) => isKeptFormat(format, type) && numberMeaning(format) === 'percent')
  if (shares.reduce((sum, [, count]) => sum + count, 0) < cells * MOST) return null
  return shares.map(([format]) => format).toSorted((one, other) => other.length - one.length)[0] ?? null
}

/** Spreadsheets show numbers in thousands where a format ends its digits in commas: by what it divides them. */
export function shownDivisor(format: string | null): number {
  const [first = ''] = (format ?? '').split(';')
  const commas = /[0#?](,+)(?![0#?,])/.exec(first.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))?.[1] ?? ''
  return 1000 ** commas.length
}
