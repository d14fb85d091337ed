import { type Static, Type } from 'typebox'
import { isRedirectAddress, type OauthClient } from './oauth-client.ts'

/** What a program states of itself: when it registers (RFC 7591), or in a document at an address of its own. */
export const ClientMetadata = Type.Object({
  redirect_uris: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: 10 }),
  client_name: Type.Optional(Type.String({ maxLength: 120 })),
  grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
})

/** Where the first redirect address stands that is not allowed; -1: all are. */
export const findRefusedRedirect = (
  { redirect_uris }: Static<typeof ClientMetadata>,
  appSchemes: readonly string[],
): number => redirect_uris.findIndex((uri) => !isRedirectAddress(uri, appSchemes))

export const clientOf = ({ redirect_uris, client_name, grant_types }: Static<typeof ClientMetadata>): OauthClient => ({
  // Shown to a user: nothing invisible, nothing that reverses the direction of the text.
  name: client_name?.replace(/[\p{Cc}\p{Cf}]/gu, '').trim() || 'A program',
  redirectUris: redirect_uris,
  isRenewing: grant_types?.includes('refresh_token') ?? false,
})
