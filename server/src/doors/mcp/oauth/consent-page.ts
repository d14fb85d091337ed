import { messagePage } from '../../../people/sessions/pages/login-pages.ts'
import { html, PAGE_HEADERS, renderPage } from '../../../people/sessions/pages/page.ts'
import type { Language } from '../../../people/sessions/pages/page-texts.ts'
import {
  ASKED_FIELDS,
  type AuthorizationRequest,
  mayPropose,
  type RefusedRequest,
  type RequestedAuthorization,
} from './authorization-request.ts'
import { type DocumentFault, vouchingHost } from './client-document.ts'

/** What a person is asked before a program acts for them. */

const en = {
  title: 'Let a program work with your data?',
  /** Before the program, between it and the address, after both. */
  text: ['', ' wants to work in Bindery as ', '.'],
  asks: 'Who asks',
  goesTo: 'The answer goes to',
  unverified: 'Its name is what it calls itself.',
  verifiedHost: 'Only the address of who asks is verified. The name is what the program calls itself.',
  onThisMachine: (host: string) =>
    `The answer goes to a program on your own computer, and any program there can pretend to be ${host}. Continue only if you have just started it yourself.`,
  warning:
    'Allow it only if you started this yourself a moment ago. You can withdraw it at any time among your tokens; it ends after 30 days by itself.',
  deny: 'Deny',
  read: 'Allow reading',
  propose: 'Allow reading and proposing changes',
  write: 'Allow reading and changing',
  unknownTitle: 'This program cannot be let in',
  unknownText:
    'It is not registered, or asks for the answer at another address than it registered. Start again in the program.',
  mistakenText: (error: string) =>
    `Its request is not one this service can answer (${error}). Start again in the program.`,
  document: {
    bad_address:
      'It is known by an address that cannot stand for a program. The address must begin with https, have a path, be in its plain spelling, and have no query and no part after #.',
    closed_address:
      'This service does not go to the address of its document. It reaches only public hosts, on port 443.',
    too_many_fetches: 'You have opened too many documents of programs. Wait a few minutes, then try again.',
    no_answer: 'Its document could not be fetched. Try again later.',
    bad_answer:
      'At its address there is no document. The answer must have the status 200 and be JSON; redirects are not followed.',
    too_large: 'Its document is larger than 5 KB.',
    no_metadata:
      'Its document does not hold what it must: client_id and redirect_uris, within the limits of a registration.',
    other_client: 'The client_id in its document is not the address of the document.',
    not_public:
      'Its document asks for a secret or a key. Only public clients are let in (token_endpoint_auth_method: none).',
    bad_redirect: 'Its document lists a redirect address that this service does not allow.',
    unlisted_redirect: 'It asks for the answer at an address that its document does not list.',
  } satisfies Record<DocumentFault, string>,
}

