import { useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs } from '../../parts/controls/tabs.tsx'
import { Page } from '../../parts/page.tsx'
import { useWords } from '../../words/words.ts'
import { Company } from './company/company.tsx'
import { Keys } from './credentials/keys.tsx'
import { Tokens } from './credentials/tokens.tsx'
import { Members } from './people/members.tsx'
import { NotificationSettings } from './profile/notification-settings.tsx'
import { Profile } from './profile/profile.tsx'
import { SETTINGS_PARTS, type SettingsPart } from './settings-search.ts'
import { settingsWords } from './settings-words.ts'
import { Billing } from './spending/billing.tsx'
import { Usage } from './spending/usage.tsx'
import { Templates } from './templates.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'
import './settings.css'

const CONTENTS: Record<SettingsPart, () => React.ReactNode> = {
  profile: Profile,
  notifications: NotificationSettings,
  members: Members,
  company: Company,
  templates: Templates,
  tokens: Tokens,
  keys: Keys,
  webhooks: Webhooks,
  usage: Usage,
  billing: Billing,
}

export function SettingsScreen() {
  const w = useWords(settingsWords)
  const { part = 'profile' } = useSearch({ from: '/account/settings' })
  const navigate = useNavigate()
  const Content = CONTENTS[part]
  return (
    <Page title={w.title}>
      <Tabs
        label={w.title}
        tabs={SETTINGS_PARTS.map((key) => ({ key, name: w.parts[key] }))}
        chosen={part}
        onChoose={(chosen) => void navigate({ to: '/account/settings', search: { part: chosen }, replace: true })}
      />
      <Content />
    </Page>
  )
}
