import { type Db, inTransaction, type Tx } from '../../../platform/postgres.ts'
import { tooManyAttempts } from '../accounts.errors.ts'
import type { Attempt } from './attempt.ts'
import { deleteAttempt, findAttempt, insertAttempt } from './attempts.store.ts'

export async function refuseIfTriedTooOften(db: Db, { subject, limit }: Attempt) {
  const tried = await findAttempt(db, subject)
  if (tried && tried.tries >= limit) throw tooManyAttempts(tried.secondsLeft)
}

/**
 * Counts a try, for good, and refuses it when it was one too many. Tries that are under way together are numbered here, so
 * that only the first of them learn their outcome.
 */
export async function countAttempt(db: Db, { subject, limit }: Attempt) {
  const { tries, secondsLeft } = await inTransaction(db, (tx) => insertAttempt(tx, subject))
  if (tries > limit) throw tooManyAttempts(secondsLeft)
}

/** A success makes up for the failures before it, if they were not too many already. */
export async function clearAttempts(tx: Tx, attempt: Attempt) {
  await deleteAttempt(tx, attempt.subject, attempt.limit)
  await refuseIfTriedTooOften(tx, attempt)
}
