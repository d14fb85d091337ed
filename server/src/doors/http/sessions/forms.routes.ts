import { type Static, type TObject, Type } from 'typebox'
import { EMAIL } from '../../../people/accounts/user.ts'
import { readUserCode } from '../../../people/sessions/device/device-code.ts'
import { decideDevice, openDevice } from '../../../people/sessions/device/device-login.ts'
import { keptIds } from '../../../people/sessions/kept-access.ts'
import { findBrowserUser } from '../../../people/sessions/pages/browser-user.ts'
import { HELD_CONTENT_PAGE, localPath } from '../../../people/sessions/pages/local-path.ts'
import { sessionCookies } from '../../../people/sessions/pages/login-cookies.ts'
import {
  devicePage,
  forgotPasswordPage,
  loginPage,
  newPasswordPage,
  registerPage,
} from '../../../people/sessions/pages/login-pages.ts'
import { PAGE_HEADERS } from '../../../people/sessions/pages/page.ts'
import { type Language, languageOf, textsIn } from '../../../people/sessions/pages/page-texts.ts'
import { refuseIfForeign } from '../../../people/sessions/pages/same-origin.ts'
import { logIn } from '../../../people/sessions/password/log-in.ts'
import { PERSON_NAME } from '../../../people/sessions/password/login-body.ts'
import { PASSWORD_LENGTH } from '../../../people/sessions/password/password-hash.ts'
import { findReview, requestPasswordLink, resetPassword } from '../../../people/sessions/password/password-links.ts'
import { isRegistrationOpen, register } from '../../../people/sessions/password/register.ts'
import type { Login } from '../../../people/sessions/sessions.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { problemOf } from '../../../platform/http/response/problem.ts'

/**
 * What our own pages post. Done, the browser is sent on; refused, it gets its page back with what went wrong. They lie
 * below /api/auth because the browser's cookie reaches no farther.
 */

type Headers = Readonly<Record<string, string | undefined>>
type Posted<B extends TObject> = { ctx: PublicContext; body: Static<B>; headers: Headers; language: Language }
type Shown = { language: Language; problem: string }
type Mistake = 'badEmail' | 'badName' | 'badPassword'

type Form<B extends TObject> = {
  path: string
  operation: string
  summary: string
  body: B
  problems: readonly string[]
  /** What the browser itself should have refused to send. */
  check?: (body: Static<B>) => Mistake | undefined
  act: (posted: Posted<B>) => Promise<Answer>
  again: (posted: Posted<B>, shown: Shown) => Promise<string>
}

function form<B extends TObject>({ check, act, again, ...shape }: Form<B>): Endpoint {
  return endpoint({
    method: 'POST',
    ...shape,
    scope: 'none',
    consumes: 'form',
    produces: 'text/html; charset=utf-8',
    status: 303,
    alsoStatus: [401, 403, 404, 409, 422, 429],
    handle: async ({ ctx, body, headers }) => {
      const language = languageOf(headers)
      const t = textsIn(language)
      const posted = { ctx, body, headers, language }
      const mistake = check?.(body)
      if (mistake) return new Answer(422, await again(posted, { language, problem: t[mistake] }), PAGE_HEADERS)
      try {
        refuseIfForeign(ctx, headers)
        return await act(posted)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const { status, headers: problemHeaders } = problemOf(error, { path: shape.path, requestId: ctx.requestId })
        const problem = t.problems[error.code] ?? t.problem
        return new Answer(status, await again(posted, { language, problem }), { ...problemHeaders, ...PAGE_HEADERS })
      }
    },
  })
}

/** A box that is ticked is sent; of several, each. */
const Kept = Type.Union([Type.String({ maxLength: 60 }), Type.Array(Type.String({ maxLength: 60 }), { maxItems: 500 })])

/** A field that was not filled in is an empty one: the page says what is missing. */
const Field = (maxLength: number) => Type.String({ maxLength, default: '' })

const sendOn = (location: string) => new Answer(303, '', { location })

const enter = (login: Login, returnTo: string) =>
  new Answer(303, '', { location: localPath(returnTo), 'set-cookie': sessionCookies(login.refreshToken) })

const isNewPassword = (password: string) => {
  const { length } = [...password]
  return length >= PASSWORD_LENGTH.minLength && length <= PASSWORD_LENGTH.maxLength
}

