import type { KnownUser } from '../../../people/sessions/sessions.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { type DocumentFault, DocumentRefused, isClientAddress } from './client-document.ts'
import { type OauthClient, readClientId } from './oauth-client.ts'
import { openClientDocument } from './open-client-document.ts'

export type FoundClient =
  | { kind: 'known'; client: OauthClient }
  | { kind: 'unknown' }
  /** Documents are fetched for users only, so that strangers cannot make the service send requests. */
  | { kind: 'login_needed' }
  | { kind: 'bad_document'; fault: DocumentFault }

/** The program that asks: by the id that it was given at registration, or by the address of its document. */
export async function findClient(
  ctx: PublicContext,
  clientId: string,
  user: KnownUser | undefined,
): Promise<FoundClient> {
  if (!isClientAddress(clientId)) {
    const client = readClientId(ctx.keyring, clientId)
    return client ? { kind: 'known', client } : { kind: 'unknown' }
  }
  if (!user) return { kind: 'login_needed' }
  try {
    return { kind: 'known', client: await openClientDocument(ctx, clientId, user.userId) }
  } catch (error) {
    if (error instanceof DocumentRefused) return { kind: 'bad_document', fault: error.fault }
    throw error
  }
}
