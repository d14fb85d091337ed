/** What went wrong, in the words of the product. Only `http/problem.ts` knows which status that is. */
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

export type ErrorText = {
  title: string
  detail: string
  /** Something the reader can do. */
  suggestedFix: string
  /** Further members of the problem document, in wire form. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  /** The workbook whose audit log should tell of this refusal. */
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
