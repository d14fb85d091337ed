import { Type } from 'typebox'
import { clearedSessionCookies, sessionCookies, ticketInCookie } from '../../../people/sessions/pages/login-cookies.ts'
import { refuseIfForeign } from '../../../people/sessions/pages/same-origin.ts'
import { logIn } from '../../../people/sessions/password/log-in.ts'
import {
  Email,
  LoginBody,
  NewPassword,
  PersonName,
  presentLogin,
} from '../../../people/sessions/password/login-body.ts'
import { register } from '../../../people/sessions/password/register.ts'
import { publicKeySet } from '../../../people/sessions/session-token.ts'
import { type Login, logOut, refreshSession } from '../../../people/sessions/sessions.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { unauthenticated } from '../../../platform/http/http.errors.ts'
import { Nullish } from '../../../platform/http/schema.ts'

type Headers = Readonly<Record<string, string | undefined>>

const Ticket = Type.Object({ refresh_token: Nullish(Type.String({ maxLength: 200 })) })

const answerLogin = (status: number, login: Login) =>
  new Answer(status, presentLogin(login), { 'set-cookie': sessionCookies(login.refreshToken) })

/** From the body, or from the cookie when the browser says that our own page asked. */
function ticketOf(ctx: PublicContext, body: { refresh_token?: string | null }, headers: Headers): string | undefined {
  if (body.refresh_token) return body.refresh_token
  const ticket = ticketInCookie(headers)
  if (ticket) refuseIfForeign(ctx, headers)
  return ticket
}

const bearerOf = (headers: Headers) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

export const sessionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/api/auth/register',
    operation: 'register',
    summary: 'Register and log in',
    scope: 'none',
    body: Type.Object({ email: Email, password: NewPassword, name: PersonName }),
    status: 201,
    response: LoginBody,
    problems: ['registration_closed', 'name_taken', 'too_many_logins'],
    handle: async ({ ctx, body }) => answerLogin(201, await register(ctx, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/login',
    operation: 'login',
    summary: 'Log in with e-mail and password',
    scope: 'none',
    body: Type.Object({ email: Email, password: Type.String({ maxLength: 1000 }) }),
    status: 200,
    response: LoginBody,
    problems: ['invalid_credentials', 'too_many_logins'],
    handle: async ({ ctx, body }) => answerLogin(200, await logIn(ctx, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/refresh',
    operation: 'refreshSession',
    summary: 'Renew a session with its refresh token',
    description: 'Every refresh token is good for one renewal; one that comes back ends its session.',
    scope: 'none',
    body: Ticket,
    status: 200,
    response: LoginBody,
    problems: ['unauthenticated', 'invalid_token', 'expired_token', 'session_revoked', 'session_required'],
    handle: async ({ ctx, body, headers }) => {
      const ticket = ticketOf(ctx, body, headers)
      if (!ticket) throw unauthenticated()
      return answerLogin(200, await refreshSession(ctx, ticket))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    operation: 'logout',
    summary: 'End the session at once',
    scope: 'none',
    body: Ticket,
    status: 204,
    problems: ['unauthenticated', 'invalid_token', 'expired_token', 'session_required'],
    handle: async ({ ctx, body, headers }) => {
      const accessToken = bearerOf(headers)
      const ticket = accessToken ? undefined : ticketOf(ctx, body, headers)
      if (!accessToken && !ticket) throw unauthenticated()
      await logOut(ctx, { accessToken, ticket })
      return new Answer(204, undefined, { 'set-cookie': clearedSessionCookies() })
    },
  }),
  endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operation: 'publicKeys',
    summary: 'The keys that session tokens are signed with',
    scope: 'none',
    status: 200,
    response: Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.String())) }),
    handle: async ({ ctx }) =>
      new Answer(200, await publicKeySet(ctx.keyring), { 'cache-control': 'public, max-age=300' }),
  }),
]
