import { Type } from 'typebox'
import type { Access } from '../../../people/sessions/addresses.store.ts'
import { accessId, keptIds } from '../../../people/sessions/kept-access.ts'
import { languageOf } from '../../../people/sessions/pages/page-texts.ts'
import { Email, NewPassword } from '../../../people/sessions/password/login-body.ts'
import {
  requestPasswordLink,
  resetPassword,
  reviewPasswordLink,
} from '../../../people/sessions/password/password-links.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { Nullable, Nullish, OneOf, Time } from '../../../platform/http/schema.ts'

const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

const presentAccess = ({ kind, id, name, createdAt, lastUsedAt }: Access) => ({
  id: accessId({ kind, id }),
  kind,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

export const passwordEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/auth/password/forgot',
    operation: 'requestPasswordLink',
    summary: 'Have a link to a new password mailed',
    description: 'The answer is the same whether the address is a user of the service or not.',
    scope: 'none',
    body: Type.Object({ email: Email }),
    status: 202,
    response: Type.Object({ sent: Type.Literal(true) }),
    problems: ['too_many_logins'],
    handle: async ({ ctx, body, headers }) => {
      await requestPasswordLink(ctx, body.email, languageOf(headers))
      return { sent: true }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/password/reset',
    operation: 'resetPassword',
    summary: 'Set a new password with a mailed link; every session, token, key and webhook not kept ends',
    description:
      'Tokens, keys and webhooks whose ids are in keep go on working. Where the link is the first proof of the address, ' +
      'everything made before ends, nothing is kept, and what the account contained is held for its owner to decide on.',
    scope: 'none',
    body: Type.Object({
      token: LinkToken,
      password: NewPassword,
      keep: Nullish(
        Type.Array(Type.String({ maxLength: 60 }), {
          maxItems: 500,
          description: 'Ids as the review of the link has them',
        }),
      ),
    }),
    status: 204,
    problems: ['invalid_token', 'too_many_logins'],
    handle: async ({ ctx, body }) => {
      await resetPassword(ctx, { ...body, keep: keptIds(body.keep ?? []) })
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/password/review',
    operation: 'reviewPasswordLink',
    summary: 'What a new password by this link would end',
    scope: 'none',
    body: Type.Object({ token: LinkToken }),
    status: 200,
    response: Type.Object({
      first_proof: Type.Boolean({ description: 'True: everything made before ends, and nothing can be kept' }),
      access: Type.Array(
        Type.Object({
          id: Type.String({ description: 'To be named in keep' }),
          kind: OneOf(['token', 'key', 'webhook']),
          name: Type.String(),
          created_at: Time,
          last_used_at: Nullable(Time),
        }),
      ),
    }),
    problems: ['invalid_token', 'too_many_logins'],
    handle: async ({ ctx, body }) => {
      const { isFirstProof, access } = await reviewPasswordLink(ctx, body.token)
      return { first_proof: isFirstProof, access: access.map(presentAccess) }
    },
  }),
]
