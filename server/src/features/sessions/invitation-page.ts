import { type InvitedTo, workspaceLabel } from '../accounts/invitation.ts'
import { html, renderPage } from './page.ts'
import { type Language, textsIn } from './page-texts.ts'

const en = {
  title: 'You are invited',
  invited: (inviter: string, workspace: string) => `${inviter} invites you to ${workspace}.`,
  newcomer: 'Choose a name and a password to join.',
  accept: 'Accept the invitation',
  join: 'Join',
  gone: 'This invitation is no longer good: it was accepted, withdrawn, or has expired. Ask whoever invited you for a new one.',
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

export const invitationTexts = (language: Language) => (language === 'ja' ? ja : en)

export type ShownInvitation = InvitedTo & {
  token: string
  email: string
  inviter: string
  /** Somebody new chooses a name and a password; a user only accepts. */
  isUser: boolean
  /** Where to sign in as somebody else; told when the wrong person is signed in. */
  otherAccount?: string | undefined
  problem?: string | undefined
  name?: string | undefined
}

export function invitationPage(language: Language, shown: ShownInvitation): string {
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
