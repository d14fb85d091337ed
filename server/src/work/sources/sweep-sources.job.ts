import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { deleteOldStructurings } from './ingest/structuring/structurings.store.ts'
import { sourceObjectName } from './source.ts'
import { deleteSourceObject, listExpiredSourceObjects } from './sources.store.ts'
import { deleteOldUploads } from './upload/uploads.store.ts'

const OBJECTS_AT_A_TIME = 500
/** So long the same content again costs nothing. */
const KNOWN_DAYS = 90

/** Forgets upload slots whose day is over and what was structured long ago, and takes away files that no source has claimed. */
export async function sweepSources(platform: Platform) {
  await inTransaction(platform.db, async (tx) => {
    await deleteOldUploads(tx, platform.settings.retention.uploadHours)
    await deleteOldStructurings(tx, KNOWN_DAYS)
  })
  let swept = OBJECTS_AT_A_TIME
  while (swept === OBJECTS_AT_A_TIME) swept = await sweepObjects(platform)
}

/** First the object, then the row that knows of it: what is left behind is found again. */
async function sweepObjects({ db, blobs, settings }: Platform): Promise<number> {
  const expired = await listExpiredSourceObjects(db, settings.retention.backupDays, OBJECTS_AT_A_TIME)
  for (const key of expired) {
    await blobs.delete(sourceObjectName(key.workbookId, key.objectId))
    await inTransaction(db, (tx) => deleteSourceObject(tx, key))
  }
  return expired.length
}
