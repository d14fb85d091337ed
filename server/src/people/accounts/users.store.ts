import { type Insertable, sql } from 'kysely'
import type { AppUser } from '../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

export function findUser(db: Db, userId: string) {
  return db.selectFrom('appUser').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export function findUserByEmail(db: Db, emailKey: string) {
  return db.selectFrom('appUser').selectAll().where('emailKey', '=', emailKey).executeTakeFirst()
}

export async function hasAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('appUser').select('userId').limit(1).executeTakeFirst()) !== undefined
}

/** Undefined: the address is taken. */
export function insertUser(tx: Tx, user: Insertable<AppUser>) {
  return tx
    .insertInto('appUser')
    .values(user)
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Null: no password opens the account until a new one is set. */
export async function updatePassword(tx: Tx, userId: string, passwordHash: string | null) {
  await tx.updateTable('appUser').set({ passwordHash }).where('userId', '=', userId).execute()
}

export async function updateName(tx: Tx, userId: string, name: string) {
  await tx.updateTable('appUser').set({ name }).where('userId', '=', userId).execute()
}

/** For a user who is made with the proof: nothing was made under the address before. */
export async function updateAddressProven(tx: Tx, userId: string) {
  await tx.updateTable('appUser').set({ addressProvenAt: sql<Date>`now()` }).where('userId', '=', userId).execute()
}

/** Held until the transaction ends: what is counted of a user is counted by one at a time. */
export async function lockUser(tx: Tx, userId: string) {
  await tx.selectFrom('appUser').select('userId').where('userId', '=', userId).forUpdate().execute()
}
