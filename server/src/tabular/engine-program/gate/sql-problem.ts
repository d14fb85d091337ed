import type { SqlProblem } from '../../sql-question.ts'
import { placeOf } from './place.ts'

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
  const told = text.trim().replace(/[.!]+$/, '')
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`
}

export const refused = (message: string, suggestion: string, at?: number) =>
  new Refused({ code: 'invalid_sql', message, suggestion, at })

export const notReadOnly = (message: string, suggestion: string, at?: number) =>
  new Refused({ code: 'not_read_only', message, suggestion, at })

export function problemOf({ at, ...fault }: Fault, sql: string): SqlProblem {
  const place = placeOf(sql, at)
  return { ...fault, line: place?.line ?? null, column: place?.column ?? null }
}
