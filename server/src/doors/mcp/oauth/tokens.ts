import { createHash, randomBytes } from 'node:crypto'
import { findDefaultAccount } from '../../../people/accounts/accounts.store.ts'
import { updateRevoked, updateSecret } from '../../../people/credentials/credentials.store.ts'
import { insertToken, mintToken, planToken } from '../../../people/credentials/mint-credential.ts'
import { newSecretText } from '../../../people/credentials/secret-text.ts'
import { sessionCaller } from '../../../people/sessions/identify-caller.ts'
import type { Caller, Scope } from '../../../platform/caller.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import {
  deleteOauthGrant,
  insertOauthGrant,
  insertOauthTicket,
  lockOauthTicket,
  updateOauthTicketUsed,
} from './oauth.store.ts'

const CODE_SECONDS = 60
/**
 * Ends the code of a program that renews its token. The exchange sees it there and needs no client, whose document would have
 * to be fetched again. The hash that is kept covers it.
 */
const RENEWING = '.renewing'

/** A person lets a program in as himself, to do no more than these scopes say. The code is exchanged once, by that program. */
export async function grantCode(
  ctx: PublicContext,
  userId: string,
  { client, clientId, redirectUri, codeChallenge }: AuthorizationRequest,
  scopes: readonly Scope[],
): Promise<string> {
  const code = `${randomBytes(32).toString('base64url')}${client.isRenewing ? RENEWING : ''}`
  const grant = {
    codeHash: ctx.keyring.sign('login', codeText(code)),
    userId,
    clientHash: clientHash(clientId),
    clientName: client.name,
    redirectUri,
    codeChallenge,
    scopes: [...scopes],
    seconds: CODE_SECONDS,
  }
  await inTransaction(ctx.db, (tx) => insertOauthGrant(tx, grant))
  return code
}

const codeHashes = (keyring: Keyring, code: string) => keyring.signatures('login', codeText(code))

const codeText = (code: string) => `oauth code ${code}`

const clientHash = (clientId: string) => createHash('sha256').update(clientId).digest()

type BroughtCode = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

/** A token, and what renews it, if the program knows how to. */
export type Issued = { token: string; expiresInSeconds: number; scopes: readonly string[]; ticket: string | null }

/** Undefined: the code is not known, too old, used already, or brought by another client than it was given to. */
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
  if (!brought.code.endsWith(RENEWING)) {
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

/** The person as they were in their browser, when they agreed. */
async function personBehind(ctx: PublicContext, userId: string): Promise<Caller> {
  const account = await findDefaultAccount(ctx.db, userId)
  assertState(account, 'a user without an account')
  return sessionCaller({ sessionId: newId(), userId, accountId: account.accountId, expiresAt: null })
}

type BroughtTicket = { ticket: string; clientId: string }

/**
 * Trades a ticket for another secret of the same token, and the next ticket. One that was used already, or that another
 * program brings, ends the token (RFC 9700, 4.14.2). Undefined: there is nothing for it.
 */
export function renewToken(ctx: PublicContext, { ticket, clientId }: BroughtTicket): Promise<Issued | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    const found = await lockOauthTicket(tx, ticketHashes(ctx.keyring, ticket))
    if (!found || found.revokedAt) return undefined
    const { credentialId, scopes } = found
    if (found.usedAt || !found.clientHash.equals(clientHash(clientId))) {
      await updateRevoked(tx, credentialId)
      return undefined
    }
    if (!found.isLive) return undefined

    const { text, prefix } = newSecretText('pat')
    const secretHash = ctx.keyring.sign('credential', text)
    await updateSecret(tx, credentialId, { secretHash, prefix, seconds: RENEWED_SECONDS, days: IDLE_DAYS })
    await updateOauthTicketUsed(tx, found.ticketHash)
    const next = await giveTicket(ctx.keyring, tx, { credentialId, clientId })
    return { token: text, expiresInSeconds: RENEWED_SECONDS, scopes, ticket: next }
  })
}

/** A program that does not come for so long asks its person again. */
const IDLE_DAYS = 30
/** A stolen secret of a token that tickets renew works for no longer. */
const RENEWED_SECONDS = 3600

/** Gives a program the next ticket of its token. Only a keyed hash of it is kept. */
async function giveTicket(
  keyring: Keyring,
  tx: Tx,
  { credentialId, clientId }: { credentialId: string; clientId: string },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const ticketHash = keyring.sign('login', ticketText(ticket))
  await insertOauthTicket(tx, { ticketHash, credentialId, clientHash: clientHash(clientId), days: IDLE_DAYS })
  return ticket
}

const ticketHashes = (keyring: Keyring, ticket: string) => keyring.signatures('login', ticketText(ticket))

const ticketText = (ticket: string) => `oauth ticket ${ticket}`
