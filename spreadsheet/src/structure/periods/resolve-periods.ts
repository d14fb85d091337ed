import type { PeriodLabel } from './period-label.ts'
import { readPeriod } from './read-period.ts'
import { readYear } from './year-text.ts'

/** In Japan, business years begin in April. */
const FIRST_FISCAL_MONTH = 4

/** The year that labels leave out, as something around the table tells it. */
export type YearInContext = { year: number; isFiscal: boolean; month: number | null }

/** Labels with the year that what stands around them tells; `above` are the labels over each of them. */
export function resolvePeriods(
  labels: readonly PeriodLabel[],
  above: readonly (PeriodLabel | null)[],
  context: YearInContext | null,
): PeriodLabel[] {
  const start = startOf(labels, context)
  return labels.map((label, n) => {
    const outer = above[n]
    if (label.year !== null) return label
    if (outer?.year != null)
      return withYear(label, { year: outer.year, isFiscal: outer.isFiscal, month: outer.month }, start)
    return context ? withYear(label, context, start) : label
  })
}

/** Months that run past December belong to a business year: 4月 … 12月, 1月 … 3月. */
function startOf(labels: readonly PeriodLabel[], context: YearInContext | null): number {
  const months = labels.flatMap(({ month, granularity }) => (granularity === 'month' && month !== null ? [month] : []))
  const [first] = months
  if (first !== undefined && first !== 1 && months.some((month, n) => n > 0 && month < (months[n - 1] ?? 0)))
    return first
  return context?.isFiscal ? FIRST_FISCAL_MONTH : 1
}

function withYear(label: PeriodLabel, { year, isFiscal, month }: YearInContext, start: number): PeriodLabel {
  switch (label.granularity) {
    case 'month':
      return { ...label, year: label.month !== null && label.month < start ? year + 1 : year }
    case 'day': {
      const inMonth = label.month ?? month
      return inMonth === null
        ? label
        : { ...label, year: isFiscal && inMonth < start ? year + 1 : year, month: inMonth }
    }
    case 'quarter':
    case 'half':
    case 'week':
      return { ...label, year, isFiscal }
    default:
      return label
  }
}

/** A bare number of four digits is a year unless it counts something. */
const YEAR_IN_TEXT =
  /((?:令和|平成|昭和) ?(?:元|\d{1,2})年度?|(?:FY ?|(?<![\d.,]))(?:19|20)\d\d(?:年度?|(?=(?:0[1-9]|1[0-2])(?:\D|\d\d\D|\d\d$|$))|(?![\d.,]\d|\d| ?(?:社|名|人|件|円|個|台|点|本|枚|万|千|百|億|%|customers|items|units|people|employees|products|rows|records)))|FY ?'?\d\d(?!\d))/i
const MONTH_IN_TEXT = /((?:19|20)\d\d)[年/.-] ?(\d{1,2})(?:月|\b)/

const SPAN_IN_TEXT =
  /(?:自|from)?\s*(?:(令和|平成|昭和) ?(元|\d{1,2})|((?:19|20)\d\d))年 ?\d{1,2}月(?: ?\d{1,2}日)?\s*(?:[〜～~ー–-]|から|より|\s至)/
const FISCAL_IN_TEXT =
  /(?:(?:令和|平成|昭和) ?(?:元|\d{1,2})|(?<!\d)(?:19|20)\d\d)年度|(?:\b|_)FY ?'?(?:\d{4}|\d\d)(?!\d)/i

/** The year that one of the texts around a table names: a business year, or the span it covers. Days and other years say less. */
export function yearAround(texts: readonly string[]): YearInContext | null {
  for (const text of texts) {
    const plain = text.normalize('NFKC')
    const [fiscal] = FISCAL_IN_TEXT.exec(plain) ?? []
    const [, era, inEra = '', digits] = SPAN_IN_TEXT.exec(plain) ?? []
    const spanned = era ? `${era}${inEra}年` : digits && `${digits}年`
    const year = readYear((fiscal ?? spanned ?? '').replace(/^_/, '').replaceAll(' ', ''))
    if (year) return { ...year, month: null }
  }
  return null
}

/** The year, and the month, that a title or the name of a sheet or a file tells. */
export function yearInText(text: string | null): YearInContext | null {
  const plain = (text ?? '').normalize('NFKC')
  const month = MONTH_IN_TEXT.exec(plain)
  if (month && readPeriod(`${month[1]}年${month[2]}月`))
    return { year: Number(month[1]), isFiscal: false, month: Number(month[2]) }
  const year = readYear((YEAR_IN_TEXT.exec(plain)?.[1] ?? '').replaceAll(' ', ''))
  return year && { ...year, month: null }
}