const ja: typeof en = {
  title: 'プログラムにデータの利用を許可しますか？',
  text: ['', ' が ', ' として Bindery を利用しようとしています。'],
  asks: '要求元',
  goesTo: '通知先',
  unverified: '名前はプログラムが自ら名乗っているものです。',
  verifiedHost: '確認できているのは要求元のアドレスだけです。名前はプログラムが自ら名乗っているものです。',
  onThisMachine: (host) =>
    `通知先はお使いのコンピューター上のプログラムで、そこで動くどのプログラムも ${host} を装うことができます。ご自身で今起動したプログラムの場合にのみ続けてください。`,
  warning:
    'ご自身で今この操作を始めた場合にのみ許可してください。許可はいつでもトークンの一覧から取り消せます。30 日後には自動的に無効になります。',
  deny: '拒否',
  read: '閲覧のみ許可',
  propose: '閲覧と変更申請を許可',
  write: '閲覧と変更を許可',
  unknownTitle: 'このプログラムは許可できません',
  unknownText: 'プログラムが登録されていないか、登録と異なる宛先を求めています。プログラムからやり直してください。',
  mistakenText: (error) => `このサービスが応じられない要求です（${error}）。プログラムからやり直してください。`,
  document: {
    bad_address:
      'プログラムを表すアドレスとして使えません。https で始まり、パスがあり、正規の表記で、クエリも # 以降の部分もないアドレスが必要です。',
    closed_address: 'このサービスは文書のアドレスに接続しません。接続するのは、公開されたホストのポート443だけです。',
    too_many_fetches: 'プログラムの文書を開いた回数が多すぎます。数分待ってから、もう一度お試しください。',
    no_answer: '文書を取得できませんでした。しばらくしてから、もう一度お試しください。',
    bad_answer:
      'アドレスに文書がありません。応答はステータス 200 の JSON である必要があり、リダイレクトには従いません。',
    too_large: '文書が 5 KB を超えています。',
    no_metadata: '文書に必要な項目がありません。登録と同じ制限の範囲で client_id と redirect_uris が必要です。',
    other_client: '文書の client_id が文書のアドレスと一致しません。',
    not_public:
      '文書が秘密の値または鍵による認証を求めています。許可できるのは公開クライアントだけです（token_endpoint_auth_method: none）。',
    bad_redirect: 'このサービスで許可されていないリダイレクト先が文書に含まれています。',
    unlisted_redirect: '文書に記載されていない宛先への通知を求めています。',
  },
}

const oauthTexts = (language: Language) => (language === 'ja' ? ja : en)

type Shown = { request: AuthorizationRequest; asked: RequestedAuthorization; email: string }

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
  const host = vouchingHost(request.clientId)
  const content = html`<p>${before}<strong><bdi>${request.client.name}</bdi></strong>${between}<strong>${email}</strong>${after}</p>
${host === null ? null : html`<dl><dt>${t.asks}</dt><dd>${host}</dd></dl>`}
<dl><dt>${t.goesTo}</dt><dd>${placeOf(request.redirectUri)}</dd></dl>
${host !== null && isOnThisMachine(request.redirectUri) ? html`<p class="note bad" role="alert">${t.onThisMachine(host)}</p>` : null}
<p class="soft">${host === null ? t.unverified : t.verifiedHost}</p>
<p class="soft">${t.warning}</p>
<form method="post" action="/api/auth/oauth/consent">
${fields}
<div class="choice"><button class="plain" type="submit" name="answer" value="deny">${t.deny}</button>${buttons}</div>
</form>`
  return renderPage(language, t.title, content)
}

/** What is wrong with a request, in words of the service alone: nothing that a program or its document states is shown. */
export function refusedPage(language: Language, refused: RefusedRequest): string {
  const t = oauthTexts(language)
  return messagePage(language, { title: t.unknownTitle, text: refusedText(t, refused), isProblem: true })
}

function refusedText(t: typeof en, refused: RefusedRequest): string {
  switch (refused.kind) {
    case 'refused':
      return t.mistakenText(refused.error)
    case 'unknown':
      return t.unknownText
    case 'bad_document':
      return t.document[refused.fault]
  }
}

/** Where the browser goes from here: the form's answer leads out of the service, which its policy has to allow. */
export function consentHeaders({ redirectUri }: AuthorizationRequest): Record<string, string> {
  const policy = PAGE_HEADERS['content-security-policy'].replace(
    "form-action 'self'",
    `form-action 'self' ${sourceOf(redirectUri)}`,
  )
  return { ...PAGE_HEADERS, 'content-security-policy': policy }
}

/** Any program of the machine can listen on a port or claim a scheme; only an https address belongs to one owner. */
const isOnThisMachine = (redirectUri: string) => new URL(redirectUri).protocol !== 'https:'

const placeOf = (redirectUri: string) => new URL(redirectUri).host || new URL(redirectUri).protocol

function sourceOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  // A policy can name no address in brackets and no host of a scheme that has none, and what ends a rule must not stand in one.
  return /^https?:$/.test(protocol) && /^[\w.:-]+$/.test(host) ? `${protocol}//${host}` : protocol
}
