import { EngineDied, EngineFailed } from '../duckdb/engine.errors.ts'

/**
 * Every retry of a read is decided here. A read changes nothing, so it may be done again; each cause is noticed in the layer that
 * can see it, and the numbers multiply: a page of rows asks an engine 2 × 3 × 2 times at worst, and once nearly always. No retry
 * waits before it begins, and each question to an engine has a deadline of its own.
 */
export const MOST_READS = {
  /** Policies changed while it was read. What was read under the old ones must not leave; if they keep changing it is a 503. */
  policiesChanged: 2,
  /** An engine answered at a later version than the table was opened at. The last answer stands: it is right, and only costs the client a needless 409. */
  tableMovedOn: 3,
  /** The engine process failed. Another one answers; what fails twice is reported. */
  engineFailed: 2,
  /** A statement names tables that its engine does not hold yet. They are brought, and it is asked again. */
  tableNeeded: 4,
} as const

/** Reads until an answer may leave. What to do with one that never may is the caller's decision. */
export async function readUntil<T>(
  cause: 'policiesChanged' | 'tableMovedOn',
  read: () => Promise<T>,
  mayLeave: (answer: T) => boolean | Promise<boolean>,
): Promise<{ answer: T; mayLeave: boolean }> {
  for (let n = 1; ; n++) {
    const answer = await read()
    if (await mayLeave(answer)) return { answer, mayLeave: true }
    if (n === MOST_READS[cause]) return { answer, mayLeave: false }
  }
}

/**
 * Asks again when an engine failed for a reason that another engine need not have. `statement`: `ours` or of a `user`, whose
 * failures are the statement's own and would come again; only the end of its process may be another's fault.
 */
export async function askUntilAnswered<T>(
  statement: 'ours' | 'user',
  ask: () => Promise<T>,
  onRetry: (error: unknown) => void = () => {},
): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await ask()
    } catch (error) {
      if (n === MOST_READS.engineFailed || !isWorthAnotherTry(statement, error)) throw error
      onRetry(error)
    }
  }
}

/** Too late, too large and corrupt are the same in every engine. */
function isWorthAnotherTry(statement: 'ours' | 'user', error: unknown): boolean {
  if (error instanceof EngineDied) return !error.isLate
  if (statement === 'user' || !(error instanceof EngineFailed)) return false
  return error.failure !== 'too_large' && error.failure !== 'corrupt'
}
