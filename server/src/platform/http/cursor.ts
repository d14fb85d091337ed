import { timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../keyring.ts'
import { invalidCursor } from './http.errors.ts'

/** Where a list goes on. Signed, and bound to its list: a client cannot craft one to look elsewhere. */
export function writeCursor(keyring: Keyring, list: string, position: unknown): string {
  const text = JSON.stringify(position)
  const signature = keyring.sign('cursor', `${list}\n${text}`).subarray(0, 12)
  return Buffer.concat([signature, Buffer.from(text)]).toString('base64url')
}

export function readCursor(keyring: Keyring, list: string, cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.subarray(12).toString()
  const fits = keyring
    .signatures('cursor', `${list}\n${text}`)
    .some((signature) => matches(signature.subarray(0, 12), bytes.subarray(0, 12)))
  if (!fits) throw invalidCursor()
  return JSON.parse(text)
}

type PageQuery = { cursor?: string | undefined; limit: number }

/** A page of a list that is short enough to be made whole for each of them. It goes on behind as many as came before. */
export function pageOfWhole<T>(keyring: Keyring, list: string, all: readonly T[], { cursor, limit }: PageQuery) {
  // Safe: signed by us.
  const from = cursor === undefined ? 0 : (readCursor(keyring, list, cursor) as number)
  const end = from + limit
  return { page: all.slice(from, end), nextCursor: end < all.length ? writeCursor(keyring, list, end) : null }
}

const matches = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
