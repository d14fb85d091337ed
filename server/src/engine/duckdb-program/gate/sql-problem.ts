import type { SqlProblem } from '../../reading/sql-question.ts'

/** A problem before its place in the text is worked out; `at` counts bytes, as DuckDB does. */
export type Fault = Omit<SqlProblem, 'line' | 'column'> & { at?: number | undefined }

/** Ends the check of a statement; never leaves the gate. */
export class Refused extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** A message of DuckDB's as a sentence. */
export function sentence(text: string): string {
  const sentence = text.trim().replace(/[.!]+$/, '')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

export const refused = (message: string, suggestion: string, at?: number) =>
  new Refused({ code: 'invalid_sql', message, suggestion, at })

export const notReadOnly = (message: string, suggestion: string, at?: number) =>
  new Refused({ code: 'not_read_only', message, suggestion, at })

export function problemOf({ at, ...fault }: Fault, sql: string): SqlProblem {
  const place = placeOf(sql, at)
  return { ...fault, line: place?.line ?? null, column: place?.column ?? null }
}

type TextPosition = { line: number; column: number }

const ASCII_ONLY = /^[\0-\x7f]*$/

/** Quoted parts and comments are kept whole; what is left of the alternatives are spaces other than the ASCII one. */
const SPACES_OUTSIDE_QUOTES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/g

/** Where the byte lies that DuckDB points at. */
function placeOf(sql: string, at: number | undefined): TextPosition | undefined {
  if (at === undefined || at < 0) return undefined
  if (ASCII_ONLY.test(sql)) return at <= sql.length ? placeAfter(sql.slice(0, at)) : undefined

  const bytes = Buffer.from(withAsciiSpaces(sql))
  return at <= bytes.length ? placeAfter(bytes.subarray(0, at).toString()) : undefined
}

/** DuckDB first turns every other space into one byte, so its positions are those of this text; the characters stay as many. */
export function withAsciiSpaces(sql: string): string {
  return sql.replace(SPACES_OUTSIDE_QUOTES, (found) => (found.length === 1 ? ' ' : found))
}

function placeAfter(before: string): TextPosition {
  const lines = before.split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
