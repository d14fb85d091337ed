import { askAboutHistory, dropExpiredPins } from '../../../engine/storage/retention.store.ts'
import type { Platform } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'

const PINS_AT_A_TIME = 1_000

/**
 * Versions expire although their workbook is no longer used, and branches expire. What that leaves behind is taken
 * away by the job that tidies the workbook.
 */
export async function sweepHistory({ db }: Platform) {
  let isMore = true
  while (isMore) isMore = await inTransaction(db, askAboutHistory)
  let dropped = PINS_AT_A_TIME
  while (dropped === PINS_AT_A_TIME) dropped = await inTransaction(db, (tx) => dropExpiredPins(tx, PINS_AT_A_TIME))
}
