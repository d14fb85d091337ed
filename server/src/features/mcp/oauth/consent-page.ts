import { html, PAGE_HEADERS, renderPage } from '../../sessions/pages/page.ts'
import type { Language } from '../../sessions/pages/page-texts.ts'
import {
  ASKED_FIELDS,
  type AskedAuthorization,
  type AuthorizationRequest,
  mayPropose,
} from './authorization-request.ts'

/** What a person is asked before a program acts for them. */

const en = {
  title: 'Let a program work with your data?',
  /** Before the program, between it and the address, after both. */
  text: ['', ' wants to work in Bindery as ', '.'],
  goesTo: 'The answer goes to',
  warning:
    'Its name is what it calls itself. Allow it only if you started this yourself a moment ago. You can withdraw it at any time among your tokens; it ends after 30 days by itself.',
  deny: 'Deny',
  read: 'Allow reading',
  propose: 'Allow reading and proposing changes',
  write: 'Allow reading and changing',
  unknownTitle: 'This program cannot be let in',
  unknownText:
    'It is not registered, or asks for the answer at another address than it registered. Start again in the program.',
  mistakenText: (error: string) =>
    `Its request is not one this service can answer (${error}). Start again in the program.`,
}

const ja: typeof en = {
  title: 'プログラムにデータの利用を許可しますか？',
  text: ['', ' が ', ' として Bindery を利用しようとしています。'],
  goesTo: '通知先',
  warning:
    '名前はプログラムが自ら名乗っているものです。ご自身で今この操作を始めた場合にのみ許可してください。許可はいつでもトークンの一覧から取り消せます。30 日後には自動的に無効になります。',
  deny: '拒否',
  read: '閲覧のみ許可',
  propose: '閲覧と変更の提案を許可',
  write: '閲覧と変更を許可',
  unknownTitle: 'このプログラムは許可できません',
  unknownText: 'プログラムが登録されていないか、登録と異なる宛先を求めています。プログラムからやり直してください。',
  mistakenText: (error) => `このサービスが応じられない要求です（${error}）。プログラムからやり直してください。`,
}

export const oauthTexts = (language: Language) => (language === 'ja' ? ja : en)

type Shown = { request: AuthorizationRequest; asked: AskedAuthorization; email: string }

export function oauthConsentPage(language: Language, { request, asked, email }: Shown): string {
  const t = oauthTexts(language)
  const [before = '', between = '', after = ''] = t.text
  const fields = ASKED_FIELDS.map((name) => html`<input type="hidden" name="${name}" value="${asked[name]}">`)
  const answers = ['read' as const, ...(mayPropose(request.scopes) ? (['propose'] as const) : [])]
  const all = request.scopes.includes('workbooks:write') ? [...answers, 'write' as const] : answers
  const buttons = all.map(
    (answer, n) =>
      html`<button${n < all.length - 1 ? html` class="plain"` : null} type="submit" name="answer" value="${answer}">${t[answer]}</button>`,
  )
  const content = html`<p>${before}<strong><bdi>${request.client.name}</bdi></strong>${between}<strong>${email}</strong>${after}</p>
<dl><dt>${t.goesTo}</dt><dd>${placeOf(request.redirectUri)}</dd></dl>
<p class="soft">${t.warning}</p>
<form method="post" action="/api/auth/oauth/consent">
${fields}
<div class="choice"><button class="plain" type="submit" name="answer" value="deny">${t.deny}</button>${buttons}</div>
</form>`
  return renderPage(language, t.title, content)
}

/** Where the browser goes from here: the form's answer leads out of the service, which its policy has to allow. */
export function consentHeaders({ redirectUri }: AuthorizationRequest): Record<string, string> {
  const policy = PAGE_HEADERS['content-security-policy'].replace(
    "form-action 'self'",
    `form-action 'self' ${sourceOf(redirectUri)}`,
  )
  return { ...PAGE_HEADERS, 'content-security-policy': policy }
}

const placeOf = (redirectUri: string) => new URL(redirectUri).host || new URL(redirectUri).protocol

function sourceOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  // A policy can name no address in brackets and no host of a scheme that has none, and what ends a rule must not stand in one.
  return /^https?:$/.test(protocol) && /^[\w.:-]+$/.test(host) ? `${protocol}//${host}` : protocol
}
