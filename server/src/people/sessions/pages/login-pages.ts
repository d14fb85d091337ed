import { accessId } from '../kept-access.ts'
import type { PasswordLinkReview } from '../password/password-links.ts'
import { SIGNED_IN } from './local-path.ts'
import { type Html, html, renderPage } from './page.ts'
import { LANGUAGES, type Language, type Texts, textsIn } from './page-texts.ts'

/** The pages themselves. What is wrong is said above the form, and the form keeps what was typed, passwords aside. */

type Shown = { language: Language; problem?: string | undefined; notice?: string | undefined }

const note = ({ problem, notice }: Shown) => {
  if (problem) return html`<p class="note bad" role="alert">${problem}</p>`
  return notice ? html`<p class="note" role="status">${notice}</p>` : null
}

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`

/** A link that takes along where the person wants to go. */
const withReturn = (path: string, returnTo: string) =>
  returnTo === SIGNED_IN ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語' }

/** The same page in the other language, which the browser then remembers. */
function languageLinks({ language }: Shown, path: string): Html {
  const links = LANGUAGES.map((each) =>
    each === language
      ? html`<strong lang="${each}">${LANGUAGE_NAMES[each]}</strong>`
      : html`<a lang="${each}" hreflang="${each}" href="${path}${path.includes('?') ? '&' : '?'}lang=${each}">${LANGUAGE_NAMES[each]}</a>`,
  )
  return html`<p class="languages">${links}</p>`
}

const emailField = (t: Texts, email: string) =>
  html`<div class="field"><label for="email">${t.email}</label><input id="email" name="email" type="email" autocomplete="username" inputmode="email" maxlength="320" required value="${email}"></div>`

const newPasswordField = (t: Texts, label: string) =>
  html`<div class="field"><label for="password">${label}</label><input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="200" required aria-describedby="password-hint"><p class="hint" id="password-hint">${t.passwordHint}</p></div>`

export type Entrance = { returnTo: string; email: string; providers: readonly string[]; canRegister: boolean }

export function loginPage(shown: Shown, { returnTo, email, providers, canRegister }: Entrance): string {
  const t = textsIn(shown.language)
  const content = html`${note(shown)}
<form method="post" action="/api/auth/forms/login">
${hidden('return_to', returnTo)}
${emailField(t, email)}
<div class="field"><div class="row"><label for="password">${t.password}</label><a href="/forgot-password">${t.forgotPassword}</a></div><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required></div>
<button type="submit">${t.signIn}</button>
</form>
${providerLinks(t, providers, returnTo)}
${canRegister ? html`<p class="foot">${t.noAccount} <a href="${withReturn('/register', returnTo)}">${t.register}</a></p>` : null}
${languageLinks(shown, withReturn('/login', returnTo))}`
  return renderPage(shown.language, t.signInTo, content)
}

function providerLinks(t: Texts, providers: readonly string[], returnTo: string): Html | null {
  if (providers.length === 0) return null
  const links = providers.map(
    (name) =>
      html`<a class="button plain" href="${withReturn(`/api/auth/oidc/${name}/start`, returnTo)}">${t.continueWith(name.charAt(0).toUpperCase() + name.slice(1))}</a>`,
  )
  return html`<p class="or">${t.or}</p><div class="providers">${links}</div>`
}

export function registerPage(
  shown: Shown,
  { returnTo, email, name }: { returnTo: string; email: string; name: string },
): string {
  const t = textsIn(shown.language)
  const content = html`${note(shown)}
<form method="post" action="/api/auth/forms/register">
${hidden('return_to', returnTo)}
<div class="field"><label for="name">${t.name}</label><input id="name" name="name" autocomplete="name" maxlength="120" required value="${name}"></div>
${emailField(t, email)}
${newPasswordField(t, t.password)}
<button type="submit">${t.register}</button>
</form>
<p class="foot">${t.haveAccount} <a href="${withReturn('/login', returnTo)}">${t.signIn}</a></p>
${languageLinks(shown, withReturn('/register', returnTo))}`
  return renderPage(shown.language, t.registerTitle, content)
}

export function forgotPasswordPage(shown: Shown, { email, canMail }: { email: string; canMail: boolean }): string {
  const t = textsIn(shown.language)
  const form = html`<p class="soft">${t.forgotText}</p>
