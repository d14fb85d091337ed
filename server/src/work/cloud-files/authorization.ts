import { createHash, timingSafeEqual } from 'node:crypto'
import { openWorkbook } from '../../core/workbooks/open-workbook.ts'
import { findBrowserUser } from '../../people/sessions/pages/browser-user.ts'
import type { Context, PublicContext } from '../../platform/context.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { DriveClient } from '../../platform/settings.ts'
import { accountOf, type CloudProvider, type DriveAccount } from './cloud-file.ts'
import { notYourAuthorization, providerDisabled } from './cloud-files.errors.ts'
import { deleteGrant, findGrant, insertGrant } from './drive-grants.store.ts'
import { giveBack, openTokens, requestTokens, sealTokens } from './drive-tokens.ts'

export type VisibleAuthorization = {
  provider: CloudProvider
  isAuthorized: boolean
  url: string | null
  scopes: readonly string[]
}

/** May the service read the caller's drive, and if not, where can they allow it? `workbookId`: what they want it for. */
export async function readAuthorization(
  ctx: Context,
  provider: CloudProvider,
  workbookId: string | null,
): Promise<VisibleAuthorization> {
  if (workbookId !== null) await openWorkbook(ctx, workbookId, 'viewer')
  const account = accountOf(provider)
  clientOf(ctx, account)
  const { userId } = ctx.caller
  const isAuthorized = (await findGrant(ctx.db, { userId, account })) !== undefined
  const url = isAuthorized ? null : authorizeUrl(ctx, userId, account)
  return { provider, isAuthorized, url, scopes: DRIVE_SCOPES[account] }
}

/** Takes the leave back: the service forgets its tokens, and the provider is informed if it has an endpoint for that. */
export async function revokeAuthorization(ctx: Context, provider: CloudProvider) {
  const key = { userId: ctx.caller.userId, account: accountOf(provider) }
  const client = clientOf(ctx, key.account)
  const grant = await findGrant(ctx.db, key)
  if (!grant) return
  await inTransaction(ctx.db, (tx) => deleteGrant(tx, key, null))
  await giveBack(ctx, client, openTokens(ctx.keyring, key, grant.tokens))
}

type Headers = Readonly<Record<string, string | undefined>>

/** Sends a browser to the provider, if the user signed in there is the one who asked. Null: no user is. */
export async function startAuthorization(ctx: PublicContext, state: string, headers: Headers) {
  const asked = openState(ctx, state)
  const user = await findBrowserUser(ctx, headers)
  if (!user) return null
  if (user.userId !== asked.userId) throw notYourAuthorization()
  return { url: providerUrl(ctx, clientOf(ctx, asked.account), asked), secret: browserSecretOf(ctx.keyring, state) }
}

type Returned = { state: string; code: string | undefined; secret: string | undefined }

/** A browser comes back: with a code, which is traded for tokens, or without one. True: the drive may be read. */
export async function finishAuthorization(
  ctx: PublicContext,
  provider: CloudProvider,
  { state, code, secret }: Returned,
) {
  const { userId, account } = openState(ctx, state)
  if (account !== accountOf(provider) || !isSecret(secret, browserSecretOf(ctx.keyring, state)))
    throw notYourAuthorization()
  if (!code) return false
  const tokens = await requestTokens(ctx, clientOf(ctx, account), {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifierOf(ctx.keyring, state),
    redirect_uri: callbackOf(ctx.settings.baseUrl, account),
  })
  if (!tokens) return false
  const key = { userId, account }
  const box = sealTokens(ctx.keyring, key, tokens)
  await inTransaction(ctx.db, (tx) => insertGrant(tx, { ...key, tokens: box }))
  return true
}

const isSecret = (sent: string | undefined, wanted: string) =>
  sent !== undefined && sent.length === wanted.length && timingSafeEqual(Buffer.from(sent), Buffer.from(wanted))

/** Leave to read a drive, on its way to the provider and back. All of it is in its state, which only the service can read. */
type Authorization = { userId: string; account: DriveAccount; state: string }

const DRIVE_SCOPES: Record<DriveAccount, readonly string[]> = {
  google: ['https://www.googleapis.com/auth/drive.readonly'],
  microsoft: ['offline_access', 'Files.Read.All'],
}

const GOOD_FOR_MS = 15 * 60_000

export function clientOf({ settings }: Pick<PublicContext, 'settings'>, account: DriveAccount): DriveClient {
  const client = settings.drives[account]
  if (!client) throw providerDisabled(account)
  return client
}

/** Where a browser begins: a page of our own, which checks who is signed in there before it redirects. */
export function authorizeUrl({ keyring, settings, now }: PublicContext, userId: string, account: DriveAccount): string {
  const plain = JSON.stringify({ userId, account, until: now().getTime() + GOOD_FOR_MS })
  const state = keyring.seal('drive', Buffer.from(plain), 'state').toString('base64url')
  return `${settings.baseUrl}/api/auth/drives/start?state=${state}`
}

function openState({ keyring, now }: PublicContext, state: string): Authorization {
  try {
    const plain = keyring.open('drive', Buffer.from(state, 'base64url'), 'state').toString()
    const { userId, account, until } = JSON.parse(plain)
    if (now().getTime() < until) return { userId, account, state }
  } catch {
    // It cannot be made up; an attempt gets the same answer as an expired one.
  }
  throw notYourAuthorization()
}

/** Follow from the state and our key: nothing is stored, and what comes back fits only what went out. */
const secretOf = (keyring: Keyring, what: string, state: string) =>
  keyring.sign('drive', `${what} ${state}`).toString('base64url')

const codeVerifierOf = (keyring: Keyring, state: string) => secretOf(keyring, 'code verifier', state)

/** What the browser holds between going and coming back: a link that another user began is of no use in another one. */
const browserSecretOf = (keyring: Keyring, state: string) => secretOf(keyring, 'browser', state)

const callbackOf = (baseUrl: string, account: DriveAccount) =>
  `${baseUrl}/api/v1/oauth/${account === 'google' ? 'google_drive' : 'microsoft'}/callback`

/** The provider's page: OAuth 2 with PKCE. */
function providerUrl({ keyring, settings }: PublicContext, client: DriveClient, asked: Authorization): URL {
  const url = new URL(client.urls.authorize)
  const challenge = createHash('sha256').update(codeVerifierOf(keyring, asked.state)).digest('base64url')
  const parameters = {
    client_id: client.clientId,
    redirect_uri: callbackOf(settings.baseUrl, asked.account),
    response_type: 'code',
    scope: DRIVE_SCOPES[asked.account].join(' '),
    state: asked.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    // Without these a second leave of the same person comes without a ticket to renew it.
    ...(asked.account === 'google' ? { access_type: 'offline', prompt: 'consent' } : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}
