import { readPeriod } from '../periods/read-period.ts'
import type { SampleColumn } from './sample.ts'

/** What kind of thing a header is: the name of an attribute, or a value that stands where a name should. */
export type HeaderKind = 'number' | 'period' | 'name'

/** Dates that are written carelessly. */
const DATE_LIKE = /^[A-Za-z]{3,9}\.? ?\d{1,2}(?:st|nd|rd|th)?[, ]+\d{4}$/

export const headerKind = ({ header, headerCell }: SampleColumn): HeaderKind =>
  headerCell?.value.kind === 'date' ? 'period' : kindOfName(headerCell?.text ?? header)

export function kindOfName(text: string): HeaderKind {
  if (readPeriod(text) || DATE_LIKE.test(text)) return 'period'
  return isNumberLike(text) ? 'number' : 'name'
}

/** A number, a share, or a range of numbers. */
const isNumberLike = (text: string) => /^-?[\d.,]+%?$/.test(text) || /^\d+ ?[-–] ?\d+$|^[<>]=? ?\d+$/.test(text)

/** The part of a header before its first number, bracket or separator: what numbered siblings share. */
export function stemOf(header: string): string {
  const [stem = ''] = /^[^\d(_.:#-]*/.exec(header) ?? []
  return stem.trim().toLowerCase()
}
