import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'

/** What companies ask of a token, the strictest of them. */
export type TokenPolicy = { areTokensAllowed: boolean; maxTokenDays: number | null }

/** Those of a user, and the one whose account the token would reach into. */
export async function findTokenPolicy(db: Db, userId: string, accountIds: readonly string[]): Promise<TokenPolicy> {
  const { rows } = await sql<TokenPolicy>`
    select coalesce(bool_and(p.tokens_allowed), true) as are_tokens_allowed, min(p.max_token_days) as max_token_days
    from account_policy p
    where p.account_id = any (${[...accountIds]}::uuid[]) or p.account_id in (select managing_accounts(${userId}))
  `.execute(db)
  return rows[0] ?? { areTokensAllowed: true, maxTokenDays: null }
}
