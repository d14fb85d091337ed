import { type RawBuilder, sql } from 'kysely'
import type { Reach, Scope } from '../../caller.ts'
import type { JsonValue } from '../../database/database-schema.ts'
import type { Db, Tx } from '../../postgres.ts'

export type KeyedRequest = {
  /** The user, or the key: two tokens of one user share their keys. */
  principal: string
  method: string
  /** Short: an index of PostgreSQL takes 2700 bytes, a path with two long names has more. */
  path: string
  key: string
  bodyHash: Buffer
  holder: Holder
  /** The workbook its path leads into. */
  workbookId: string | null
}

export type StoredKey = { claimed: boolean; bodyHash: Buffer | null; reach: StoredHolder | null; answer: Buffer | null }

/** The credential that made the first call, as far as a replay is judged by it. */
export type Holder = {
  credentialId: string
  accountId: string
  reach: Reach
  scopes: readonly Scope[]
  /** Null: it does not expire. */
  expiresAt: string | null
}

/** `policyEpoch`: of the workbook, when it was answered. Answers kept by nodes of 0.1 lack the credential. */
export type StoredHolder = Pick<Holder, 'accountId' | 'reach'> & Partial<Holder> & { policyEpoch?: number | null }

/** The policies under which an answer is kept: of the moment it is complete, what it changed itself included. */
const withEpoch = (
  reach: RawBuilder<unknown>,
  workbookId: string | null,
) => sql<JsonValue>`${reach} || jsonb_build_object(
  'policyEpoch', (select policy_epoch from workbook_head where workbook_id = ${workbookId}))`

/** Undefined: the first request was rolled back between the two looks; ask again. */
export async function claimKey(tx: Tx, request: KeyedRequest): Promise<StoredKey | undefined> {
  const { principal, method, path, key, bodyHash, holder } = request
  const { rows } = await sql<StoredKey>`
    select * from claim_idempotency_key(${principal}, ${method}, ${path}, ${key}, ${bodyHash}, ${JSON.stringify(holder)}::jsonb)
  `.execute(tx)
  return rows[0]
}

/** Whether the request was answered within the day: then nothing is done for it any more. */
export async function hasAnswer(db: Db, { principal, method, path, key }: KeyedRequest): Promise<boolean> {
  const found = await db
    .selectFrom('idempotency')
    .select('key')
    .where('principal', '=', principal)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('answer', 'is not', null)
    .where('createdAt', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
  return found !== undefined
}

export async function updateAnswer(tx: Tx, request: KeyedRequest, answer: Buffer) {
  const { principal, method, path, key, workbookId } = request
  await tx
    .updateTable('idempotency')
    .set({ answer, reach: withEpoch(sql.ref('reach'), workbookId) })
    .where('principal', '=', principal)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .execute()
}

export async function deleteKey(tx: Tx, { principal, method, path, key }: KeyedRequest) {
  await tx
    .deleteFrom('idempotency')
    .where('principal', '=', principal)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('key', '=', key)
    .execute()
}

/** For an answer that is sent after a rollback: the first answer keeps the key for its day. */
export async function insertAnswer(tx: Tx, request: KeyedRequest, answer: Buffer) {
  const { principal, method, path, key, bodyHash, holder, workbookId } = request
  const kept = withEpoch(sql`${JSON.stringify(holder)}::jsonb`, workbookId)
  await tx
    .insertInto('idempotency')
    .values({ principal, method, path, key, bodyHash, reach: kept, answer })
    .onConflict((conflict) =>
      conflict
        .columns(['principal', 'method', 'path', 'key'])
        .doUpdateSet(({ ref }) => ({
          bodyHash: ref('excluded.bodyHash'),
          reach: ref('excluded.reach'),
          answer: ref('excluded.answer'),
          createdAt: sql<Date>`now()`,
        }))
        .where(sql<boolean>`idempotency.created_at < now() - interval '24 hours'`),
    )
    .execute()
}

export async function deleteOldKeys(db: Db, olderThanHours: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from idempotency where created_at < now() - make_interval(hours => ${olderThanHours}) returning 1)
    select count(*) as count from gone
  `.execute(db)
  return rows[0]?.count ?? 0
}
