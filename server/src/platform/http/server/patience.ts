/** How long the service waits for others. */
export type Patience = {
  /** For the headers of a request. */
  headersMs: number
  /** For a whole request. */
  requestMs: number
  /** For a whole request that brings a file; one that stalls is not waited for so long. */
  uploadMs: number
  /** For a client that takes nothing of a stream, or brings nothing of a file: longer than a query may be silent. */
  stalledMs: number
  /** For the first of two requests with the same Idempotency-Key. */
  twinMs: number
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 3_600_000,
  stalledMs: 150_000,
  twinMs: 10_000,
}
