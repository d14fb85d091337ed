import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { Email, NewPassword } from './login-body.ts'
import { languageOf } from './page-texts.ts'
import { requestPasswordLink } from './request-password-link.ts'
import { resetPassword } from './reset-password.ts'

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
    summary: 'Set a new password with a mailed link; every session of the user ends',
    scope: 'none',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }), password: NewPassword }),
    status: 204,
    problems: ['invalid_token'],
    handle: async ({ ctx, body }) => resetPassword(ctx, body),
  }),
]
