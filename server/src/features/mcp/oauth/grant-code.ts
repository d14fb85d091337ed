import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '../../../platform/caller.ts'
import type { PublicContext } from '../../../platform/context.ts'
import type { Keyring } from '../../../platform/keyring.ts'
import { inTransaction } from '../../../platform/postgres.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { insertOauthGrant } from './oauth-grants.store.ts'

const CODE_SECONDS = 60

/** A person lets a program in as himself, to do no more than these scopes say. The code is exchanged once, by that program. */
export async function grantCode(
  ctx: PublicContext,
  userId: string,
  { client, clientId, redirectUri, codeChallenge }: AuthorizationRequest,
  scopes: readonly Scope[],
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  const grant = {
    codeHash: ctx.keyring.sign('login', codeText(code)),
    userId,
    clientHash: clientHash(clientId),
    clientName: client.name,
    redirectUri,
    codeChallenge,
    scopes: [...scopes],
    seconds: CODE_SECONDS,
  }
  await inTransaction(ctx.db, (tx) => insertOauthGrant(tx, grant))
  return code
}

export const codeHashes = (keyring: Keyring, code: string) => keyring.signatures('login', codeText(code))

const codeText = (code: string) => `oauth code ${code}`

export const clientHash = (clientId: string) => createHash('sha256').update(clientId).digest()
