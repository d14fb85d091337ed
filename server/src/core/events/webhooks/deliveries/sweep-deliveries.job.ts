import type { Platform } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { inTransaction } from '../../../../platform/postgres.ts'
import { deleteOldDeliveries } from './deliveries.store.ts'

const BATCH = 5_000
const DAY_MS = 86_400_000

/** Forgets what was sent, or could not be, long ago. */
export async function sweepDeliveries({ db, settings, now }: Pick<Platform, 'db' | 'settings' | 'now'>) {
  const bornBefore = newId(now().getTime() - settings.retention.deliveryDays * DAY_MS)
  const deleteBatch = () => inTransaction(db, (tx) => deleteOldDeliveries(tx, bornBefore, BATCH))
  while ((await deleteBatch()) === BATCH);
}