${note(shown)}
<form method="post" action="/api/auth/forms/password-link">
${emailField(t, email)}
<button type="submit">${t.sendLink}</button>
</form>`
  const content = html`${canMail ? form : html`<p class="soft">${t.noMailText}</p>`}
<p class="foot"><a href="/login">${t.backToSignIn}</a></p>
${languageLinks(shown, '/forgot-password')}`
  return renderPage(shown.language, t.forgotTitle, content)
}

/** `review` undefined: the link is no longer good. What acts for the user without a session is ended, unless its box is ticked. */
export function newPasswordPage(
  shown: Shown,
  token: string,
  review: PasswordLinkReview | undefined,
  kept: readonly string[] = [],
): string {
  const t = textsIn(shown.language)
  const content = html`<p class="soft">${review?.isFirstProof ? t.firstProofText : t.resetText}</p>
${note(shown)}
<form method="post" action="/api/auth/forms/new-password">
${hidden('token', token)}
${newPasswordField(t, t.newPassword)}
${accessBoxes(t, review?.access ?? [], kept)}
<button type="submit">${t.savePassword}</button>
</form>
<p class="foot"><a href="/forgot-password">${t.askAgain}</a></p>`
  return renderPage(shown.language, t.resetTitle, content)
}

function accessBoxes(t: Texts, access: PasswordLinkReview['access'], kept: readonly string[]): Html | null {
  if (access.length === 0) return null
  const boxes = access.map((one) => {
    const id = accessId(one)
    const tick = kept.includes(id) ? html` checked` : null
    return html`<label class="box"><input type="checkbox" name="keep" value="${id}"${tick}><span>${one.name}<small>${t.accessKinds[one.kind]} · ${t.madeOn(one.createdAt.toISOString().slice(0, 10))}</small></span></label>`
  })
  return html`<fieldset><legend>${t.keepAccess}</legend><p class="hint">${t.keepAccessText}</p>${boxes}</fieldset>`
}

export function devicePage(shown: Shown, userCode: string): string {
  const t = textsIn(shown.language)
  const content = html`<p class="soft">${t.deviceText}</p>
${note(shown)}
<form method="post" action="/api/auth/forms/device">
<div class="field"><label for="user_code">${t.code}</label><input class="code" id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX" maxlength="40" required value="${userCode}"></div>
<button type="submit">${t.continue}</button>
</form>`
  return renderPage(shown.language, t.deviceTitle, content)
}

export type ConsentRequest = { clientName: string; email: string; userCode: string; otherAccount: string }

export function consentPage(shown: Shown, { clientName, email, userCode, otherAccount }: ConsentRequest): string {
  const t = textsIn(shown.language)
  const [before = '', between = '', after = ''] = t.consentText
  const content = html`<p>${before}<strong><bdi>${clientName}</bdi></strong>${between}<strong>${email}</strong>${after}</p>
<dl><dt>${t.code}</dt><dd>${userCode}</dd></dl>
<p class="soft">${t.consentWarning}</p>
<form method="post" action="/api/auth/forms/consent">
${hidden('user_code', userCode)}
<div class="choice"><button class="plain" type="submit" name="answer" value="deny">${t.deny}</button><button type="submit" name="answer" value="allow">${t.allow}</button></div>
</form>
<p class="foot"><a href="${otherAccount}">${t.otherAccount}</a></p>`
  return renderPage(shown.language, t.consentTitle, content)
}

/** Nothing left to do, or nothing that can be done here. */
export function messagePage(
  language: Language,
  { title, text, isProblem = false }: { title: string; text: string; isProblem?: boolean },
): string {
  const t = textsIn(language)
  const content = isProblem
    ? html`<p class="note bad" role="alert">${text}</p><p class="foot"><a href="/login">${t.backToSignIn}</a></p>`
    : html`<p class="soft">${text}</p>`
  return renderPage(language, title, content)
}
