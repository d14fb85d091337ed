import { randomBytes } from 'node:crypto'
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { localPath } from './local-path.ts'
import { insertOidcAttempt } from './oidc.store.ts'
import { browserHash, callbackOf, codeVerifierOf, nonceOf, stateHash } from './oidc-attempt.ts'
import { configurationOf, findProvider } from './oidc-provider-client.ts'

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
