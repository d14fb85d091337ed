import { Type } from 'typebox'
import { readUserCode } from '../../../people/sessions/device/device-code.ts'
import { openDevice } from '../../../people/sessions/device/device-login.ts'
import { findBrowserUser } from '../../../people/sessions/pages/browser-user.ts'
import { localPath } from '../../../people/sessions/pages/local-path.ts'
import {
  consentPage,
  devicePage,
  forgotPasswordPage,
  loginPage,
  messagePage,
  newPasswordPage,
  registerPage,
} from '../../../people/sessions/pages/login-pages.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import {
  LANGUAGES,
  type Language,
  languageCookie,
  languageOf,
  type Texts,
  textsIn,
} from '../../../people/sessions/pages/page-texts.ts'
import { findReview } from '../../../people/sessions/password/password-links.ts'
import { isRegistrationOpen } from '../../../people/sessions/password/register.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { problemOf } from '../../../platform/http/response/problem.ts'
import { OneOf } from '../../../platform/http/schema.ts'

/** Pages that work without a script. What they post goes to `forms.routes.ts`. */

/** `chosen`: the language that a link of the page asked for, which is remembered. */
const page = (body: string, status = 200, chosen?: Language | undefined) =>
  new Answer(status, body, chosen ? { ...PAGE_HEADERS, 'set-cookie': languageCookie(chosen) } : PAGE_HEADERS)

const HTML = { scope: 'none', status: 200, produces: 'text/html; charset=utf-8' } as const

const Text = Type.Optional(Type.String({ maxLength: 2000 }))
const Lang = Type.Optional({ ...OneOf(LANGUAGES), description: 'Remembered by the browser' })

/** A page that only says something. */
function message(
  path: string,
  operation: string,
  summary: string,
  said: (t: Texts) => { title: string; text: string },
): Endpoint {
  return endpoint({
    method: 'GET',
    path,
    operation,
    summary,
    ...HTML,
    handle: async ({ headers }) => {
      const language = languageOf(headers)
      return page(messagePage(language, said(textsIn(language))))
    },
  })
}

type Headers = Readonly<Record<string, string | undefined>>

async function showConsent(ctx: PublicContext, headers: Headers, typedCode: string) {
  const language = languageOf(headers)
  const userCode = readUserCode(typedCode)
  const login = `/login?return_to=${encodeURIComponent(`/api/auth/device/consent?user_code=${userCode}`)}`
  const user = await findBrowserUser(ctx, headers)
  if (!user) return new Answer(303, '', { location: login })
  try {
    const { clientName } = await openDevice(ctx, user.userId, userCode)
    return page(consentPage({ language }, { clientName, email: user.email, userCode, otherAccount: login }))
  } catch (error) {
    return devicePageWith(error, language, userCode, ctx.requestId)
  }
}

function devicePageWith(error: unknown, language: Language, userCode: string, requestId: string) {
  if (!(error instanceof ServiceError)) throw error
  const { status } = problemOf(error, { path: '/device', requestId })
  const t = textsIn(language)
  return page(devicePage({ language, problem: t.problems[error.code] ?? t.problem }, userCode), status)
}

export const pageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/login',
    operation: 'loginPage',
    summary: 'The page to sign in on',
    ...HTML,
    query: Type.Object({ return_to: Text, notice: Text, lang: Lang }),
    handle: async ({ ctx, query, headers }) => {
      const language = query.lang ?? languageOf(headers)
      const notice = query.notice === 'password_changed' ? textsIn(language).passwordChanged : undefined
      const providers = ctx.settings.oidcProviders.map(({ name }) => name)
      const canRegister = await isRegistrationOpen(ctx)
      return page(
        loginPage({ language, notice }, { returnTo: localPath(query.return_to), email: '', providers, canRegister }),
        200,
        query.lang,
      )
    },
  }),
  endpoint({
    method: 'GET',
    path: '/register',
    operation: 'registerPage',
    summary: 'The page to create an account on',
    ...HTML,
    alsoStatus: [403],
    query: Type.Object({ return_to: Text, lang: Lang }),
    handle: async ({ ctx, query, headers }) => {
      const language = query.lang ?? languageOf(headers)
      const t = textsIn(language)
      if (await isRegistrationOpen(ctx))
        return page(
          registerPage({ language }, { returnTo: localPath(query.return_to), email: '', name: '' }),
          200,
          query.lang,
        )
      return page(
        messagePage(language, {
          title: t.registerTitle,
          text: t.problems.registration_closed ?? t.problem,
          isProblem: true,
        }),
        403,
      )
    },
  }),
  endpoint({
    method: 'GET',
    path: '/forgot-password',
    operation: 'forgotPasswordPage',
    summary: 'The page to ask for a new password on',
    ...HTML,
    query: Type.Object({ lang: Lang }),
    handle: async ({ ctx, query: { lang }, headers }) => {
      const shown = { language: lang ?? languageOf(headers) }
      return page(forgotPasswordPage(shown, { email: '', canMail: ctx.mailer.isConfigured }), 200, lang)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/reset-password',
    operation: 'resetPasswordPage',
    summary: 'The page behind a mailed link',
    ...HTML,
    query: Type.Object({ token: Text }),
    handle: async ({ ctx, query, headers }) => {
      const { token = '' } = query
      return page(newPasswordPage({ language: languageOf(headers) }, token, await findReview(ctx, token)))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/device',
    operation: 'devicePage',
    summary: 'The page to enter the code of a program on',
    ...HTML,
    query: Type.Object({ user_code: Text }),
    handle: async ({ query, headers }) =>
      page(devicePage({ language: languageOf(headers) }, query.user_code ? readUserCode(query.user_code) : '')),
  }),
  endpoint({
    method: 'GET',
    path: '/api/auth/device/consent',
    operation: 'deviceConsentPage',
    summary: 'The page on which a person lets a program in',
    ...HTML,
    alsoStatus: [303, 404, 429],
    query: Type.Object({ user_code: Text }),
    handle: ({ ctx, query, headers }) => showConsent(ctx, headers, query.user_code ?? ''),
  }),
  message('/signed-in', 'signedInPage', 'Signed in, and nowhere to go back to', (t) => ({
    title: t.signedInTitle,
    text: t.signedInText,
  })),
  message('/forgot-password/sent', 'linkSentPage', 'A link may be on its way', (t) => ({
    title: t.linkSentTitle,
    text: t.linkSentText,
  })),
  message('/device/allowed', 'deviceAllowedPage', 'A program was let in', (t) => ({
    title: t.allowedTitle,
    text: t.allowedText,
  })),
  message('/device/denied', 'deviceDeniedPage', 'A program was sent away', (t) => ({
    title: t.deniedTitle,
    text: t.deniedText,
  })),
]
