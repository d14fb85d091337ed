/**
 * How a column spells its dates and times, e.g. `YYYY/M/D H:mm`. One spelling says everything: `M` is a month without a
 * leading zero, `MM` one with it, so that what is read is written back as it was.
 */
export type DateFormat = {
  template: string
  /** The canonical text, or null where the text is not spelled so or the day does not exist. */
  parse(text: string): string | null
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction'

const TOKENS: Readonly<Record<string, readonly [part: Part, pattern: string]>> = {
  YYYY: ['year', '(?!0000)[0-9]{4}'],
  MM: ['month', '0[1-9]|1[0-2]'],
  M: ['month', '[1-9]|1[0-2]'],
  DD: ['day', '0[1-9]|[12][0-9]|3[01]'],
  D: ['day', '[1-9]|[12][0-9]|3[01]'],
  HH: ['hour', '[01][0-9]|2[0-3]'],
  H: ['hour', '[0-9]|1[0-9]|2[0-3]'],
  mm: ['minute', '[0-5][0-9]'],
  ss: ['second', '[0-5][0-9]'],
}

export const TOKEN = /YYYY|MM|M|DD|D|HH|H|mm|ss|S{1,6}/g

const compiled = new Map<string, DateFormat>()

export function dateFormat(template: string): DateFormat {
  const known = compiled.get(template)
  if (known !== undefined) return known
  const parts: Part[] = []
  const pattern = template.replace(/[.\\^$|?*+()[\]{}]/g, '\\$&').replace(TOKEN, (token) => {
    const [part, digits] = TOKENS[token] ?? (['fraction', `[0-9]{${token.length}}`] as const)
    parts.push(part)
    return `(${digits})`
  })
  const spelling = new RegExp(`^${pattern}$`)
  const format: DateFormat = {
    template,
    parse: (text) => {
      const match = spelling.exec(text)
      return match === null ? null : canonicalOf(parts, match)
    },
  }
  compiled.set(template, format)
  return format
}

type Moment = Partial<Record<Part, string>>

function canonicalOf(parts: readonly Part[], match: RegExpExecArray): string | null {
  const moment: Moment = {}
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part !== undefined) moment[part] = match[at + 1] ?? ''
  }
  const date = moment.year === undefined ? '' : canonicalDate(moment)
  if (date === null) return null
  if (moment.hour === undefined) return date
  const time = canonicalTime(moment)
  return date === '' ? time : `${date} ${time}`
}

function canonicalDate({ year = '', month = '', day = '' }: Moment): string | null {
  if (Number(day) > daysInMonth(Number(year), Number(month))) return null
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function canonicalTime({ hour = '', minute = '00', second = '00', fraction = '' }: Moment): string {
  const shortened = fraction.replace(/0+$/, '')
  return `${hour.padStart(2, '0')}:${minute}:${second}${shortened === '' ? '' : `.${shortened}`}`
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
