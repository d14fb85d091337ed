import { words } from '../../../words/words.ts'

export const profileWords = words(
  {
    name: 'Name',
    changeName: 'Change name',
    email: 'E-mail',
    password: 'Password',
    passwordText:
      'A link to a new password goes to your e-mail address. It works once, for one hour; you are signed out everywhere else then.',
    send: 'Send me the link',
    sent: (email: string) =>
      `If this service can send mail, a link is on its way to ${email}. Otherwise ask the person who runs it.`,
    signOut: 'Sign out',
  },
  {
    name: '名前',
    changeName: '名前を変更',
    email: 'メールアドレス',
    password: 'パスワード',
    passwordText:
      '新しいパスワードを設定するリンクを、メールアドレスに送ります。1時間以内に1回だけ使え、設定するとほかの端末からはログアウトされます。',
    send: 'リンクを送る',
    sent: (email: string) =>
      `${email}にリンクを送りました。届かない場合は、このサービスがメールを送れない可能性があります。管理者にお問い合わせください。`,
    signOut: 'ログアウト',
  },
)
