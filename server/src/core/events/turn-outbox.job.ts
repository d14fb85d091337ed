import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { dropOutboxDays, ensureOutboxDays } from './outbox.store.ts'

/** A week in hand, so that a worker may be away for days. */
const DAYS_AHEAD = 7
/** Events can be caught up with for seven days. */
const DAYS_KEPT = 7

/** Makes room for the events of the days to come and forgets those of days long gone. */
export async function turnOutbox({ db }: Pick<Platform, 'db'>) {
  await inTransaction(db, (tx) => ensureOutboxDays(tx, DAYS_AHEAD))
  await inTransaction(db, (tx) => dropOutboxDays(tx, DAYS_KEPT))
}
