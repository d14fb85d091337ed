import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '../errors.ts'
import { sqlState } from '../postgres.ts'

/** PostgreSQL refuses or ends connections, or has no room: classes of its codes. */
const AWAY_STATES = /^(?:08|53|57P)/
/** A lock not had in time, a deadlock, a statement that took too long. */
const CONTENDED_STATES = /^(?:25P03|40001|40P01|55P03|57014)$/
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOSPC', 'EDQUOT']
/** Some say so in words only: the pool of connections, and a process of ours that found no room. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|\bENOSPC\b|no space left on device/i

/** Something that the service stands on was away, or had no room: PostgreSQL, the object store, a disk. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return AWAY_STATES.test(state)
  // What we refuse in words of our own may quote a cell, and a cell may hold any words.
  if (!(error instanceof Error) || error instanceof ServiceError) return false
  const { code } = error as NodeJS.ErrnoException
  return AWAY_CODES.includes(String(code)) || AWAY_WORDS.test(error.message) || isOutageOfS3(error)
}

/** The same call may succeed later, or elsewhere. */
export function isPassing(error: unknown): boolean {
  return isOutage(error) || CONTENDED_STATES.test(sqlState(error) ?? '')
}

/** The AWS SDK gives its own names to what it has tried three times. */
function isOutageOfS3(error: Error): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata !== undefined && (error.name === 'TimeoutError' || ($metadata.httpStatusCode ?? 0) >= 500)
}

const ASK_AGAIN_MS = 1_000

/** Asks until there is an answer other than an outage, or patience is over. */
export async function outlast<T>(ask: () => Promise<T>, patience: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!isOutage(error) || patience.aborted) throw error
      await pause(ASK_AGAIN_MS)
    }
}
