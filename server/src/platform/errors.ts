import type { VisibleValue } from './visible-value.ts'

/** What went wrong, in the words of the product. Only `platform/http/response/problem.ts` knows which status that is. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'rate_limited'
  | 'not_implemented'
  | 'upstream'
  | 'unavailable'
  | 'timeout'

/** A cell that a problem quotes, as it was written and as it stands. With no column: a whole row. */
export type QuotedCell = {
  row_id: number
  column: string | null
  written: VisibleValue | null
  current: VisibleValue | null
}

/**
 * Further members of the problem document, in wire form. Those that quote cells take them from the lens of governance alone; a new
 * member that does is listed here.
 */
export type ProblemMembers = Record<string, unknown> & {
  cells?: readonly QuotedCell[]
  samples?: readonly VisibleValue[]
  value?: VisibleValue | null
  current?: VisibleValue | null
}

export type ErrorText = {
  title: string
  detail: string
  /** Something the reader can do. */
  suggestedFix: string
  extra?: ProblemMembers
  headers?: Record<string, string>
  /** The workbook whose audit log should record this refusal. */
  refusedAt?: { workbookId: string }
}

export class ServiceError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly text: ErrorText

  constructor(kind: ErrorKind, code: string, text: ErrorText) {
    super(`${code}: ${text.detail}`)
    this.name = 'ServiceError'
    this.kind = kind
    this.code = code
    this.text = text
  }
}

export const notFound = (resource: string, name: string) =>
  new ServiceError('not_found', 'not_found', {
    title: `No such ${resource}`,
    detail: `There is no ${resource} '${name}' that you can see.`,
    suggestedFix: `Check the spelling, or list what you can see to find the ${resource}.`,
    extra: { resource, name },
  })

/** For states the program rules out. Reaching one is a defect, never a caller's mistake. */
export function assertState(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`impossible: ${message}`)
}
