import { createHash } from 'node:crypto'
import type { Caller, Scope } from '../../../platform/caller.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { findDefaultAccount } from '../../accounts/accounts.store.ts'
import { mintToken } from '../../credentials/mint-credential.ts'
import { sessionCaller } from '../../sessions/session-caller.ts'
import { clientHash, codeHashes } from './grant-code.ts'
import { deleteOauthGrant } from './oauth-grants.store.ts'

/** After that the program asks its person again. */
const LIFETIME_DAYS = 30

export type BroughtCode = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

export type Issued = { token: string; expiresInSeconds: number; scopes: readonly string[] }

/** Undefined: the code is not known, too old, used already, or brought by somebody else than it was given to. */
export async function exchangeCode(ctx: PublicContext, brought: BroughtCode): Promise<Issued | undefined> {
  // Of its own: a code that was brought in the wrong way is used up by that.
  const grant = await inTransaction(ctx.db, (tx) => deleteOauthGrant(tx, codeHashes(ctx.keyring, brought.code)))
  if (!grant?.isLive) return undefined
  const isRight =
    grant.clientHash.equals(clientHash(brought.clientId)) &&
    grant.redirectUri === brought.redirectUri &&
    grant.codeChallenge === challengeOf(brought.codeVerifier)
  if (!isRight) return undefined

  const caller = await personBehind(ctx, grant.userId)
  // Safe: only known scopes are ever granted.
  const scopes = grant.scopes as Scope[]
  const request = { name: grant.clientName, reach: { kind: 'account' } as const, scopes, expiresInDays: LIFETIME_DAYS }
  const { plaintext } = await mintToken({ ...ctx, caller }, request)
  return { token: plaintext, expiresInSeconds: LIFETIME_DAYS * 24 * 3600, scopes }
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The person as he was in his browser, when he agreed. */
async function personBehind(ctx: PublicContext, userId: string): Promise<Caller> {
  const account = await findDefaultAccount(ctx.db, userId)
  assertState(account, 'a user without an account')
  return sessionCaller({ sessionId: newId(), userId, accountId: account.accountId, expiresAt: null })
}
