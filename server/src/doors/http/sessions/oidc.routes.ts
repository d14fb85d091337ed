import { Type } from 'typebox'
import { finishOidcLogin, startOidcLogin } from '../../../people/sessions/oidc/oidc-login.ts'
import {
  browserCookie,
  browserInCookie,
  browserOf,
  sessionCookies,
} from '../../../people/sessions/pages/login-cookies.ts'
import { messagePage } from '../../../people/sessions/pages/login-pages.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import { languageOf, textsIn } from '../../../people/sessions/pages/page-texts.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { problemOf } from '../../../platform/http/response/problem.ts'

type Headers = Readonly<Record<string, string | undefined>>

const Provider = Type.Object({ provider: Type.String({ maxLength: 60 }) })
const Text = Type.Optional(Type.String({ maxLength: 4000 }))

const shared = {
  scope: 'none',
  status: 302,
  produces: 'text/html; charset=utf-8',
  alsoStatus: [401, 403, 404, 502],
} as const

/** A person in a browser reads a page; a program reads a problem. */
async function orPage(
  ctx: PublicContext,
  headers: Headers,
  path: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || !headers.accept?.includes('text/html')) throw error
    const language = languageOf(headers)
    const t = textsIn(language)
    const text =
      error.code === 'registration_closed' || error.code === 'upstream_error'
        ? t.problems[error.code]
        : t.providerProblem
    const { status } = problemOf(error, { path, requestId: ctx.requestId })
    return new Answer(
      status,
      messagePage(language, { title: t.problemTitle, text: text ?? t.problem, isProblem: true }),
      PAGE_HEADERS,
    )
  }
}

export const oidcEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/auth/oidc/{provider}/start',
    operation: 'startOidcLogin',
    summary: 'Go to an identity provider to log in',
    ...shared,
    params: Provider,
    query: Type.Object({ return_to: Text }),
    problems: ['not_found', 'upstream_error'],
    handle: ({ ctx, params, query, headers }) =>
      orPage(ctx, headers, '/api/auth/oidc', async () => {
        const browser = browserOf(headers)
        const destination = await startOidcLogin(ctx, params.provider, { returnTo: query.return_to, browser })
        return new Answer(302, '', { location: destination.href, 'set-cookie': browserCookie(browser) })
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/auth/oidc/{provider}/callback',
    operation: 'finishOidcLogin',
    summary: 'Come back from an identity provider, logged in',
    ...shared,
    params: Provider,
    query: Type.Object({ code: Text, state: Text, iss: Text, error: Text, error_description: Text }),
    problems: ['not_found', 'invalid_credentials', 'registration_closed', 'upstream_error'],
    handle: ({ ctx, params, query, headers }) =>
      orPage(ctx, headers, '/api/auth/oidc', async () => {
        const returned = { query: textsOf(query), browser: browserInCookie(headers) }
        const { login, returnTo } = await finishOidcLogin(ctx, params.provider, returned)
        return new Answer(302, '', { location: returnTo, 'set-cookie': sessionCookies(login.refreshToken) })
      }),
  }),
]

/** Everything the provider sent along, once each. */
const textsOf = (query: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
