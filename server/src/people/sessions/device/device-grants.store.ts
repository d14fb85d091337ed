import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/postgres.ts'

type NewGrant = {
  deviceCodeHash: Buffer
  userCodeHash: Buffer
  clientName: string
  seconds: number
  intervalSeconds: number
}

/** False: the code a person types is in use. */
export async function insertDeviceGrant(tx: Tx, { seconds, ...grant }: NewGrant): Promise<boolean> {
  const inserted = await tx
    .insertInto('deviceGrant')
    .values({ ...grant, status: 'pending', expiresAt: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.column('userCodeHash').doNothing())
    .returning('deviceCodeHash')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Programs wait by their own clock: half a second too early is no haste. */
export function lockDeviceGrant(tx: Tx, deviceCodeHashes: Buffer[]) {
  return tx
    .selectFrom('deviceGrant')
    .select(['deviceCodeHash', 'status', 'userId'])
    .select(sql<boolean>`last_polled_at + make_interval(secs => interval_seconds - 0.5) > now()`.as('isTooSoon'))
    .where('deviceCodeHash', 'in', deviceCodeHashes)
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePolled(tx: Tx, deviceCodeHash: Buffer, slowedBySeconds: number) {
  await tx
    .updateTable('deviceGrant')
    .set((eb) => ({ lastPolledAt: sql<Date>`now()`, intervalSeconds: eb('intervalSeconds', '+', slowedBySeconds) }))
    .where('deviceCodeHash', '=', deviceCodeHash)
    .execute()
}

export function findPendingDevice(db: Db, userCodeHashes: Buffer[]) {
  return db
    .selectFrom('deviceGrant')
    .select(['deviceCodeHash', 'clientName'])
    .where('userCodeHash', 'in', userCodeHashes)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** False: it was decided meanwhile. */
export async function updateDecided(
  tx: Tx,
  deviceCodeHash: Buffer,
  decision: { status: 'approved' | 'denied'; userId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('deviceGrant')
    .set(decision)
    .where('deviceCodeHash', '=', deviceCodeHash)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteDeviceGrant(tx: Tx, deviceCodeHash: Buffer) {
  await tx.deleteFrom('deviceGrant').where('deviceCodeHash', '=', deviceCodeHash).execute()
}

export async function deleteExpiredDeviceGrants(tx: Tx) {
  await tx.deleteFrom('deviceGrant').where('expiresAt', '<', sql<Date>`now()`).execute()
}
