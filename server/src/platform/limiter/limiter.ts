import { assertState } from '../errors.ts'

/** How much one subject, a credential or an address, may ask for. */
export type Policy = { perMinute: number; atOnce: number }

export type Admission =
  | {
      admitted: true
      limit: number
      remaining: number
      /** Until the whole limit is there again. */
      resetSeconds: number
      /** To be called when the request is over; calling it again does nothing. */
      release: () => void
    }
  | {
      admitted: false
      reason: 'rate' | 'concurrency'
      limit: number
      remaining: number
      resetSeconds: number
      retryAfterSeconds: number
    }

export type Limiter = {
  /** A refused request uses up nothing. */
  admit(subject: string, policy: Policy): Promise<Admission>
  close(): Promise<void>
}

/**
 * A slot never given back comes free by itself: the node that held it may have died. It is longer than an ordinary
 * request may take; a longer one no longer counts as running.
 */
export const SLOT_LEASE_MS = 150_000

/**
 * GCRA keeps one number per subject: the moment when its bucket will be full again. Each request moves it on by one
 * interval; a request that would move it more than a whole bucket ahead of now is refused. So a burst is exactly the
 * limit, and afterwards one request is admitted per interval.
 *
 * Whole microseconds keep the sums exact; the steady rate is too high by less than one microsecond per request.
 */
export function intervalMicros(perMinute: number): number {
  assertState(Number.isInteger(perMinute) && perMinute >= 1 && perMinute <= 1e6, `a limit of ${perMinute} per minute`)
  return Math.floor(60_000_000 / perMinute)
}

export type Draw = { isAdmitted: boolean; fullAtMicros: number }

export function draw(fullAtMicros: number | undefined, nowMicros: number, perMinute: number): Draw {
  const interval = intervalMicros(perMinute)
  const capacity = interval * perMinute
  // A subject never owes more than one bucket, even after the clock was set back or the limit was changed.
  const fullAt = Math.min(Math.max(fullAtMicros ?? nowMicros, nowMicros), nowMicros + capacity)
  const isAdmitted = fullAt + interval - nowMicros <= capacity
  return { isAdmitted, fullAtMicros: isAdmitted ? fullAt + interval : fullAt }
}

/** `owedMicros`: how far away the moment is when the bucket will be full. */
export function describeAdmitted({ perMinute }: Policy, owedMicros: number, release: () => void): Admission {
  return { admitted: true, ...quota(perMinute, owedMicros), release }
}

export function describeRefused({ perMinute }: Policy, owedMicros: number, reason: 'rate' | 'concurrency'): Admission {
  const interval = intervalMicros(perMinute)
  const untilNextMicros = owedMicros + interval - interval * perMinute
  // It is unknown when another request will be over.
  const retryAfterSeconds = reason === 'concurrency' ? 1 : Math.max(1, Math.ceil(untilNextMicros / 1e6))
  return { admitted: false, reason, ...quota(perMinute, owedMicros), retryAfterSeconds }
}

function quota(perMinute: number, owedMicros: number) {
  const remaining = perMinute - Math.ceil(owedMicros / intervalMicros(perMinute))
  return { limit: perMinute, remaining, resetSeconds: Math.ceil(owedMicros / 1e6) }
}
