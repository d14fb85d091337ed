import { BinderyProblem, BinderyUnreachable } from './problem.ts'

/** How a request may be repeated, as the table of operations says. */
export type Repetition = 'safe' | 'keyed' | 'never'

const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 8_000
/** A longer wait is for the caller to decide. */
const LONGEST_WAIT_MS = 60_000

/** What passes by itself. A 409 never does: the caller has to look. */
const PASSING = new Set([429, 500, 502, 503, 504])

const TOO_LONG = new Set(['query_timeout', 'reading_timeout'])

/** How long to wait before the next attempt, or null when there should be none. */
export function delayBeforeRepeat(error: unknown, repetition: Repetition, attempt: number): number | null {
  if (repetition === 'never') return null
  const spread = Math.random() / 2 + 0.5
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * spread
  if (error instanceof BinderyUnreachable) return delayMs
  // What took too long will take as long again.
  if (!(error instanceof BinderyProblem) || !PASSING.has(error.status) || TOO_LONG.has(error.code)) return null
  const askedMs = error.retryAfterMs ?? 0
  return askedMs > LONGEST_WAIT_MS ? null : Math.max(delayMs, askedMs)
}

/** Waits, or throws what the signal was aborted with. */
export function pause(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
