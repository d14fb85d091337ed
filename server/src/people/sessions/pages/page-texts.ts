import { parseCookie, stringifySetCookie } from 'cookie'

/** Every text of the login pages and mails, in English and Japanese. */
export type Language = 'en' | 'ja'
export type Texts = typeof en

/** By the code of the problem. */
const problemsEn: Record<string, string> = {
  invalid_credentials: 'E-mail and password do not match.',
  too_many_logins: 'Too many attempts. Wait a few minutes, then try again.',
  name_taken: 'This e-mail address cannot be registered. Maybe you have an account already?',
  registration_closed: 'New accounts are not open here. Ask the person who runs this server for an invitation.',
  not_found: 'This code is not known. Check it, or start again in the program: a code works for ten minutes.',
  invalid_token: 'This link is no longer good. It works once, for one hour. Ask for a new one.',
  session_required: 'This form was sent from somewhere else. Open the page again and try once more.',
  upstream_error: 'The other service does not answer. Try again later.',
}

const en = {
  signIn: 'Sign in',
  signInTo: 'Sign in to Bindery',
  register: 'Create account',
  registerTitle: 'Create your account',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  name: 'Name',
  passwordHint: 'At least 12 characters. A few unrelated words work well.',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  forgotPassword: 'Forgot your password?',
  signedInTitle: 'You are signed in',
  signedInText: 'You can close this window and go back to where you came from.',
  forgotTitle: 'Set a new password',
  forgotText: 'Enter your e-mail address and we will send you a link.',
  sendLink: 'Send link',
  linkSentTitle: 'Look into your mail',
  linkSentText: 'If there is an account with this address, a link is on its way. It works once, for one hour.',
  noMailText: 'This server cannot send mail. Ask the person who runs it for a new password.',
  backToSignIn: 'Back to sign in',
  resetTitle: 'Choose a new password',
  resetText: 'You will be signed out everywhere else.',
  firstProofText:
    'This is the first time that this address is proven. Everything made under it before ends: sign-ins, tokens, keys, webhooks, shares and invitations. Afterwards you decide what to keep of its content.',
  keepAccess: 'Keep working',
  keepAccessText: 'These act for you without a sign-in. All that you do not tick are revoked.',
  accessKinds: { token: 'Token', key: 'Account key', link: 'Link', webhook: 'Webhook' },
  madeOn: (day: string) => `made on ${day}`,
  savePassword: 'Save password',
  askAgain: 'Ask for a new link',
  passwordChanged: 'Your new password is set. Sign in with it.',
  deviceTitle: 'Connect a program',
  deviceText: 'Enter the code that the program shows you.',
  code: 'Code',
  continue: 'Continue',
  consentTitle: 'Allow this sign-in?',
  /** Before the program, between it and the address, after both. */
  consentText: ['', ' wants to sign in as ', '.'],
  consentWarning:
    'Allow it only if you started this yourself and the program shows the same code. It can then do everything you can.',
  allow: 'Allow',
  deny: 'Deny',
  otherAccount: 'Use another account',
  allowedTitle: 'The program is connected',
  allowedText: 'You can close this window and go back to the program.',
  deniedTitle: 'The sign-in was denied',
  deniedText: 'The program was sent away. You can close this window.',
  problemTitle: 'That did not work',
  problems: problemsEn,
  problem: 'Something is not right. Please try again.',
  providerProblem:
    'The sign-in could not be completed. Begin again; the e-mail address must be verified at the provider.',
  badEmail: 'This is not an e-mail address.',
  badName: 'Enter a name of 1 to 120 characters.',
  badPassword: 'A password has 12 to 200 characters.',
  mail: {
    subject: 'Your link to a new password',
    text: (name: string, link: string) =>
      `Hello ${name},\n\nsomebody asked for a new password for your Bindery account. If that was you, open this link within one hour:\n\n${link}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
  },
}

const ja: Texts = {
  signIn: 'ログイン',
  signInTo: 'Bindery にログイン',
  register: 'アカウントを作成',
  registerTitle: 'アカウントを作成',
  email: 'メールアドレス',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  name: '名前',
  passwordHint: '12 文字以上。関係のない単語をいくつか並べるのがおすすめです。',
  or: 'または',
  continueWith: (provider) => `${provider} で続ける`,
  noAccount: 'アカウントをお持ちでない場合',
  haveAccount: 'すでにアカウントをお持ちの場合',
  forgotPassword: 'パスワードをお忘れですか?',
  signedInTitle: 'ログインしました',
  signedInText: 'このウィンドウを閉じて、元の画面にお戻りください。',
  forgotTitle: 'パスワードの再設定',
  forgotText: 'メールアドレスを入力してください。再設定用のリンクをお送りします。',
  sendLink: 'リンクを送信',
  linkSentTitle: 'メールをご確認ください',
  linkSentText: 'このアドレスのアカウントがあれば、リンクをお送りしました。リンクは 1 時間以内に 1 回だけ使えます。',
  noMailText: 'このサーバーはメールを送信できません。管理者に新しいパスワードを依頼してください。',
  backToSignIn: 'ログインに戻る',
  resetTitle: '新しいパスワードを設定',
  resetText: 'ほかのすべての端末からログアウトされます。',
  firstProofText:
    'このアドレスが確認されるのは初めてです。これまでにこのアドレスで作られたログイン、トークン、キー、Webhook、共有、招待はすべて無効になります。内容を残すかどうかは、このあと選べます。',
  keepAccess: '引き続き使うもの',
  keepAccessText: 'ログインなしであなたの代わりに動作するものです。選択しないものはすべて無効になります。',
  accessKinds: { token: 'トークン', key: 'アカウントキー', link: 'リンク', webhook: 'Webhook' },
  madeOn: (day) => `${day} 作成`,
  savePassword: 'パスワードを保存',
  askAgain: 'リンクをもう一度請求する',
  passwordChanged: '新しいパスワードを設定しました。ログインしてください。',
  deviceTitle: 'プログラムを接続',
  deviceText: 'プログラムに表示されているコードを入力してください。',
  code: 'コード',
  continue: '次へ',
  consentTitle: 'ログインを許可しますか?',
  consentText: ['', ' が ', ' としてログインしようとしています。'],
  consentWarning:
    'ご自身で開始し、プログラムに同じコードが表示されている場合にのみ許可してください。許可すると、あなたと同じ操作ができるようになります。',
  allow: '許可する',
  deny: '拒否する',
  otherAccount: '別のアカウントを使う',
  allowedTitle: 'プログラムを接続しました',
  allowedText: 'このウィンドウを閉じて、プログラムにお戻りください。',
  deniedTitle: 'ログインを拒否しました',
  deniedText: 'プログラムは接続されませんでした。このウィンドウは閉じてかまいません。',
  problemTitle: '完了できませんでした',
  problems: {
    invalid_credentials: 'メールアドレスまたはパスワードが正しくありません。',
    too_many_logins: '試行回数が多すぎます。数分待ってからもう一度お試しください。',
    name_taken: 'このメールアドレスは登録できません。すでにアカウントをお持ちではありませんか?',
    registration_closed: '新規登録は受け付けていません。管理者に招待を依頼してください。',
    not_found:
      'コードが見つかりません。コードを確認するか、プログラムからやり直してください。コードの有効期限は 10 分です。',
    invalid_token: 'このリンクは無効です。リンクは 1 時間以内に 1 回だけ使えます。もう一度リンクを請求してください。',
    session_required: 'このフォームは別の場所から送信されました。ページを開き直してお試しください。',
    upstream_error: '外部サービスが応答しません。しばらくしてからお試しください。',
  },
  problem: '問題が発生しました。もう一度お試しください。',
  providerProblem:
    'ログインを完了できませんでした。最初からやり直してください。外部サービスでメールアドレスが確認済みである必要があります。',
  badEmail: 'メールアドレスの形式が正しくありません。',
  badName: '名前を 1〜120 文字で入力してください。',
  badPassword: 'パスワードは 12〜200 文字で入力してください。',
  mail: {
    subject: 'パスワード再設定のリンク',
    text: (name, link) =>
      `${name} 様\n\nBindery アカウントのパスワード再設定が請求されました。ご本人の場合は、1 時間以内に次のリンクを開いてください。\n\n${link}\n\nお心当たりがない場合は、何もする必要はありません。パスワードは変更されません。\n`,
  },
}

export const textsIn = (language: Language): Texts => (language === 'ja' ? ja : en)

type Headers = Readonly<Record<string, string | undefined>>

export const LANGUAGES = ['en', 'ja'] as const

/** The language that was chosen on a page or in the console, which sets the same cookie. */
const LANGUAGE = { name: 'bindery_language', path: '/', sameSite: 'lax', secure: true } as const
const YEAR_SECONDS = 365 * 24 * 3600

export const languageCookie = (language: Language) =>
  stringifySetCookie({ ...LANGUAGE, value: language, maxAge: YEAR_SECONDS })

/** The language that was chosen, else the one the browser likes best of the two. */
export function languageOf(headers: Headers): Language {
  const chosen = parseCookie(headers.cookie ?? '')[LANGUAGE.name]
  return LANGUAGES.find((language) => language === chosen) ?? preferredLanguage(headers)
}

function preferredLanguage(headers: Headers): Language {
  const wishes = (headers['accept-language'] ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';')
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    return { language: tag.split('-')[0], quality: Number(quality ?? 1) }
  })
  const known = wishes.filter(({ language, quality }) => (language === 'en' || language === 'ja') && quality > 0)
  return known.toSorted((a, b) => b.quality - a.quality)[0]?.language === 'ja' ? 'ja' : 'en'
}
