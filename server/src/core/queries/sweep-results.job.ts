import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { resultObjectName } from './result.ts'
import { deleteResultObject, listExpiredObjects } from './result-objects.store.ts'
import { dropResultDays, ensureResultDays } from './results.store.ts'

/** A week in hand, so that a worker may be away for days. */
const DAYS_AHEAD = 7
const OBJECTS_AT_A_TIME = 500

/** Makes room for the results of the days to come, and forgets those whose days are over. */
export async function sweepResults(platform: Platform) {
  const { db, settings } = platform
  await inTransaction(db, (tx) => ensureResultDays(tx, DAYS_AHEAD))
  await inTransaction(db, (tx) => dropResultDays(tx, settings.retention.resultDays))
  let swept = OBJECTS_AT_A_TIME
  while (swept === OBJECTS_AT_A_TIME) swept = await sweepObjects(platform)
}

/** First the object, then the row that knows of it: what is left behind is found again. */
async function sweepObjects({ db, blobs }: Platform): Promise<number> {
  const expired = await listExpiredObjects(db, OBJECTS_AT_A_TIME)
  for (const key of expired) {
    await blobs.delete(resultObjectName(key.workbookId, key.objectId))
    await inTransaction(db, (tx) => deleteResultObject(tx, key))
  }
  return expired.length
}
