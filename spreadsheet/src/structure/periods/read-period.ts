import { eraYear } from '../values/era-year.ts'
import { monthNamed } from './month-names.ts'
import { type PeriodLabel, UNTOLD } from './period-label.ts'
import { fullYear, readYear } from './year-text.ts'

const NAMED_MONTH = /^(\p{L}{2,10})\.?(?:[-' /,]+(\d{4}|\d{2}))?$/u
const YEAR_NAMED_MONTH = /^(\d{4})[- /](\p{L}{3,10})$/u
const MONTH = /^(?:(\d{4})年 ?)?(\d{1,2})月(?:度|分|末|期)?$/
const ERA_MONTH = /^(令和|平成|昭和|[RHS])\.? ?(元|\d{1,2})(?:年 ?|[./])(\d{1,2})月?(?:度|分)?$/
const NUMERIC_MONTH = /^(\d{4})[-/.M](\d{1,2})$/
const BUSINESS_TERM = /^(?:(\d{4})年|(\d{2,4})\/)(\d{1,2})月?期$/
const ORDINAL_TERM = /^第 ?(\d{1,3}) ?期$/

const QUARTER =
  /^(?:第 ?([1-4]) ?四半期|([1-4]) ?Q|Q ?([1-4])|([1-4])(?:st|nd|rd|th) (?:quarter|qtr)|qtr\.? ?([1-4])|([1-4])\. ?quartal|quartal ?([1-4])|([1-4])(?:er|e|ème|º|\.º)? ?trimestre|第?([1-4]) ?季度)$/i
const HALF =
  /^(?:(上|下)(?:半)?[期年]|(前|後)(?:半)?期|([12]) ?H|H ?([12])|([12])\. ?(?:Halbjahr|HJ)|([12])(?:er|e|º)? ?semestre)$/
const WEEK = /^(?:(?:W(?:eek|k)?|KW|sem(?:aine|ana)?)\.? ?(\d{1,2})|第 ?(\d{1,2}) ?[週周])$/i
const DAY_OF_MONTH = /^(\d{1,2})日$/
const MONTH_DAY = /^(\d{1,2})[/月](\d{1,2})日?$/
const RELATIVE =
  /^(?:前々?|当|今|来|翌|昨|本)(?:年度?|期|会計年度|連結会計年度|事業年度|四半期|月|年同期|年同月)(?:末|実績|予算|見込)?$|^(?:prior|previous|last|current|this|next) (?:year|month|quarter|period)$/i

/** The longest label that names a time. */
const LONGEST = 32

/** What time a label names; null where it names none. The text is NFKC and without surrounding spaces. */
export function readPeriod(text: string): PeriodLabel | null {
  if (text === '' || text.length > LONGEST) return null
  return readWhole(text) ?? readWithYear(text) ?? readBracketed(text)
}

/** `第64期(2023年3月期)`: what stands in the brackets says it again, and mostly better. */
function readBracketed(text: string): PeriodLabel | null {
  const [, before, inside] = /^(.+?) ?\((.+)\)$/.exec(text) ?? []
  if (before === undefined || inside === undefined) return null
  return readWhole(inside) && readWhole(before) ? readWhole(inside) : null
}

function readWhole(text: string): PeriodLabel | null {
  const year = readYear(text)
  if (year) return { ...UNTOLD, ...year, granularity: 'year' }
  return readTerm(text) ?? readMonth(text) ?? readPart(text) ?? readDay(text) ?? readRelative(text)
}

/** A business year by its end, or by its number. */
function readTerm(text: string): PeriodLabel | null {
  const term = BUSINESS_TERM.exec(text)
  if (term) {
    const month = Number(term[3])
    // The business year that ends in March began in the year before.
    const year = fullYear(term[1] ?? term[2] ?? '') - (month < 12 ? 1 : 0)
    return month >= 1 && month <= 12 ? { ...UNTOLD, granularity: 'year', year, isFiscal: true } : null
  }
  return ORDINAL_TERM.test(text) ? { ...UNTOLD, granularity: 'year', isFiscal: true } : null
}

function readMonth(text: string): PeriodLabel | null {
  const named = NAMED_MONTH.exec(text)
  const month = named ? monthNamed(named[1] ?? '') : null
  if (named && month !== null) return monthOf(named[2] ? fullYear(named[2]) : null, month)
  const reversed = YEAR_NAMED_MONTH.exec(text)
  const ofYear = reversed ? monthNamed(reversed[2] ?? '') : null
  if (reversed && ofYear !== null) return monthOf(Number(reversed[1]), ofYear)
  const written = MONTH.exec(text)
  if (written) return monthOf(written[1] ? Number(written[1]) : null, Number(written[2]))
  const era = ERA_MONTH.exec(text)
  if (era) return monthOf(eraYear(era[1] ?? '', era[2] === '元' ? 1 : Number(era[2])), Number(era[3]))
  const numeric = NUMERIC_MONTH.exec(text)
  return numeric ? monthOf(Number(numeric[1]), Number(numeric[2])) : null
}

function monthOf(year: number | null, month: number): PeriodLabel | null {
  return month >= 1 && month <= 12 ? { ...UNTOLD, granularity: 'month', year, month } : null
}

function readPart(text: string): PeriodLabel | null {
  const quarter = QUARTER.exec(text)
  if (quarter)
    return { ...UNTOLD, granularity: 'quarter', part: Number(quarter.slice(1).find((digit) => digit !== undefined)) }
  const half = HALF.exec(text)
  // 前期 names the term before more often than the first half.
  if (half && !(half[2] && text.length === 2))
    return {
      ...UNTOLD,
      granularity: 'half',
      part: half[1] === '下' || half[2] === '後' ? 2 : Number(half.slice(3).find((digit) => digit !== undefined) ?? 1),
    }
  const week = WEEK.exec(text)
  return week ? { ...UNTOLD, granularity: 'week', part: Number(week[1] ?? week[2]) } : null
}

function readDay(text: string): PeriodLabel | null {
  const day = DAY_OF_MONTH.exec(text)
  if (day) return dayOf(null, Number(day[1]))
  const monthDay = MONTH_DAY.exec(text)
  return monthDay ? dayOf(Number(monthDay[1]), Number(monthDay[2])) : null
}

function dayOf(month: number | null, day: number): PeriodLabel | null {
  if (day < 1 || day > 31 || (month !== null && (month < 1 || month > 12))) return null
  return { ...UNTOLD, granularity: 'day', month, day }
}

function readRelative(text: string): PeriodLabel | null {
  return RELATIVE.test(text) ? { ...UNTOLD, granularity: 'other' } : null
}

/** `2024年度第1四半期`, `2024Q1`, `Q1 2012/13`, `FY24 上期`: a part and its year, in either order. */
function readWithYear(text: string): PeriodLabel | null {
  const cuts = [
    ...text.matchAll(
      /[ '/_-]+|(?<=年度?)(?=[第上下\d])|(?<=\d{4})(?=Q)|(?<=[QH][1-4])(?=\d{4}$)|(?<=\d[QH])(?=\d{4}$)/gi,
    ),
  ]
  for (const cut of cuts) {
    const [before, after] = [text.slice(0, cut.index).trim(), text.slice(cut.index + cut[0].length).trim()]
    const joined = joinYear(before, after) ?? joinYear(after, before)
    if (joined) return joined
  }
  return null
}

function joinYear(yearText: string, partText: string): PeriodLabel | null {
  const year = readYear(yearText) ?? (/^\d{2}$/.test(yearText) ? { year: fullYear(yearText), isFiscal: false } : null)
  const part = readPart(partText) ?? readMonth(partText)
  if (!year || !part || part.year !== null) return null
  return { ...part, ...year }
}
