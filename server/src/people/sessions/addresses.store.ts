import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/postgres.ts'

/** Has this user ever shown that mail to the address arrives: through a provider, a reset link or a mailed invitation? */
export async function isAddressProven(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isProven: boolean }>`select is_address_proven(${userId}) as is_proven`.execute(db)
  return rows[0]?.isProven ?? false
}

/** Ends everything made under the address before it was proven; its content is held until its owner keeps it. */
export async function claimAddress(tx: Tx, userId: string) {
  await sql`select claim_address(${userId})`.execute(tx)
}

/** Ends every session, code and grant of a user, and all tokens, keys and webhooks but these. */
export async function endAccess(tx: Tx, userId: string, keep: readonly string[], reason: string) {
  await sql`select end_access(${userId}, ${keep}::uuid[], ${reason})`.execute(tx)
}

export async function hasHeldContent(db: Db, userId: string): Promise<boolean> {
  const held = await db
    .selectFrom('heldContent')
    .innerJoin('account', 'account.accountId', 'heldContent.accountId')
    .select('heldContent.accountId')
    .where('heldContent.userId', '=', userId)
    .where('account.closedAt', 'is', null)
    .limit(1)
    .execute()
  return held.length > 0
}

export type Access = {
  kind: 'token' | 'key' | 'link' | 'webhook'
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** What acts for this user without a session: tokens (those of agents too), keys of the user's accounts, links, webhooks. */
export async function listAccess(db: Db, userId: string): Promise<Access[]> {
  const { rows } = await sql<Access>`
    select case c.kind when 'pat' then 'token' else c.kind end as kind, c.credential_id as id,
      coalesce(nullif(c.name, ''), c.prefix) as name, c.created_at, c.last_used_at
    from credential c join account a using (account_id)
    where c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
      and (c.created_by = ${userId} or c.user_id = ${userId} or a.owner_id = ${userId})
    union all
    select 'webhook', webhook_id, url, created_at, last_success_at from webhook
    where user_id = ${userId} or account_id in (select account_id from account where owner_id = ${userId})
    order by kind, created_at
  `.execute(db)
  return rows
}
