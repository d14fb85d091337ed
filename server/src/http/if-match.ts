import { validationError } from './http.errors.ts'

/**
 * If-Match says what `expected_version` says: it stands in for it where that is left out, and must not contradict it.
 * `*` is for whatever is there, as null is.
 */
export function applyIfMatch(header: string | undefined, part: 'body' | 'query', values: unknown) {
  if (header === undefined || typeof values !== 'object' || values === null) return
  const version = versionIn(header)
  // Safe: an object. A query string has texts only.
  const members = values as Record<string, unknown>
  const told = part === 'query' ? String(version) : version
  if (members.expected_version === undefined) members.expected_version = told
  else if (members.expected_version !== told) throw wrong('conflict', 'says another version than expected_version')
}

function versionIn(header: string): number | null {
  if (header.trim() === '*') return null
  const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(header)?.[1]
  if (version === undefined) throw wrong('pattern', 'must be the ETag of a read, or *')
  return Number(version)
}

const wrong = (code: string, message: string) => validationError([{ loc: ['header', 'If-Match'], code, message }])
