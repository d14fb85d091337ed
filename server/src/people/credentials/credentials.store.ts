import { type Insertable, sql } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Credential } from '../../platform/database/database-schema.ts'
import { keepStatement } from '../../platform/database/keep-statement.ts'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Everything needed to know the caller, in one look-up. A key acts on behalf of its account's owner. */
const credentialsBySecret = keepStatement((db, secretHashes: Buffer[]) =>
  db
    .selectFrom('credential')
    .innerJoin('account', 'account.accountId', 'credential.accountId')
    .selectAll('credential')
    .select('account.ownerId')
    .where(sql<boolean>`secret_hash = any (${secretHashes}::bytea[])`)
    .compile(),
)

export async function findCredentialBySecret(db: Db, secretHashes: Buffer[]) {
  const [found] = await credentialsBySecret(db, secretHashes)
  return found
}

export type FoundCredential = NonNullable<Awaited<ReturnType<typeof findCredentialBySecret>>>

/** What was read of the request's own credential together with what it asks for. */
export const CREDENTIAL_AHEAD = 'credential'

export function insertCredential(tx: Tx, credential: Insertable<Credential>) {
  return tx.insertInto('credential').values(credential).returningAll().executeTakeFirstOrThrow()
}

export function listTokens(db: Db, userId: string) {
  return db
    .selectFrom('credential')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'pat')
    .orderBy('credentialId', 'desc')
    .execute()
}

export function listKeys(db: Db, accountId: string) {
  return db
    .selectFrom('credential')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('kind', '=', 'key')
    .orderBy('credentialId', 'desc')
    .execute()
}

export function findToken(db: Db, userId: string, credentialId: string) {
  return db
    .selectFrom('credential')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .where('userId', '=', userId)
    .where('kind', '=', 'pat')
    .executeTakeFirst()
}

export function findKey(db: Db, accountId: string, credentialId: string) {
  return db
    .selectFrom('credential')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'key')
    .executeTakeFirst()
}

/** Live ones only: revoked and expired credentials leave room for new ones. */
export async function countLiveTokens(tx: Tx, userId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('credential')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .where('kind', '=', 'pat')
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  return n
}

export async function countLiveKeys(tx: Tx, accountId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('credential')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('accountId', '=', accountId)
    .where('kind', '=', 'key')
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Two mints at once must not both find the last free place: they queue on the row that bounds them. */
export async function lockOwner(tx: Tx, table: 'appUser' | 'account', id: string) {
  if (table === 'appUser')
    await tx.selectFrom('appUser').select('userId').where('userId', '=', id).forNoKeyUpdate().execute()
  else await tx.selectFrom('account').select('accountId').where('accountId', '=', id).forNoKeyUpdate().execute()
}

/** Was what the caller holds ended since the request came in? To be asked once what bounds it is locked. */
export async function hasEnded(tx: Tx, { credentialId }: Pick<Caller, 'credentialId'>): Promise<boolean> {
  const { rows } = await sql<{ hasEnded: boolean }>`
    select exists (select from session where session_id = ${credentialId} and revoked_at is not null)
        or exists (select from credential where credential_id = ${credentialId} and revoked_at is not null) as has_ended
  `.execute(tx)
  return rows[0]?.hasEnded ?? false
}

/** Another secret for the same credential: the one before is worth nothing any more. */
export async function updateSecret(
  tx: Tx,
  credentialId: string,
  { secretHash, prefix, seconds, days }: { secretHash: Buffer; prefix: string; seconds: number; days: number },
) {
  const secretExpiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`
  // A token that is renewed ends when companies say, counted from its beginning.
  const limit = sql`(select credential.created_at + min(p.max_token_days) * interval '1 day' from account_policy p
    where p.account_id = credential.account_id or p.account_id in (select managing_accounts(credential.user_id)))`
  const expiresAt = sql<Date>`least(now() + make_interval(days => ${days}), ${limit})`
  await tx
    .updateTable('credential')
    .set({ secretHash, prefix, secretExpiresAt, expiresAt })
    .where('credentialId', '=', credentialId)
    .execute()
}

export async function updateRevoked(tx: Tx, credentialId: string) {
  await tx
    .updateTable('credential')
    .set({ revokedAt: sql<Date>`now()` })
    .where('credentialId', '=', credentialId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Keys and tokens pinned to a workspace go with it. */
export async function updateRevokedByPin(tx: Tx, workspaceId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('credential')
    .set({ revokedAt: sql<Date>`now()` })
    .where('reachId', '=', workspaceId)
    .where('reachKind', '=', 'workspace')
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Keys and tokens bound to an account go with it. How many keys still worked. */
export async function updateRevokedOfAccount(tx: Tx, accountId: string): Promise<number> {
  const revoked = await tx
    .updateTable('credential')
    .set({ revokedAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .returning('kind')
    .execute()
  return revoked.filter(({ kind }) => kind === 'key').length
}

/** When each was last used, to the accuracy of a flush. */
export async function updateLastUsed(tx: Tx, credentialIds: string[]) {
  await sql`
    update credential set last_used_at = now()
    from (select credential_id from credential where credential_id = any(${credentialIds.toSorted()}::uuid[]) order by credential_id for update) as used
    where credential.credential_id = used.credential_id
  `.execute(tx)
}
