import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

export type ObjectKey = { workbookId: string; objectId: string }

/** Known before it is uploaded: a node that dies in between leaves a row that the sweep finds an hour later. */
export async function insertResultObject(tx: Tx, key: ObjectKey) {
  await tx.insertInto('resultObject').values(key).execute()
}

/** The object is kept as long as its result. False: the upload took too long, and the sweep has it. */
export async function updateResultObject(tx: Tx, key: ObjectKey, expiresAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('resultObject')
    .set({ expiresAt })
    .where('workbookId', '=', key.workbookId)
    .where('objectId', '=', key.objectId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function listExpiredObjects(db: Db, most: number): Promise<ObjectKey[]> {
  return db
    .selectFrom('resultObject')
    .select(['workbookId', 'objectId'])
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('expiresAt')
    .limit(most)
    .execute()
}

/** After the object is gone. */
export async function deleteResultObject(tx: Tx, { workbookId, objectId }: ObjectKey) {
  await tx.deleteFrom('resultObject').where('workbookId', '=', workbookId).where('objectId', '=', objectId).execute()
}
