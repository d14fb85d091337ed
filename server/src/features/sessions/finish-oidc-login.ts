import type { PublicContext } from '../../platform/context.ts'
import { assertState } from '../../platform/errors.ts'
import { inTransaction, type Tx } from '../../platform/postgres.ts'
import { createUser } from '../accounts/create-user.ts'
import { EMAIL, emailKey } from '../accounts/user.ts'
import { findUser, findUserByEmail, updateAddressProven } from '../accounts/users.store.ts'
import { hasHeldContent } from './addresses.store.ts'
import { beginSession, type KnownUser, type Login } from './begin-session.ts'
import { heldContentPath } from './held-content-path.ts'
import { PERSON_NAME } from './login-body.ts'
import { findIdentity, insertIdentity, takeOidcAttempt } from './oidc.store.ts'
import { browserHash, callbackOf, codeVerifierOf, nonceOf, stateHash } from './oidc-attempt.ts'
import { askProvider, findProvider, type Vouched } from './oidc-provider-client.ts'
import { proveAddress } from './prove-address.ts'
import { refuseIfRegistrationClosed } from './register.ts'
import { loginNotBegunHere, unprovenAddress } from './sessions.errors.ts'

type Returned = { query: Readonly<Record<string, string>>; browser: string | undefined }

/**
 * A browser comes back from an identity provider and is logged in as the person the provider names. A person for whom content is
 * held comes to the page that lists it first.
 */
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
  const isHeld = await hasHeldContent(ctx.db, login.user.userId)
  return { login, returnTo: isHeld ? heldContentPath(attempt.returnTo) : attempt.returnTo }
}

/** Known by their identity; else by an address the provider has verified; else new. */
async function userFor(ctx: PublicContext, tx: Tx, vouched: Vouched): Promise<KnownUser> {
  const identity = await findIdentity(tx, vouched)
  const known = identity && (await findUser(tx, identity.userId))
  if (known) return known
  const { email } = vouched
  if (!email || !vouched.isEmailVerified || !EMAIL.test(email) || email.length > 320) throw unprovenAddress()
  // Asked again at the end: the same person may have come in another tab meanwhile.
  const user =
    (await ownerOf(tx, email)) ?? (await createFor(ctx, tx, email, vouched.name)) ?? (await ownerOf(tx, email))
  assertState(user, 'an address that is taken by nobody')
  await insertIdentity(tx, { ...vouched, userId: user.userId })
  return user
}

async function ownerOf(tx: Tx, email: string): Promise<KnownUser | undefined> {
  const user = await findUserByEmail(tx, emailKey(email))
  if (user) await proveAddress(tx, user.userId)
  return user
}

/** A provider is no invitation: anybody may have a login at a public one. Undefined: the address is taken. */
async function createFor(ctx: PublicContext, tx: Tx, email: string, claimedName: string | null) {
  await refuseIfRegistrationClosed(ctx, tx)
  const name = claimedName && PERSON_NAME.test(claimedName) ? claimedName : email
  const user = await createUser(tx, { email, name: [...name].slice(0, 120).join(''), passwordHash: null })
  if (user) await updateAddressProven(tx, user.userId)
  return user
}
