import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ClientMetadata, clientOf, findRefusedRedirect } from './client-metadata.ts'
import type { OauthClient } from './oauth-client.ts'

/**
 * A program may be known by the https address of a document that describes it, instead of registering
 * (draft-ietf-oauth-client-id-metadata-document). The address is its client_id.
 */

/** Why a program that is known by an address is not let in. */
export type DocumentFault =
  | 'bad_address'
  | 'closed_address'
  | 'too_many_fetches'
  | 'no_answer'
  | 'bad_answer'
  | 'too_large'
  | 'no_metadata'
  | 'other_client'
  | 'not_public'
  | 'bad_redirect'
  | 'unlisted_redirect'

export class DocumentRefused extends Error {
  readonly fault: DocumentFault

  constructor(fault: DocumentFault) {
    super(fault)
    this.fault = fault
  }
}

/** The ids that are given at registration never begin like this. */
export const isClientAddress = (clientId: string) => clientId.startsWith('https://')

/** The host that vouches for a program; null: it has registered, and nothing vouches for it. */
export const vouchingHost = (clientId: string) => (isClientAddress(clientId) ? new URL(clientId).host : null)

/** As long as redirect addresses may be: both must fit into the address to which a login returns. */
const MOST_ADDRESS_CHARACTERS = 500

/**
 * The address is compared, fetched and shown to the user, so it must have one spelling: what the parser of URLs would write
 * differently (`..`, a host in capitals, no path) is refused. So is a query, because a server that repeats its parameters
 * would vouch for any program, and an address of this service, whose answers hold what its users wrote.
 */
export function refuseIfBadAddress(clientId: string, baseUrl: string) {
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined
  const isGood =
    url?.href === clientId &&
    isClientAddress(clientId) &&
    clientId.length <= MOST_ADDRESS_CHARACTERS &&
    !/[?#]/.test(clientId) &&
    !url.username &&
    !url.password &&
    url.origin !== new URL(baseUrl).origin
  if (!isGood) throw new DocumentRefused('bad_address')
}

const ClientDocument = Type.Object({ ...ClientMetadata.properties, client_id: Type.String() })

/** Only public clients are served: they hold no secret and no key. */
const PublicClient = Type.Object({
  token_endpoint_auth_method: Type.Optional(Type.Literal('none')),
  client_secret: Type.Optional(Type.Never()),
  client_secret_expires_at: Type.Optional(Type.Never()),
})

export function readClientDocument(text: string, clientId: string, appSchemes: readonly string[]): OauthClient {
  const document = parsed(text)
  if (!Value.Check(ClientDocument, document)) throw new DocumentRefused('no_metadata')
  if (document.client_id !== clientId) throw new DocumentRefused('other_client')
  if (!Value.Check(PublicClient, document)) throw new DocumentRefused('not_public')
  if (findRefusedRedirect(document, appSchemes) >= 0) throw new DocumentRefused('bad_redirect')
  return clientOf(document)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A user who agrees does so soon after the page was shown. */
const LEAST_KEPT_SECONDS = 300
const MOST_KEPT_SECONDS = 24 * 3600

/** For how long a document is not fetched again, by the header Cache-Control of its answer. */
export function keptSeconds(cacheControl: string): number {
  const [, asked = '0'] = /(?:^|[\s,])max-age="?(\d+)/i.exec(cacheControl) ?? []
  const seconds = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,])/i.test(cacheControl) ? 0 : Number(asked)
  return Math.min(Math.max(seconds, LEAST_KEPT_SECONDS), MOST_KEPT_SECONDS)
}
