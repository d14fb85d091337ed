import { words } from '../../words/words.ts'

export const settingsWords = words(
  {
    title: 'Settings',
    parts: {
      profile: 'Profile',
      notifications: 'Notifications',
      templates: 'Templates',
      tokens: 'Tokens',
      keys: 'Keys',
      webhooks: 'Webhooks',
      usage: 'Usage',
      members: 'Members',
      company: 'Company',
      billing: 'Plan and billing',
    },
  },
  {
    title: '設定',
    parts: {
      profile: 'プロフィール',
      notifications: '通知',
      templates: 'テンプレート',
      tokens: 'トークン',
      keys: 'キー',
      webhooks: 'Webhook',
      usage: '利用状況',
      members: 'メンバー',
      company: '会社',
      billing: 'プランと支払い',
    },
  },
)
