import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWords } from '../../words/words.ts'
import { Billing } from './billing.tsx'
import { Keys } from './keys.tsx'
import { Members } from './members.tsx'
import { Profile } from './profile.tsx'
import { SETTINGS_PARTS, type SettingsPart } from './settings-search.ts'
import { settingsWords } from './settings-words.ts'
import { Templates } from './templates.tsx'
import { Tokens } from './tokens.tsx'
import { Usage } from './usage.tsx'
import { Webhooks } from './webhooks.tsx'
import './settings.css'

const CONTENTS: Record<SettingsPart, () => React.ReactNode> = {
  profile: Profile,
  members: Members,
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