export const formEndpoints: readonly Endpoint[] = [
  form({
    path: '/api/auth/forms/login',
    operation: 'submitLogin',
    summary: 'Sign in from the login page',
    problems: ['invalid_credentials', 'too_many_logins', 'session_required'],
    body: Type.Object({ email: Field(320), password: Field(1000), return_to: Field(2000) }),
    check: ({ email }) => (EMAIL.test(email) ? undefined : 'badEmail'),
    act: async ({ ctx, body }) => enter(await logIn(ctx, body), body.return_to),
    again: async ({ ctx, body: { email, return_to } }, shown) => {
      const providers = ctx.settings.oidcProviders.map(({ name }) => name)
      return loginPage(shown, {
        returnTo: localPath(return_to),
        email,
        providers,
        canRegister: await isRegistrationOpen(ctx),
      })
    },
  }),
  form({
    path: '/api/auth/forms/register',
    operation: 'submitRegistration',
    summary: 'Create an account from the register page',
    problems: ['registration_closed', 'name_taken', 'too_many_logins', 'session_required'],
    body: Type.Object({ name: Field(1000), email: Field(1000), password: Field(1000), return_to: Field(2000) }),
    check: ({ name, email, password }) => {
      if (!PERSON_NAME.test(name) || [...name].length > 120) return 'badName'
      if (!EMAIL.test(email) || email.length > 320) return 'badEmail'
      return isNewPassword(password) ? undefined : 'badPassword'
    },
    act: async ({ ctx, body }) => enter(await register(ctx, body), body.return_to),
    again: async ({ body: { name, email, return_to } }, shown) =>
      registerPage(shown, { returnTo: localPath(return_to), email, name }),
  }),
  form({
    path: '/api/auth/forms/password-link',
    operation: 'submitPasswordLink',
    summary: 'Have a link to a new password mailed, from the page',
    problems: ['too_many_logins', 'session_required'],
    body: Type.Object({ email: Field(320) }),
    check: ({ email }) => (EMAIL.test(email) ? undefined : 'badEmail'),
    act: async ({ ctx, body, language }) => {
      await requestPasswordLink(ctx, body.email, language)
      return sendOn('/forgot-password/sent')
    },
    again: async ({ ctx, body }, shown) =>
      forgotPasswordPage(shown, { email: body.email, canMail: ctx.mailer.isConfigured }),
  }),
  form({
    path: '/api/auth/forms/new-password',
    operation: 'submitNewPassword',
    summary: 'Set a new password from the page behind a mailed link',
    problems: ['invalid_token', 'too_many_logins', 'session_required'],
    body: Type.Object({ token: Field(200), password: Field(1000), keep: Type.Optional(Kept) }),
    check: ({ password }) => (isNewPassword(password) ? undefined : 'badPassword'),
    act: async ({ ctx, body }) => {
      const isHeld = await resetPassword(ctx, { ...body, keep: keptIds([body.keep ?? []].flat()) })
      const next = isHeld ? `&return_to=${encodeURIComponent(HELD_CONTENT_PAGE)}` : ''
      return sendOn(`/login?notice=password_changed${next}`)
    },
    again: async ({ ctx, body }, shown) =>
      newPasswordPage(shown, body.token, await findReview(ctx, body.token), [body.keep ?? []].flat()),
  }),
  form({
    path: '/api/auth/forms/device',
    operation: 'submitUserCode',
    summary: 'Enter the code of a program',
    problems: ['not_found', 'too_many_logins', 'session_required'],
    body: Type.Object({ user_code: Field(40) }),
    act: async ({ ctx, body, headers }) => {
      const user = await findBrowserUser(ctx, headers)
      const consent = `/api/auth/device/consent?user_code=${readUserCode(body.user_code)}`
      if (!user) return sendOn(`/login?return_to=${encodeURIComponent(consent)}`)
      await openDevice(ctx, user.userId, body.user_code)
      return sendOn(consent)
    },
    again: async ({ body }, shown) => devicePage(shown, body.user_code),
  }),
  form({
    path: '/api/auth/forms/consent',
    operation: 'submitConsent',
    summary: 'Let a program in, or send it away',
    problems: ['not_found', 'too_many_logins', 'session_required'],
    body: Type.Object({ user_code: Field(40), answer: Field(10) }),
    act: async ({ ctx, body, headers }) => {
      const user = await findBrowserUser(ctx, headers)
      if (!user)
        return sendOn(
          `/login?return_to=${encodeURIComponent(`/api/auth/device/consent?user_code=${readUserCode(body.user_code)}`)}`,
        )
      const isAllowed = body.answer === 'allow'
      await decideDevice(ctx, user.userId, body.user_code, isAllowed ? 'approved' : 'denied')
      return sendOn(isAllowed ? '/device/allowed' : '/device/denied')
    },
    again: async ({ body }, shown) => devicePage(shown, body.user_code),
  }),
]
