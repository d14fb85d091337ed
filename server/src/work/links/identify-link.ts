import { findCredentialBySecret } from '../../people/credentials/credentials.store.ts'
import { reachOf } from '../../people/credentials/resource.ts'
import { isLinkText } from '../../people/credentials/secret-text.ts'
import { invalidToken } from '../../people/sessions/sessions.errors.ts'
import type { Caller, LinkHolder } from '../../platform/caller.ts'
import type { PublicContext } from '../../platform/context.ts'
import { linkEnded } from './links.errors.ts'

/** Which link this is. It may read what it shows, and nothing else; what that is says its row. */
export async function identifyLink(ctx: PublicContext, text: string): Promise<LinkHolder> {
  if (!isLinkText(text)) throw invalidToken()
  const found = await findCredentialBySecret(ctx.db, ctx.keyring.signatures('credential', text))
  if (found?.kind !== 'link') throw invalidToken()
  const { credentialId, createdBy: userId, accountId, reachKind, reachId, ratePerMinute, expiresAt, revokedAt } = found
  if (revokedAt || !expiresAt || expiresAt <= ctx.now()) throw linkEnded()
  const scopes: Caller['scopes'] = new Set(['workbooks:read'])
  return {
    kind: 'link',
    credentialId,
    userId,
    accountId,
    scopes,
    reach: reachOf(reachKind, reachId),
    ratePerMinute,
    expiresAt,
  }
}
