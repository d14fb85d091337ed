import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { discard, HELD_DAYS } from './decide-held-content.ts'
import { deleteIdleKeepers, listHeldTooLong } from './held-content.store.ts'

/** Deletes what its owner has not kept in time. */
export async function sweepHeldContent({ db }: Platform) {
  for (const { userId, accountId } of await listHeldTooLong(db, HELD_DAYS))
    await inTransaction(db, (tx) => discard(tx, userId, accountId))
  await inTransaction(db, deleteIdleKeepers)
}
