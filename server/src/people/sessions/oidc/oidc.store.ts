import { type Insertable, sql } from 'kysely'
import type { OidcAttempt } from '../../../platform/database/database-schema.ts'
import type { Db, Tx } from '../../../platform/postgres.ts'

export async function insertOidcAttempt(tx: Tx, attempt: Omit<Insertable<OidcAttempt>, 'expiresAt'>) {
  await tx
    .insertInto('oidcAttempt')
    .values({ ...attempt, expiresAt: sql<Date>`now() + interval '10 minutes'` })
    .execute()
}

/** The first to take it has it: a login comes back once, and to the browser it left. */
export function takeOidcAttempt(tx: Tx, attempt: { stateHash: Buffer; browserHash: Buffer; provider: string }) {
  return tx
    .deleteFrom('oidcAttempt')
    .where('stateHash', '=', attempt.stateHash)
    .where('browserHash', '=', attempt.browserHash)
    .where('provider', '=', attempt.provider)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('returnTo')
    .executeTakeFirst()
}

export async function deleteExpiredOidcAttempts(tx: Tx) {
  await tx.deleteFrom('oidcAttempt').where('expiresAt', '<', sql<Date>`now()`).execute()
}

/** A provider is known by its issuer: its name here may be given to another one day. */
export function findIdentity(db: Db, { issuer, subject }: { issuer: string; subject: string }) {
  return db
    .selectFrom('oidcIdentity')
    .select('userId')
    .where('provider', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function insertIdentity(
  tx: Tx,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
) {
  await tx
    .insertInto('oidcIdentity')
    .values({ provider: issuer, subject, userId })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .execute()
}
