import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { type Taken, updateTaken } from './deliveries.store.ts'
import { updateHealthy } from './webhooks.store.ts'

/** Remembers what a receiver has taken, many at once: a commit for each would take longer than sending it. */
export async function recordTaken({ db }: Pick<Platform, 'db'>, webhookId: string, taken: readonly Taken[]) {
  if (taken.length === 0) return
  await inTransaction(db, async (tx) => {
    await updateTaken(tx, webhookId, taken)
    await updateHealthy(tx, webhookId)
  })
}
