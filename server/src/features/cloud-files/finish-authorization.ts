import { timingSafeEqual } from 'node:crypto'
import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { findBrowserUser } from '../sessions/browser-user.ts'
import { browserSecretOf, callbackOf, clientOf, codeVerifierOf, openState, providerUrl } from './authorization.ts'
import { accountOf, type CloudProvider } from './cloud-file.ts'
import { notYourAuthorization } from './cloud-files.errors.ts'
import { insertGrant } from './drive-grants.store.ts'
import { requestTokens, sealTokens } from './drive-tokens.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** Sends a browser to the provider, if whoever is signed in there is who asked. Null: nobody is. */
export async function startAuthorization(ctx: PublicContext, state: string, headers: Headers) {
  const asked = openState(ctx, state)
  const user = await findBrowserUser(ctx, headers)
  if (!user) return null
  if (user.userId !== asked.userId) throw notYourAuthorization()
  return { url: providerUrl(ctx, clientOf(ctx, asked.account), asked), secret: browserSecretOf(ctx.keyring, state) }
}

export type Returned = { state: string; code: string | undefined; secret: string | undefined }

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
