import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { limitReached } from '../../accounts/accounts.errors.ts'
import { domainAttempt } from '../../accounts/attempts/attempt.ts'
import { countAttempt } from '../../accounts/attempts/count-attempt.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { domainTaken, domainUnverified } from '../companies.errors.ts'
import { recordAccountChange } from '../log/account-log.ts'
import { type Domain, domainKey, MOST_DOMAINS, newChallenge, recordName } from './domain.ts'
import { deleteDomain, findDomain, insertDomain, listDomains, lockDomain, updateVerified } from './domains.store.ts'
import { findChallenges } from './find-challenges.ts'

type Named = string | null | undefined

/** Those that are only claimed as well. */
export async function readDomains(ctx: Context, named: Named): Promise<Domain[]> {
  const { accountId } = await openAccount(ctx, named)
  return listDomains(ctx.db, accountId)
}

/** Says that the account holds a domain. It means nothing until the domain is verified. */
export async function claimDomain(ctx: Context, named: Named, sent: string): Promise<Domain> {
  const { accountId } = await openAccount(ctx, named)
  const domain = domainKey(sent)

  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    const known = await listDomains(tx, accountId)
    const earlier = known.find((one) => one.domain === domain)
    if (earlier) return earlier
    if (known.length >= MOST_DOMAINS) throw limitReached('domains', MOST_DOMAINS)
    await insertDomain(tx, { accountId, domain, challenge: newChallenge() })
    await recordAccountChange(tx, ctx, { accountId, action: 'account.domain.claim', target: { domain } })
    return openDomain(tx, accountId, domain)
  })
}

/** Looks for the challenge in the record of the domain. */
export async function verifyDomain(ctx: Context, named: Named, sent: string): Promise<Domain> {
  const { accountId } = await openAccount(ctx, named)
  const claimed = await openDomain(ctx.db, accountId, domainKey(sent))
  await countAttempt(ctx.db, domainAttempt(ctx, accountId))
  const isProven = (await findChallenges(ctx.settings, claimed.domain)).includes(claimed.challenge)
  if (!isProven) throw domainUnverified(claimed.domain, recordName(claimed.domain))

  return inTransaction(ctx.db, async (tx) => {
    await lockDomain(tx, claimed.domain)
    if (!(await updateVerified(tx, accountId, claimed.domain))) throw domainTaken(claimed.domain)
    await recordAccountChange(tx, ctx, {
      accountId,
      action: 'account.domain.verify',
      target: { domain: claimed.domain },
    })
    return openDomain(tx, accountId, claimed.domain)
  })
}

/** People who are members stay so; new ones of the domain are no longer let in by the provider's word alone. */
export async function releaseDomain(ctx: Context, named: Named, sent: string) {
  const { accountId } = await openAccount(ctx, named)
  const domain = domainKey(sent)

  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteDomain(tx, accountId, domain))) throw notFound('domain', domain)
    await recordAccountChange(tx, ctx, { accountId, action: 'account.domain.release', target: { domain } })
  })
}

async function openDomain(db: Context['db'], accountId: string, domain: string): Promise<Domain> {
  const found = await findDomain(db, accountId, domain)
  if (!found) throw notFound('domain', domain)
  return found
}
