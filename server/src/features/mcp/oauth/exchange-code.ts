import { createHash } from 'node:crypto'
import type { Caller, Scope } from '../../../platform/caller.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import { findDefaultAccount } from '../../accounts/accounts.store.ts'
import { insertToken, mintToken, planToken } from '../../credentials/mint-credential.ts'
import { sessionCaller } from '../../sessions/session-caller.ts'
import { clientHash, codeHashes } from './grant-code.ts'
import { readClientId } from './oauth-client.ts'
import { deleteOauthGrant } from './oauth-grants.store.ts'
import { giveTicket, IDLE_DAYS, RENEWED_SECONDS } from './ticket.ts'

export type BroughtCode = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

/** A token, and what renews it, if the program knows how to. */
export type Issued = { token: string; expiresInSeconds: number; scopes: readonly string[]; ticket: string | null }

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
  const request = { name: grant.clientName, reach: { kind: 'account' } as const, scopes, expiresInDays: IDLE_DAYS }
  const asPerson = { ...ctx, caller }
  if (!readClientId(ctx.keyring, brought.clientId)?.isRenewing) {
    const { plaintext } = await mintToken(asPerson, request)
    return { token: plaintext, expiresInSeconds: IDLE_DAYS * 24 * 3600, scopes, ticket: null }
  }
  const planned = await planToken(asPerson, { ...request, secretSeconds: RENEWED_SECONDS })
  return inTransaction(ctx.db, async (tx) => {
    const { credentialId, plaintext } = await insertToken(tx, asPerson, planned)
    const ticket = await giveTicket(ctx.keyring, tx, { credentialId, clientId: brought.clientId })
    return { token: plaintext, expiresInSeconds: RENEWED_SECONDS, scopes, ticket }
  })
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The person as he was in his browser, when he agreed. */
async function personBehind(ctx: PublicContext, userId: string): Promise<Caller> {
  const account = await findDefaultAccount(ctx.db, userId)
  assertState(account, 'a user without an account')
  return sessionCaller({ sessionId: newId(), userId, accountId: account.accountId, expiresAt: null })
}
