import { randomBytes } from 'node:crypto'
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { PublicContext } from '../../../platform/context.ts'
import { assertState } from '../../../platform/errors.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import { inTransaction, type Tx } from '../../../platform/postgres.ts'
import type { OidcProvider } from '../../../platform/settings.ts'
import { createUser } from '../../accounts/create-user.ts'
import { EMAIL, emailKey } from '../../accounts/user.ts'
import { findUser, findUserByEmail, updateAddressProven } from '../../accounts/users.store.ts'
import { domainOf } from '../../companies/domains/domain.ts'
import { isOfCompany, isProvisioned, joinCompany } from '../../companies/join-company.ts'
import { lockOwner } from '../../credentials/credentials.store.ts'
import { claimAddress, hasHeldContent, isAddressProven } from '../addresses.store.ts'
import { heldContentPath, localPath } from '../pages/local-path.ts'
import { PERSON_NAME } from '../password/login-body.ts'
import { refuseIfRegistrationClosed } from '../password/register.ts'
import { loginNotBegunHere, unprovenAddress } from '../sessions.errors.ts'
import { beginSession, type KnownUser, type Login } from '../sessions.ts'
import { findIdentity, insertIdentity, insertOidcAttempt, takeOidcAttempt } from './oidc.store.ts'
import { askProvider, configurationOf, findProvider, type Vouched } from './oidc-provider-client.ts'

/** Sends a browser to an identity provider. `browser` is the secret its cookie holds from now on. */
export async function startOidcLogin(
  ctx: PublicContext,
  name: string,
  { returnTo, browser }: { returnTo: string | undefined; browser: string },
): Promise<URL> {
  const provider = findProvider(ctx, name)
  const configuration = await configurationOf(ctx, provider)
  const state = randomBytes(32).toString('base64url')
  const attempt = {
    stateHash: stateHash(ctx.keyring, state),
    browserHash: browserHash(ctx.keyring, browser),
    provider: name,
    returnTo: localPath(returnTo),
  }
  await inTransaction(ctx.db, (tx) => insertOidcAttempt(tx, attempt))
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(ctx.settings.baseUrl, name),
    response_type: 'code',
    scope: 'openid email profile',
    state,
    nonce: nonceOf(ctx.keyring, state),
    code_challenge: await calculatePKCECodeChallenge(codeVerifierOf(ctx.keyring, state)),
    code_challenge_method: 'S256',
  })
}

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
  const claimed = await askProvider(ctx, provider, { url, state, ...secrets })
  const login = await inTransaction(ctx.db, async (tx) => {
    const vouched = await believed(ctx, tx, provider, claimed)
    const user = await userFor(ctx, tx, vouched)
    await joinCompany(tx, user.userId, vouched)
    return beginSession(ctx, tx, user)
  })
  const isHeld = await hasHeldContent(ctx.db, login.user.userId)
  return { login, returnTo: isHeld ? heldContentPath(attempt.returnTo) : attempt.returnTo }
}

/** An address of a company is believed only from a provider that is bound to the company's domain. */
async function believed(
  { settings }: PublicContext,
  tx: Tx,
  { domains }: OidcProvider,
  vouched: Vouched,
): Promise<Vouched> {
  const { email } = vouched
  if (email === null || !(await isOfCompany(tx, email))) return vouched
  const isOnly = settings.oidcProviders.length === 1
  const isBound = domains ? domains.includes(domainOf(emailKey(email)) ?? '') : isOnly
  return isBound ? vouched : { ...vouched, isEmailVerified: false }
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
  assertState(user, 'an address that is taken and has no user')
  await insertIdentity(tx, { ...vouched, userId: user.userId })
  return user
}

async function ownerOf(tx: Tx, email: string): Promise<KnownUser | undefined> {
  const user = await findUserByEmail(tx, emailKey(email))
  if (user) await proveAddress(tx, user.userId)
  return user
}

/** A provider is no invitation: anybody may have a login at a public one. The word of their own company is one. Undefined: the address is taken. */
async function createFor(ctx: PublicContext, tx: Tx, email: string, claimedName: string | null) {
  if (!(await isProvisioned(tx, email))) await refuseIfRegistrationClosed(ctx, tx)
  const name = claimedName && PERSON_NAME.test(claimedName) ? claimedName : email
  const user = await createUser(tx, { email, name: [...name].slice(0, 120).join(''), passwordHash: null })
  if (user) await updateAddressProven(tx, user.userId)
  return user
}

/**
 * A login that is on its way to an identity provider and back. Its secrets follow from its state and our key: nothing
 * but hashes is stored, and what comes back fits only the login that went out.
 */
const codeVerifierOf = (keyring: Keyring, state: string) =>
  keyring.sign('login', `code verifier ${state}`).toString('base64url')

const nonceOf = (keyring: Keyring, state: string) => keyring.sign('login', `nonce ${state}`).toString('base64url')

const stateHash = (keyring: Keyring, state: string) => keyring.sign('login', `state ${state}`)

const browserHash = (keyring: Keyring, browser: string) => keyring.sign('login', `browser ${browser}`)

const callbackOf = (baseUrl: string, provider: string) => `${baseUrl}/api/auth/oidc/${provider}/callback`

/**
 * The owner of an address has shown to hold it. The first time this ends everything made under it before, by people who may
 * never have owned it. To be called before the proof itself is recorded. True: this was the first time.
 */
async function proveAddress(tx: Tx, userId: string): Promise<boolean> {
  await lockOwner(tx, 'appUser', userId)
  if (await isAddressProven(tx, userId)) return false
  await claimAddress(tx, userId)
  return true
}
