import { createHmac } from 'node:crypto'
import type { MaskStyle } from '../mask-style.ts'

/**
 * A column that an engine holds under a style only: what it really is, for whoever makes the copies. No engine that runs SQL
 * of users is told. `key`: of the hash, in hex.
 */
export type Cover = { id: number; style: MaskStyle; type: string; initial: string | null; key: string }

/** 128 bits: nobody finds two values with the same. */
export const HASH_CHARACTERS = 32
/** Of a shorter text the last four would tell too much. */
export const LEAST_CHARACTERS = 8
export const SHOWN_CHARACTERS = 4

/** A canonical text as it is shown under the cover; the same as its SQL makes of the value. */
export function coverText(cover: Cover, text: string): string | null {
  switch (cover.style) {
    case 'hash':
      return createHmac('sha256', Buffer.from(cover.key, 'hex'))
        .update(hashedText(cover.type, text))
        .digest('hex')
        .slice(0, HASH_CHARACTERS)
    case 'last4':
      return lastFour(cover.type === 'VARCHAR' ? text : text.replace('-', ''))
    case 'year':
      return `${yearOf(text)}-01-01${cover.type === 'DATE' ? '' : ' 00:00:00'}${cover.type === 'TIMESTAMPTZ' ? '+00' : ''}`
  }
}

/** What is hashed: the text, but of numbers something that DuckDB says in the same way. */
function hashedText(type: string, text: string): string {
  if (type === 'DOUBLE') return bitsOf(Number(text))
  return type.startsWith('DECIMAL') ? text.replace(/^(-?)0\./, '$1.') : text
}

/** -0 equals 0. */
function bitsOf(number: number): string {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0)
  return bytes.readBigUInt64BE().toString(2).padStart(64, '0')
}

function lastFour(text: string): string | null {
  const characters = [...text]
  return characters.length < LEAST_CHARACTERS ? null : characters.slice(-SHOWN_CHARACTERS).join('')
}

/** Before year 1 it has a sign. */
const yearOf = (text: string) => text.slice(0, text.indexOf('-', 1))
