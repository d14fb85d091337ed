import { element } from './element.ts'
import type { Words } from './words.ts'

const NUMBERS = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DECIMAL|NUMERIC|DOUBLE|FLOAT|REAL)\b/i

const MOMENTS = /^(?:DATE|TIME)/i

/** How a column of a type stands: numbers at the right, and neither they nor days are broken into lines. */
export function sideOf(type: string): 'number' | 'moment' | undefined {
  if (NUMBERS.test(type)) return 'number'
  return MOMENTS.test(type) ? 'moment' : undefined
}

/** A value as it was received: numbers unrounded, texts with their blanks, and what is not there said as such. */
export function shownValue(value: unknown, w: Words): Node {
  if (value === null || value === undefined) return element('span', { class: 'nothing' }, w.empty)
  if (value === '') return element('span', { class: 'nothing' }, w.emptyText)
  return document.createTextNode(spell(value))
}

export const maskedValue = (w: Words) => element('span', { class: 'masked' }, w.masked)

const spell = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Members of an answer whose schema leaves them open, or that an older service does not have. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : spell(value))
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : [])
export const recordsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
