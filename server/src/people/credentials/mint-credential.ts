import { type Caller, PROVISIONING_SCOPE, type Reach, type Scope } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId, toWireId } from '../../platform/ids.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { limitReached, outOfReach } from '../accounts/accounts.errors.ts'
import { findAccount } from '../accounts/accounts.store.ts'
import { reaches } from '../accounts/permission.ts'
import {
  endedMeanwhile,
  provisioningScopeAlone,
  scopeExceedsIssuer,
  tokensNotAllowed,
  tokenTooLong,
} from './credentials.errors.ts'
import { countLiveKeys, countLiveTokens, hasEnded, insertCredential, lockOwner } from './credentials.store.ts'
import { excessOver, type Minted } from './mint.ts'
import { findReachPlace } from './reach-place.store.ts'
import { newSecretText } from './secret-text.ts'
import { findTokenPolicy, type TokenPolicy } from './token-policies.store.ts'

const STANDARD_RATE_PER_MINUTE = 600
const STANDARD_LIFETIME_DAYS = 90
const DAY_MS = 24 * 3600 * 1000

export type NewToken = {
  name: string
  accountId?: string | null | undefined
  expiresInDays?: number | null | undefined
  ratePerMinute?: number | null | undefined
  reach: Exclude<Reach, { kind: 'everything' }>
  scopes?: Scope[] | null | undefined
  /** Where its secret is to be renewed from time to time. */
  secretSeconds?: number | undefined
}

/** Mints a personal access token. Its plaintext leaves in the answer, and is kept nowhere. */
export async function mintToken(ctx: Context, request: NewToken) {
  const planned = await planToken(ctx, request)
  return inTransaction(ctx.db, (tx) => insertToken(tx, ctx, planned))
}

export type PlannedToken = { name: string; minted: Minted; secretExpiresAt: Date | null }

/** What the token would be, if its issuer may have it. */
export async function planToken(ctx: Context, request: NewToken): Promise<PlannedToken> {
  const { place, accountId } = await locate(ctx, request.reach, request.accountId)
  const policy = await findTokenPolicy(ctx.db, ctx.caller.userId, [place.accountId, accountId])
  if (!policy.areTokensAllowed) throw tokensNotAllowed()
  const minted = {
    accountId,
    scopes: request.scopes ?? (['workbooks:read'] as const),
    reach: request.reach,
    place,
    ratePerMinute: request.ratePerMinute ?? Math.min(STANDARD_RATE_PER_MINUTE, rateOf(ctx.caller)),
    expiresAt: expiryOf(ctx, request.expiresInDays, policy),
  }
  refuseIfExceeding(ctx.caller, minted)
  return { name: request.name, minted, secretExpiresAt: secretEndOf(ctx, request.secretSeconds) }
}

/** Inserts it with whatever else is to be there with it. */
export async function insertToken(tx: Tx, ctx: Context, { name, minted, secretExpiresAt }: PlannedToken) {
  await lockOwner(tx, 'appUser', ctx.caller.userId)
  if (await hasEnded(tx, ctx.caller)) throw endedMeanwhile()
  const limit = ctx.settings.limits.tokensPerUser
  if ((await countLiveTokens(tx, ctx.caller.userId)) >= limit) throw limitReached('tokens', limit)
  const { text, row } = newCredential(ctx, 'pat', name, minted)
  const token = await insertCredential(tx, { ...row, secretExpiresAt, userId: ctx.caller.userId })
  return { ...token, plaintext: text }
}

export type NewKey = {
  name?: string | null | undefined
  accountId?: string | null | undefined
  workspaceId?: string | null | undefined
  expiresInDays?: number | null | undefined
  ratePerMinute: number
  scopes: Scope[]
}

/** Mints an account key, pinned to a workspace if one is named. */
export async function mintKey(ctx: Context, request: NewKey) {
  const reach = request.workspaceId
    ? ({ kind: 'workspace', workspaceId: request.workspaceId } as const)
    : ({ kind: 'account' } as const)
  const accountId = await ownAccount(ctx, request.accountId)
  const place = await placeOf(ctx, reach, accountId)
  // A key acts for its account, so its workspace must be one the account funds.
  if (place.accountId !== accountId) throw outOfReach('workspace')
  const minted = {
    accountId,
    scopes: request.scopes,
    reach,
    place,
    ratePerMinute: request.ratePerMinute,
    expiresAt: keyExpiryOf(ctx, request.expiresInDays),
  }
  refuseIfExceeding(ctx.caller, minted)
  refuseIfProvisioningAndMore(minted)
  return inTransaction(ctx.db, async (tx) => {
    await lockOwner(tx, 'account', accountId)
    if (await hasEnded(tx, ctx.caller)) throw endedMeanwhile()
    const limit = ctx.settings.limits.keysPerAccount
    if ((await countLiveKeys(tx, accountId)) >= limit) throw limitReached('keys', limit)
    const { text, row } = newCredential(ctx, 'key', request.name ?? null, minted)
    return { ...(await insertCredential(tx, { ...row, userId: null })), plaintext: text }
  })
}

