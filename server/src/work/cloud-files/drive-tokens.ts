import type { Readable } from 'node:stream'
import { boundedBytes } from '../../platform/blobs/bounded-bytes.ts'
import type { Context, PublicContext } from '../../platform/context.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { DriveClient } from '../../platform/settings.ts'
import { objectIn, textIn } from './cloud-file.ts'
import { driveFailed } from './cloud-files.errors.ts'
import type { GrantKey } from './drive-grants.store.ts'

/** What a provider gives for a leave: a token for an hour or so, and a ticket for the next ones. */
export type DriveTokens = { accessToken: string; refreshToken: string | null; expiresAt: number }

const TIMEOUT_MS = 15_000

const about = ({ userId, account }: GrantKey) => `${userId} ${account}`

export const sealTokens = (keyring: Keyring, key: GrantKey, tokens: DriveTokens) =>
  keyring.seal('drive', Buffer.from(JSON.stringify(tokens)), about(key))

// Safe: sealTokens alone makes such boxes.
export const openTokens = (keyring: Keyring, key: GrantKey, box: Buffer) =>
  JSON.parse(keyring.open('drive', box, about(key)).toString()) as DriveTokens

/** Asks for tokens, for a code that a browser brought or by the ticket of those before. Null: the provider refuses both. */
export async function requestTokens(
  ctx: PublicContext,
  client: DriveClient,
  asked: Record<string, string>,
): Promise<DriveTokens | null> {
  const { status, json } = await post(ctx, client.urls.token, {
    ...asked,
    client_id: client.clientId,
    ...(client.clientSecret === null ? {} : { client_secret: client.clientSecret }),
  })
  if (status === 400 || status === 401) return null
  const { access_token, refresh_token, expires_in } = objectIn(json)
  const accessToken = textIn(access_token)
  if (status !== 200 || accessToken === null) throw driveFailed()
  const lifeSeconds = typeof expires_in === 'number' ? expires_in : 3600
  const expiresAt = ctx.now().getTime() + lifeSeconds * 1000
  return { accessToken, refreshToken: textIn(refresh_token) ?? asked.refresh_token ?? null, expiresAt }
}

/** Gives a leave back, where the provider has a place for that. What it says to it changes nothing. */
export async function giveBack(ctx: Context, { urls: { revoke } }: DriveClient, tokens: DriveTokens) {
  if (revoke !== null)
    await post(ctx, revoke, { token: tokens.refreshToken ?? tokens.accessToken }).catch(() => undefined)
}

async function post({ outgoing }: PublicContext, url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const body = new URLSearchParams(fields).toString()
  const answer = await outgoing.request({ url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS }).catch(() => {
    throw driveFailed()
  })
  return { status: answer.statusCode, json: await readJson(answer.body) }
}

/** A page of files is far smaller. */
const MOST_BYTES = 8 * 1024 * 1024

/** An answer of a provider; null where it is no JSON. */
export async function readJson(body: Readable): Promise<unknown> {
  const chunks: Buffer[] = []
  const bytes = boundedBytes(body, MOST_BYTES, { tooLarge: driveFailed, brokenOff: driveFailed })
  for await (const chunk of bytes) chunks.push(chunk)
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}
