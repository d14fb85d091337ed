import { createHash } from 'node:crypto'
import type { PublicContext } from '../../platform/context.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { DriveClient } from '../../platform/settings.ts'
import type { DriveAccount } from './cloud-file.ts'
import { notYourAuthorization, providerDisabled } from './cloud-files.errors.ts'

/** Leave to read a drive, on its way to the provider and back. All of it is in its state, which only the service can read. */
export type Authorization = { userId: string; account: DriveAccount; state: string }

export const DRIVE_SCOPES: Record<DriveAccount, readonly string[]> = {
  google: ['https://www.googleapis.com/auth/drive.readonly'],
  microsoft: ['offline_access', 'Files.Read.All'],
}

const GOOD_FOR_MS = 15 * 60_000

export function clientOf({ settings }: Pick<PublicContext, 'settings'>, account: DriveAccount): DriveClient {
  const client = settings.drives[account]
  if (!client) throw providerDisabled(account)
  return client
}

/** Where a browser begins: a page of our own, which looks who is signed in there before it sends him on. */
export function authorizeUrl({ keyring, settings, now }: PublicContext, userId: string, account: DriveAccount): string {
  const plain = JSON.stringify({ userId, account, until: now().getTime() + GOOD_FOR_MS })
  const state = keyring.seal('drive', Buffer.from(plain), 'state').toString('base64url')
  return `${settings.baseUrl}/api/auth/drives/start?state=${state}`
}

export function openState({ keyring, now }: PublicContext, state: string): Authorization {
  try {
    const plain = keyring.open('drive', Buffer.from(state, 'base64url'), 'state').toString()
    const { userId, account, until } = JSON.parse(plain)
    if (now().getTime() < until) return { userId, account, state }
  } catch {
    // Nobody can make one up; whoever tries learns no more than who comes too late.
  }
  throw notYourAuthorization()
}

/** Follow from the state and our key: nothing is stored, and what comes back fits only what went out. */
const secretOf = (keyring: Keyring, what: string, state: string) =>
  keyring.sign('drive', `${what} ${state}`).toString('base64url')

export const codeVerifierOf = (keyring: Keyring, state: string) => secretOf(keyring, 'code verifier', state)

/** What the browser holds between going and coming back: a link that somebody else began is of no use in another one. */
export const browserSecretOf = (keyring: Keyring, state: string) => secretOf(keyring, 'browser', state)

export const callbackOf = (baseUrl: string, account: DriveAccount) =>
  `${baseUrl}/api/v1/oauth/${account === 'google' ? 'google_drive' : 'microsoft'}/callback`

/** The provider's page: OAuth 2 with PKCE. */
export function providerUrl({ keyring, settings }: PublicContext, client: DriveClient, asked: Authorization): URL {
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
