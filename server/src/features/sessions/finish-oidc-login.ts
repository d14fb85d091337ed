import type { PublicContext } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { createUser } from '../accounts/create-user.ts'
import { EMAIL, emailKey } from '../accounts/user.ts'
import { findUser, findUserByEmail, updatePassword } from '../accounts/users.store.ts'
import { lockOwner, updateRevokedOfUser } from '../credentials/credentials.store.ts'
import { beginSession, type KnownUser, type Login } from './begin-session.ts'
import { deleteDeviceGrantsOf } from './device-grants.store.ts'
import { PERSON_NAME } from './login-body.ts'
import { findIdentity, hasProvenAddress, insertIdentity, takeOidcAttempt } from './oidc.store.ts'
import { browserHash, callbackOf, codeVerifierOf, nonceOf, stateHash } from './oidc-attempt.ts'
import { askProvider, findProvider, type Vouched } from './oidc-provider-client.ts'
import { refuseIfRegistrationClosed } from './register.ts'
import { loginNotBegunHere, unprovenAddress } from './sessions.errors.ts'
import { updateSessionsRevoked } from './sessions.store.ts'

type Returned = { query: Readonly<Record<string, string>>; browser: string | undefined }

/** A browser comes back from an identity provider and is logged in as whoever the provider says it is. */
export async function finishOidcLogin(
  ctx: PublicContext,
  name: string,
  { query, browser }: Returned,
): Promise<{ login: Login; returnTo: string }> {
  const provider = findProvider(ctx, name)
  const { state } = query
  if (!state || !browser) throw loginNotBegunHere()
  const begun = {
    stateHash: stateHash(ctx.keyring, state),
    browserHash: browserHash(ctx.keyring, browser),
    provider: name,
  }
  const attempt = await inTransaction(ctx.db, (tx) => takeOidcAttempt(tx, begun))
  if (!attempt) throw loginNotBegunHere()

  const url = new URL(`${callbackOf(ctx.settings.baseUrl, name)}?${new URLSearchParams(query)}`)
  const secrets = { nonce: nonceOf(ctx.keyring, state), codeVerifier: codeVerifierOf(ctx.keyring, state) }
  const vouched = await askProvider(ctx, provider, { url, state, ...secrets })
  const login = await inTransaction(ctx.db, async (tx) => beginSession(ctx, tx, await userFor(ctx, tx, vouched)))
  return { login, returnTo: attempt.returnTo }
}

/** Known by his identity; else by an address the provider has verified; else new. */
async function userFor(ctx: PublicContext, tx: Tx, vouched: Vouched): Promise<KnownUser> {
  const identity = await findIdentity(tx, vouched)
  const known = identity && (await findUser(tx, identity.userId))
  if (known) return known
  const { email } = vouched
  if (!email || !vouched.isEmailVerified || !EMAIL.test(email) || email.length > 320) throw unprovenAddress()
  // Asked again at the end: the same person may have come in another tab meanwhile.
  const user =
    (await ownerOf(ctx, tx, email)) ??
    (await createFor(ctx, tx, email, vouched.name)) ??
    (await ownerOf(ctx, tx, email))
  assertState(user, 'an address that is taken by nobody')
  await insertIdentity(tx, { ...vouched, userId: user.userId })
  return user
}

async function ownerOf(ctx: PublicContext, tx: Tx, email: string): Promise<KnownUser | undefined> {
  const user = await findUserByEmail(tx, emailKey(email))
  if (user) await disownUnproven(ctx, tx, user.userId)
  return user
}

/** A provider is no invitation: anybody may have a login at a public one. Undefined: the address is taken. */
async function createFor(ctx: PublicContext, tx: Tx, email: string, claimedName: string | null) {
  await refuseIfRegistrationClosed(ctx, tx)
  const name = claimedName && PERSON_NAME.test(claimedName) ? claimedName : email
  return createUser(tx, { email, name: [...name].slice(0, 120).join(''), passwordHash: null })
}

/**
 * Where anybody may register any address, the account may have been made by somebody who waits for the address's
 * owner to come. Whatever he holds ends before the owner moves in.
 */
async function disownUnproven(ctx: PublicContext, tx: Tx, userId: string) {
  if (!ctx.settings.registrationOpen) return
  await lockOwner(tx, 'appUser', userId)
  if (await hasProvenAddress(tx, userId)) return
  await updatePassword(tx, userId, null)
  // Grants before sessions: one that is being exchanged just now becomes a session first.
  await deleteDeviceGrantsOf(tx, userId)
  await updateSessionsRevoked(tx, userId, 'the address was claimed by its owner')
  await updateRevokedOfUser(tx, userId)
}
