/** How often a delivery is tried, and when it is given up. In seconds, which a setting may shorten. */

/** From the attempt before to each attempt: ten of them, over three days and some hours. */
const DELAYS_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

export const MAX_ATTEMPTS = DELAYS_S.length

/** So that what failed together does not come back together. */
const JITTER = 0.1

/** What a receiver may ask for at most. */
const LONGEST_WAIT_S = 3_600

/** After nothing but failures for this long, no more attempts are made. */
export const FAILING_S = 5 * 86_400

/** Answers with which a receiver may say when to come back. */
const ASKS_TO_WAIT: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Seconds until the next attempt, after so many; undefined: that was the last. `chance` is between 0 and 1. */
export function delayAfter(attempts: number, waitS: number | undefined, chance: number): number | undefined {
  const delay = DELAYS_S[attempts]
  if (delay === undefined) return undefined
  const jittered = delay * (1 + JITTER * (2 * chance - 1))
  return Math.max(jittered, waitS ?? 0)
}

/** What the receiver asked for by Retry-After, in seconds or as a date. */
export function waitAskedFor(status: number, retryAfter: string | undefined, now: Date): number | undefined {
  if (!retryAfter || !ASKS_TO_WAIT.has(status)) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_WAIT_S)
}
