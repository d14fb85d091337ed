import { sql } from 'kysely'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

/** The session and the user's default account, when it has neither ended nor been revoked. */
export async function findLiveSession(db: Db, sessionId: string, userId: string) {
  const [found] = await liveSessions(db, sessionId, userId)
  return found
}

const liveSessions = keepStatement((db, sessionId: string, userId: string) =>
  db
    .selectFrom('session')
    .innerJoin('account', (join) =>
      join.onRef('account.ownerId', '=', 'session.userId').on('account.kind', '=', 'default'),
    )
    .select(['session.sessionId', 'session.userId', 'account.accountId'])
    .where('session.sessionId', '=', sessionId)
    .where('session.userId', '=', userId)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .compile(),
)

/** 90 days at the most, however often it is renewed, or what the company of the user allows. */
export function insertSession(tx: Tx, session: { sessionId: string; userId: string }) {
  return tx
    .insertInto('session')
    .values({
      ...session,
      expiresAt: sql<Date>`least(now() + interval '90 days', now() + session_limit(${session.userId}))`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateSessionRevoked(tx: Tx, sessionId: string, reason: string) {
  await tx
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()`, revokedReason: reason })
    .where('sessionId', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** A ticket is good for 30 days and never outlives its session. */
export async function insertRefreshToken(tx: Tx, ticket: { tokenHash: Buffer; sessionId: string }) {
  await tx
    .insertInto('refreshToken')
    .values({
      ...ticket,
      expiresAt: sql<Date>`least(now() + interval '30 days', (select expires_at from session where session_id = ${ticket.sessionId}))`,
    })
    .execute()
}

export function lockRefreshToken(tx: Tx, tokenHashes: Buffer[]) {
  return tx
    .selectFrom('refreshToken')
    .innerJoin('session', 'session.sessionId', 'refreshToken.sessionId')
    .select([
      'refreshToken.tokenHash',
      'refreshToken.rotatedAt',
      'session.sessionId',
      'session.userId',
      'session.revokedAt',
    ])
    .select(sql<boolean>`least(refresh_token.expires_at, session.expires_at) <= now()`.as('isExpired'))
    .where('refreshToken.tokenHash', 'in', tokenHashes)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateRotated(tx: Tx, tokenHash: Buffer) {
  await tx.updateTable('refreshToken').set({ rotatedAt: sql<Date>`now()` }).where('tokenHash', '=', tokenHash).execute()
}

export function findSessionOfTicket(db: Db, tokenHashes: Buffer[]) {
  return db.selectFrom('refreshToken').select('sessionId').where('tokenHash', 'in', tokenHashes).executeTakeFirst()
}

/** Who holds this ticket, when it could still renew its session. The ticket stays as it is. */
export function findUserOfTicket(db: Db, tokenHashes: Buffer[]) {
  return db
    .selectFrom('refreshToken')
    .innerJoin('session', 'session.sessionId', 'refreshToken.sessionId')
    .innerJoin('appUser', 'appUser.userId', 'session.userId')
    .select(['appUser.userId', 'appUser.email', 'appUser.name'])
    .where('refreshToken.tokenHash', 'in', tokenHashes)
    .where('refreshToken.rotatedAt', 'is', null)
    .where('refreshToken.expiresAt', '>', sql<Date>`now()`)
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Held until the transaction ends: the next registration then sees whether it is the first. */
export async function lockFirstRegistration(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('first registration'))`.execute(tx)
}

/** A session that is over is kept for a week, so that a client that comes back with it learns why. */
export async function deleteOldSessions(tx: Tx) {
  await sql`delete from refresh_token where expires_at < now()`.execute(tx)
  await sql`delete from session where least(expires_at, revoked_at) < now() - interval '7 days'`.execute(tx)
}
