import type { Platform } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { endAccount } from '../closing/end-account.ts'
import { keepHeldContent, listHeldContent, lockHeldContent } from './held-content.store.ts'

/** Content that its owner does not decide on is deleted after so many days. */
export const HELD_DAYS = 30

export type Decision = 'keep' | 'discard'

/** What was made under the user's address before it was proven. */
export const readHeldContent = ({ db }: Pick<Platform, 'db'>, userId: string) => listHeldContent(db, userId)

/**
 * The owner of an address keeps what was made under it, or has it deleted. What is kept is the owner's alone: none of the
 * members, shares and credentials of before come back. All of the accounts named, or none.
 */
export async function decideHeldContent(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  accountIds: readonly string[],
  decision: Decision,
) {
  await inTransaction(db, async (tx) => {
    for (const accountId of new Set(accountIds)) {
      const isDone =
        decision === 'keep' ? await keepHeldContent(tx, userId, accountId) : await discard(tx, userId, accountId)
      if (!isDone) throw notFound('held content', toWireId('acc', accountId))
    }
  })
}

/** False: it is not held for this user. */
export async function discard(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  const held = await lockHeldContent(tx, userId, accountId)
  if (!held) return false
  await endAccount(tx, { accountId, ownerId: userId, name: held.name, customerRef: null })
  return true
}
