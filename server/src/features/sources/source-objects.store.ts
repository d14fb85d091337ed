import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

export type ObjectKey = { workbookId: string; objectId: string }

/** Known before it is uploaded: whoever dies in between leaves a row that the sweep finds. */
export async function insertSourceObject(tx: Tx, key: ObjectKey) {
  await tx.insertInto('sourceObject').values(key).execute()
}

/** Keeps the object, for ever (null) or for some hours. False: it took too long, and the sweep has it. */
export async function updateSourceObjectKept(tx: Tx, key: ObjectKey, hours: number | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sourceObject')
    .set({ expiresAt: hours === null ? null : sql<Date>`now() + make_interval(hours => ${hours})` })
    .where('workbookId', '=', key.workbookId)
    .where('objectId', '=', key.objectId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Those that a source still names wait until it is gone; all of them as long as a backup may name them. */
export function listExpiredSourceObjects(db: Db, backupDays: number, most: number): Promise<ObjectKey[]> {
  return db
    .selectFrom('sourceObject as o')
    .select(['o.workbookId', 'o.objectId'])
    .where('o.expiresAt', '<=', sql<Date>`now() - make_interval(days => ${backupDays})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sourceRevision as r')
            .select('r.revision')
            .whereRef('r.workbookId', '=', 'o.workbookId')
            .whereRef('r.objectId', '=', 'o.objectId'),
        ),
      ),
    )
    .orderBy('o.expiresAt')
    .limit(most)
    .execute()
}

/** After the object is gone. */
export async function deleteSourceObject(tx: Tx, { workbookId, objectId }: ObjectKey) {
  await tx.deleteFrom('sourceObject').where('workbookId', '=', workbookId).where('objectId', '=', objectId).execute()
}
