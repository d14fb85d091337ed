import { dateCandidates } from '../../values/date-candidates.ts'
import { daysInMonth } from '../../values/date-format.ts'
import { monthNamed } from '../periods/month-names.ts'
import { eraYear } from './era-year.ts'
import type { DateValue } from './value.ts'

const ERA_DATE = /^(令和|平成|昭和|大正|明治|[RHSTM])\.? ?(元|\d{1,2})[年./-] ?(\d{1,2})[月./-] ?(\d{1,2})日?$/
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)$/
const SHORT_YEAR = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2})$/
const SPACED_JAPANESE = /^(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日$/
const DAY_NAMED_MONTH = /^(\d{1,2})(?:st|nd|rd|th|er|\.)?(?: de)?[- ](\p{L}{3,10})\.?,?(?: de)?[- ](\d{4}|\d{2})$/u
const NAMED_MONTH_DAY = /^(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u
const WEEKDAY = / ?\((?:[日月火水木金土]|Sun|Mon|Tue|Wed|Thu|Fri|Sat)\)$/

/** `09:15`, `9:15 pm`, behind a day. */
const TIME_BEHIND = /[ T](\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap])\.?m\.?)?$/i

/** Years of two digits: up to here of this century. */
const LAST_SHORT_YEAR = 49

/** Nothing longer is a date, and nothing without a digit. */
const LONGEST = 40

/** A day, a moment or a time of day as people write it; null for anything else, days without their year too. */
export function readDateText(text: string): DateValue | null {
  if (text.length > LONGEST || !/\d/.test(text)) return null
  const bare = text.replace(WEEKDAY, '')
  return readNumeric(bare) ?? readWritten(bare) ?? readMoment(bare)
}

/** A day as people write it, and the time behind it. */
function readMoment(text: string): DateValue | null {
  const time = TIME_BEHIND.exec(text)
  const day = time && readDateText(text.slice(0, time.index))
  if (!time || !day || day.iso.length !== ISO_DAY) return null
  const [, hours, minutes = '', seconds = '00', half] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return { ...day, iso: `${day.iso} ${String(hour).padStart(2, '0')}:${minutes}:${seconds}`, format: null }
}

const ISO_DAY = 'YYYY-MM-DD'.length

function readNumeric(text: string): DateValue | null {
  const spelled = dateCandidates(text)
  const [format] = spelled?.formats ?? []
  const iso = format?.parse(text)
  return format !== undefined && iso ? { kind: 'date', iso, format: format.template } : null
}

function readWritten(text: string): DateValue | null {
  const era = ERA_DATE.exec(text)
  if (era) return dayOf(eraYear(era[1] ?? '', era[2] === '元' ? 1 : Number(era[2])), Number(era[3]), Number(era[4]))
  const year = SPACED_JAPANESE.exec(text) ?? COMPACT.exec(text)
  if (year) return dayOf(Number(year[1]), Number(year[2]), Number(year[3]))
  const short = SHORT_YEAR.exec(text)
  if (short) return readShort(Number(short[1]), Number(short[2]), Number(short[3]))
  const dayFirst = DAY_NAMED_MONTH.exec(text)
  if (dayFirst) return dayOf(fullYear(dayFirst[3] ?? ''), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const monthFirst = NAMED_MONTH_DAY.exec(text)
  return monthFirst && dayOf(Number(monthFirst[3]), monthOf(monthFirst[1] ?? ''), Number(monthFirst[2]))
}

/** `12/31/99`: the month first, unless there is no such month. */
function readShort(first: number, second: number, year: number): DateValue | null {
  const full = fullYear(String(year).padStart(2, '0'))
  return dayOf(full, first, second) ?? dayOf(full, second, first)
}

/** Of a year of two digits, too. */
export function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) <= LAST_SHORT_YEAR ? 2000 : 1900)
}

/** 0 where the word names no month. */
const monthOf = (word: string) => monthNamed(word) ?? 0

/** Null where there is no such day. */
export function dayOf(year: number | null, month: number, dayOfMonth: number): DateValue | null {
  if (year === null || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
  return { kind: 'date', iso, format: null }
}
