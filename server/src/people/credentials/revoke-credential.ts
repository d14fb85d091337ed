import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { outOfReach } from '../accounts/accounts.errors.ts'
import { missingScopes } from '../accounts/permission.ts'
import { findKey, findToken, listKeys, listTokens, updateRevoked } from './credentials.store.ts'
import { manages } from './mint.ts'
import { ownAccount } from './mint-credential.ts'
import { reachOf } from './resource.ts'

type Listed = Awaited<ReturnType<typeof listTokens>>[number]

/** The user's tokens; through a token only those it could have minted itself. */
export async function listManagedTokens(ctx: Context) {
  const tokens = await listTokens(ctx.db, ctx.caller.userId)
  return tokens.filter((token) => managesToken(ctx, token))
}

/** Revoking twice is fine. */
export async function revokeToken(ctx: Context, tokenId: string) {
  const token = await findToken(ctx.db, ctx.caller.userId, tokenId)
  if (!token) throw notFound('token', toWireId('tok', tokenId))
  if (!managesToken(ctx, token)) throw outOfReach('token')
  await inTransaction(ctx.db, (tx) => updateRevoked(tx, tokenId))
}

export async function listManagedKeys(ctx: Context, accountId: string | null | undefined) {
  const keys = await listKeys(ctx.db, await ownAccount(ctx, accountId))
  return keys.filter((key) => manages(ctx.caller, withReach(key)))
}

export async function revokeKey(ctx: Context, keyId: string, accountId: string | null | undefined) {
  const key = await findKey(ctx.db, await ownAccount(ctx, accountId), keyId)
  if (!key) throw notFound('key', toWireId('key', keyId))
  if (!manages(ctx.caller, withReach(key))) throw outOfReach('key')
  await inTransaction(ctx.db, (tx) => updateRevoked(tx, keyId))
}

/** There is no scope for managing tokens, so a token manages only those that can do no more than itself. */
function managesToken(ctx: Context, token: Listed): boolean {
  if (!manages(ctx.caller, withReach(token))) return false
  // Safe: only known scopes are ever inserted.
  const scopes = token.scopes as Parameters<typeof missingScopes>[1]
  return token.credentialId === ctx.caller.credentialId || missingScopes(ctx.caller.scopes, scopes).length === 0
}

const withReach = (credential: Listed) => ({ ...credential, reach: reachOf(credential.reachKind, credential.reachId) })
