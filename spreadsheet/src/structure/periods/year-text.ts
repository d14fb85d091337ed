import { eraYear } from '../values/era-year.ts'

/** Years that people make tables about. */
const FIRST_YEAR = 1800
const LAST_YEAR = 2100
/** Years of two digits: up to here of this century. */
const LAST_SHORT_YEAR = 49

/** A year as a label spells it, and whether the spelling makes it a business year. */
export type YearText = { year: number; isFiscal: boolean }

const ERA = /^(令和|平成|昭和|大正|明治|[RHSTM])\.? ?(元|\d{1,2})(年度|年|期)?$/
const FISCAL = /^(?:FY|Fiscal Year|Fiscal) ?'?(\d{4}|\d{2})(?:[-/](?:\d{4}|\d{2}))?$/i
const WRITTEN = /^(?:CY ?|Jahr |année |año |anno )?'?(\d{4})(年度|年|年間)?$/i
const SPAN = /^(\d{4})[-/–](\d{2}|\d{4})(?:年度|年)?$/
const SHORT = /^'(\d{2})$|^(\d{2})(年度|年)$/

/** `2024年度`, `FY24`, `令和6年`, `2012/13`; null for anything else. */
export function readYear(text: string): YearText | null {
  return readEra(text) ?? readWritten(text) ?? readSpan(text)
}

function readEra(text: string): YearText | null {
  const [, era, digits, word] = ERA.exec(text) ?? []
  if (era === undefined || digits === undefined) return null
  // A letter and a digit alone are a code more often than a year.
  if (era.length === 1 && word === undefined) return null
  const year = eraYear(era, digits === '元' ? 1 : Number(digits))
  return year === null ? null : { year, isFiscal: word === '年度' || word === '期' }
}

function readWritten(text: string): YearText | null {
  const fiscal = FISCAL.exec(text)
  if (fiscal) return { year: fullYear(fiscal[1] ?? ''), isFiscal: true }
  const [, digits, word] = WRITTEN.exec(text) ?? []
  if (digits !== undefined) return within(Number(digits)) ? { year: Number(digits), isFiscal: word === '年度' } : null
  const short = SHORT.exec(text)
  return short ? { year: fullYear(short[1] ?? short[2] ?? ''), isFiscal: short[3] === '年度' } : null
}

/** `2012/13` and `2012-2013`: from one year into the next. */
function readSpan(text: string): YearText | null {
  const [, from, to] = SPAN.exec(text) ?? []
  if (from === undefined || to === undefined || !within(Number(from))) return null
  const next = String(Number(from) + 1)
  return next.endsWith(to) ? { year: Number(from), isFiscal: true } : null
}

export function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) <= LAST_SHORT_YEAR ? 2000 : 1900)
}

const within = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR
