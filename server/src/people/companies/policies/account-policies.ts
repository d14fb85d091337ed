import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { openAccount } from '../../accounts/open-account.ts'
import type { PublicLinks } from '../../accounts/workspaces/workspace.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { applyAccountPolicy, findAccountPolicy, upsertAccountPolicy } from './account-policies.store.ts'

/** What a company asks of sessions and tokens. Null: as the service has it. */
export type AccountPolicy = {
  maxSessionMinutes: number | null
  maxTokenDays: number | null
  tokensAllowed: boolean
  publicLinks: PublicLinks
}

type SentPolicy = Omit<AccountPolicy, 'publicLinks'> & { publicLinks: PublicLinks | undefined }

const NONE: AccountPolicy = {
  maxSessionMinutes: null,
  maxTokenDays: null,
  tokensAllowed: true,
  publicLinks: 'allowed',
}

export async function readAccountPolicy(ctx: Context, named: string | null | undefined): Promise<AccountPolicy> {
  const { accountId } = await openAccount(ctx, named)
  return (await findAccountPolicy(ctx.db, accountId)) ?? NONE
}

/** Holds from this commit on, for sessions and tokens that exist as well: they end no later than it allows. */
export async function setAccountPolicy(ctx: Context, named: string | null | undefined, sent: SentPolicy) {
  const { accountId } = await openAccount(ctx, named)

  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const before = (await findAccountPolicy(tx, accountId)) ?? NONE
    // Clients that do not know of it must not open what was closed.
    const policy = { ...sent, publicLinks: sent.publicLinks ?? before.publicLinks }
    await upsertAccountPolicy(tx, accountId, policy)
    await applyAccountPolicy(tx, accountId, null)
    const { maxSessionMinutes, maxTokenDays, tokensAllowed, publicLinks } = policy
    const detail = {
      max_session_minutes: maxSessionMinutes,
      max_token_days: maxTokenDays,
      tokens_allowed: tokensAllowed,
      public_links: publicLinks,
    }
    await recordAccountChange(tx, ctx, { accountId, action: 'account.policy.set', target: {}, detail })
    return policy
  })
}
