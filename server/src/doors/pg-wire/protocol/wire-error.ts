/** An error as clients of PostgreSQL know it. `place`: where in the text, counted in UTF-16 units from 0. */
export class WireError extends Error {
  readonly sqlState: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly place: number | undefined
  /** The connection ends with it. */
  readonly isFatal: boolean

  constructor(sqlState: string, message: string, more: WireErrorParts = {}) {
    super(message)
    this.sqlState = sqlState
    this.detail = more.detail
    this.hint = more.hint
    this.place = more.place
    this.isFatal = more.isFatal ?? false
  }
}

export type WireErrorParts = { detail?: string; hint?: string; place?: number; isFatal?: boolean }

export const wireError = (sqlState: string, message: string, more: WireErrorParts = {}) =>
  new WireError(sqlState, message, more)

/** The connection cannot be understood any more. */
export const protocolViolation = (message: string) => new WireError('08P01', message, { isFatal: true })

/** A message that is whole and makes no sense: what follows it can be understood. */
export const invalidMessage = (message: string) => new WireError('08P01', message)