/** The account a session or credential may act for: its own, or for a session any that its user owns. */
export async function ownAccount(ctx: Context, accountId: string | null | undefined): Promise<string> {
  if (!accountId || accountId === ctx.caller.accountId) return ctx.caller.accountId
  const account = await findAccount(ctx.db, accountId)
  if (account?.ownerId !== ctx.caller.userId) throw notFound('account', toWireId('acc', accountId))
  if (ctx.caller.kind !== 'session') throw outOfReach('account')
  return accountId
}

async function locate(ctx: Context, reach: Minted['reach'], named: string | null | undefined) {
  const place = await placeOf(ctx, reach, await ownAccount(ctx, named))
  // Without a word about the account, a token is bound to the one that holds its resource, if that is the user's own.
  const accountId = named || place.ownerId !== ctx.caller.userId ? await ownAccount(ctx, named) : place.accountId
  if (named && place.accountId !== accountId && place.ownerId === ctx.caller.userId) throw outOfReach('resource')
  return { place, accountId: ctx.caller.kind === 'session' ? accountId : ctx.caller.accountId }
}

/** Naming a place outside one's reach is refused, never answered with silence. */
async function placeOf(ctx: Context, reach: Minted['reach'], accountId: string) {
  if (reach.kind === 'account') return { accountId, workspaceId: null, workbookId: null, ownerId: ctx.caller.userId }
  const place = await findReachPlace(ctx.db, reach, ctx.caller.userId)
  if (!place?.isVisible || !reaches(ctx.caller, place)) throw outOfReach(reach.kind)
  return place
}

export function refuseIfExceeding(issuer: Caller, minted: Minted) {
  const excess = excessOver(issuer, minted)
  if (excess.length > 0) throw scopeExceedsIssuer(excess.join(', '))
}

/** What the identity provider of a company holds lets it do nothing but speak for the company's people. */
function refuseIfProvisioningAndMore({ scopes, reach }: Minted) {
  if (!scopes.includes(PROVISIONING_SCOPE)) return
  if (scopes.some((scope) => scope !== PROVISIONING_SCOPE) || reach.kind !== 'account') throw provisioningScopeAlone()
}

const rateOf = (caller: Caller) => (caller.kind === 'session' ? STANDARD_RATE_PER_MINUTE : caller.ratePerMinute)

/** Ninety days unless said otherwise, or fewer where a company says so; what a token mints ends with it at the latest. */
function expiryOf(ctx: Context, days: number | null | undefined, { maxTokenDays }: TokenPolicy): Date {
  if (days && maxTokenDays !== null && days > maxTokenDays) throw tokenTooLong(maxTokenDays)
  const usual = Math.min(STANDARD_LIFETIME_DAYS, maxTokenDays ?? STANDARD_LIFETIME_DAYS)
  const asked = new Date(ctx.now().getTime() + (days ?? usual) * DAY_MS)
  const own = ctx.caller.kind === 'session' ? null : ctx.caller.expiresAt
  return !days && own && own < asked ? own : asked
}

/** A key does not end unless its caller says so; what an expiring credential mints ends with it at the latest. */
function keyExpiryOf(ctx: Context, days: number | null | undefined): Date | null {
  if (days) return new Date(ctx.now().getTime() + days * DAY_MS)
  return ctx.caller.kind === 'session' ? null : ctx.caller.expiresAt
}

const secretEndOf = (ctx: Context, seconds: number | undefined) =>
  seconds === undefined ? null : new Date(ctx.now().getTime() + seconds * 1000)

/** Its text, which is kept nowhere, and the row that knows it by its hash. */
export function newCredential(ctx: Context, kind: 'pat' | 'key' | 'link', name: string | null, minted: Minted) {
  const { text, prefix } = newSecretText(kind)
  const { reach } = minted
  const row = {
    credentialId: newId(),
    kind,
    name,
    prefix,
    secretHash: ctx.keyring.sign('credential', text),
    accountId: minted.accountId,
    scopes: [...new Set(minted.scopes)],
    reachKind: reach.kind,
    reachId: reach.kind === 'workspace' ? reach.workspaceId : reach.kind === 'workbook' ? reach.workbookId : null,
    ratePerMinute: minted.ratePerMinute,
    createdBy: ctx.caller.userId,
    expiresAt: minted.expiresAt,
  }
  return { text, row }
}
