import { Type } from 'typebox'
import { type InvitedTo, workspaceLabel } from '../../../people/accounts/invitations/invitation.ts'
import { acceptInvitation, readInvitation } from '../../../people/sessions/invitations/accept-invitation.ts'
import { findBrowserUser } from '../../../people/sessions/pages/browser-user.ts'
import { sessionCookies } from '../../../people/sessions/pages/login-cookies.ts'
import { messagePage } from '../../../people/sessions/pages/login-pages.ts'
import { html, PAGE_HEADERS, renderPage } from '../../../people/sessions/pages/page.ts'
import { type Language, languageOf, textsIn } from '../../../people/sessions/pages/page-texts.ts'
import { refuseIfForeign } from '../../../people/sessions/pages/same-origin.ts'
import { PERSON_NAME } from '../../../people/sessions/password/login-body.ts'
import { PASSWORD_LENGTH } from '../../../people/sessions/password/password-hash.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { Answer, type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { problemOf } from '../../../platform/http/response/problem.ts'

type Headers = Readonly<Record<string, string | undefined>>
type Filled = { token: string; name: string; password: string }

const Text = Type.String({ maxLength: 1000, default: '' })
const HTML = { scope: 'none', produces: 'text/html; charset=utf-8' } as const

const loginFor = (token: string) => `/login?return_to=${encodeURIComponent(`/accept-invitation?token=${token}`)}`

/** The page behind an invitation's link, with what went wrong when it was sent off. */
async function show(
  ctx: PublicContext,
  language: Language,
  { token, name }: Omit<Filled, 'password'>,
  status = 200,
  code?: string,
) {
  try {
    const invitation = await readInvitation(ctx, token)
    const isAnother = code === 'owner_required'
    const problem =
      code && (isAnother ? invitationTexts(language).forAnother(invitation.email) : problemText(language, code))
    const otherAccount = isAnother ? loginFor(token) : undefined
    return new Answer(
      status,
      invitationPage(language, { ...invitation, token, name, problem, otherAccount }),
      PAGE_HEADERS,
    )
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { title, gone } = invitationTexts(language)
    return new Answer(404, messagePage(language, { title, text: gone, isProblem: true }), PAGE_HEADERS)
  }
}

function problemText(language: Language, code: string): string {
  const t = textsIn(language)
  if (code === 'badName' || code === 'badPassword') return t[code]
  return t.problems[code] ?? t.problem
}

/** What the browser itself should have refused to send. */
function mistakeIn({ name, password }: Filled): 'badName' | 'badPassword' | undefined {
  if (!PERSON_NAME.test(name) || [...name].length > 120) return 'badName'
  const { length } = [...password]
  return length < PASSWORD_LENGTH.minLength || length > PASSWORD_LENGTH.maxLength ? 'badPassword' : undefined
}

async function accept(ctx: PublicContext, headers: Headers, filled: Filled) {
  refuseIfForeign(ctx, headers)
  const { isUser } = await readInvitation(ctx, filled.token)
  const user = isUser ? await findBrowserUser(ctx, headers) : undefined
  if (isUser && !user) return new Answer(303, '', { location: loginFor(filled.token) })
  const mistake = isUser ? undefined : mistakeIn(filled)
  if (mistake) return show(ctx, languageOf(headers), filled, 422, mistake)
  const { login, path } = await acceptInvitation(ctx, filled.token, { ...filled, user })
  const cookie = login ? { 'set-cookie': sessionCookies(login.refreshToken) } : {}
  return new Answer(303, '', { location: path, ...cookie })
}

export const invitationPageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/accept-invitation',
    operation: 'invitationPage',
    summary: "The page behind an invitation's link",
    ...HTML,
    status: 200,
    alsoStatus: [404],
    query: Type.Object({ token: Type.Optional(Text) }),
    handle: ({ ctx, query, headers }) => show(ctx, languageOf(headers), { token: query.token ?? '', name: '' }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/auth/forms/invitation',
    operation: 'submitInvitation',
    summary: 'Accept an invitation from its page',
    ...HTML,
    consumes: 'form',
    status: 303,
    alsoStatus: [403, 404, 409, 422, 429],
    body: Type.Object({ token: Text, name: Text, password: Text }),
    problems: ['not_found', 'owner_required', 'name_taken', 'too_many_logins', 'session_required'],
    handle: async ({ ctx, body, headers }) => {
      try {
        return await accept(ctx, headers, body)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        const { status } = problemOf(error, { path: '/accept-invitation', requestId: ctx.requestId })
        return show(ctx, languageOf(headers), body, status, error.code)
      }
    },
  }),
]

const en = {
  title: 'You are invited',
  invited: (inviter: string, workspace: string) => `${inviter} invites you to ${workspace}.`,
  newcomer: 'Choose a name and a password to join.',
  accept: 'Accept the invitation',
  join: 'Join',
  gone: 'This invitation is no longer good: it was accepted, withdrawn, or has expired. Ask the person who invited you for a new one.',
  forAnother: (email: string) => `You are signed in with another address. Sign in as ${email} to accept.`,
  signIn: 'Sign in with another account',
}

const ja: typeof en = {
  title: '招待が届いています',
  invited: (inviter, workspace) => `${inviter} さんから、${workspace}に招待されています。`,
  newcomer: '参加するには、名前とパスワードを設定してください。',
  accept: '招待を受ける',
  join: '参加する',
  gone: 'この招待は無効です。すでに使われたか、取り消されたか、期限が切れています。招待した方に、もう一度依頼してください。',
  forAnother: (email) => `別のアドレスでログインしています。招待を受けるには、${email} でログインしてください。`,
  signIn: '別のアカウントでログイン',
}

const invitationTexts = (language: Language) => (language === 'ja' ? ja : en)

type ShownInvitation = InvitedTo & {
  token: string
  email: string
  inviter: string
  /** A new user chooses a name and a password; a user only accepts. */
  isUser: boolean
  /** Where to sign in as another user; shown when the wrong person is signed in. */
  otherAccount?: string | undefined
  problem?: string | undefined
  name?: string | undefined
}

function invitationPage(language: Language, shown: ShownInvitation): string {
  const t = invitationTexts(language)
  const { token, email, inviter, isUser, otherAccount, problem, name = '' } = shown
  const content = html`<p>${t.invited(inviter, workspaceLabel(shown)[language])}</p>
<p class="soft">${email}</p>
${problem ? html`<p class="note bad" role="alert">${problem}</p>` : null}
<form method="post" action="/api/auth/forms/invitation">
<input type="hidden" name="token" value="${token}">
${isUser ? null : newcomerFields(language, name)}
<button type="submit">${isUser ? t.accept : t.join}</button>
</form>
${otherAccount ? html`<p class="foot"><a href="${otherAccount}">${t.signIn}</a></p>` : null}`
  return renderPage(language, t.title, content)
}

function newcomerFields(language: Language, name: string) {
  const t = textsIn(language)
  return html`<p class="soft">${invitationTexts(language).newcomer}</p>
<div class="field"><label for="name">${t.name}</label><input id="name" name="name" autocomplete="name" maxlength="120" required value="${name}"></div>
<div class="field"><label for="password">${t.password}</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="200" required aria-describedby="password-hint"><p class="hint" id="password-hint">${t.passwordHint}</p></div>`
}
