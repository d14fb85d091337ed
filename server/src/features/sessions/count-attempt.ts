import { type Db, inTransaction, type Tx } from '../../platform/postgres.ts'
import type { Attempt } from './attempt.ts'
import { deleteAttempt, findAttempt, insertAttempt } from './attempts.store.ts'
import { tooManyLogins } from './sessions.errors.ts'

export async function refuseIfTriedTooOften(db: Db, { subject, limit }: Attempt) {
  const tried = await findAttempt(db, subject)
  if (tried && tried.tries >= limit) throw tooManyLogins(tried.secondsLeft)
}

/**
 * Counts a try, for good, and refuses it when it was one too many. Tries that were under way together are numbered
 * here, so that their outcome is told to the first of them only.
 */
export async function countAttempt(db: Db, { subject, limit }: Attempt) {
  const { tries, secondsLeft } = await inTransaction(db, (tx) => insertAttempt(tx, subject))
  if (tries > limit) throw tooManyLogins(secondsLeft)
}

/** A success makes up for the failures before it, if they were not too many already. */
export async function clearAttempts(tx: Tx, attempt: Attempt) {
  await deleteAttempt(tx, attempt.subject, attempt.limit)
  await refuseIfTriedTooOften(tx, attempt)
}
