export const SETTINGS_PARTS = [
  'profile',
  'notifications',
  'members',
  'company',
  'templates',
  'tokens',
  'keys',
  'webhooks',
  'usage',
  'billing',
] as const
export type SettingsPart = (typeof SETTINGS_PARTS)[number]

/** What the address of the settings tells: which of them. */
export type SettingsSearch = { part?: SettingsPart }

export function readSettingsSearch({ part }: Record<string, unknown>): SettingsSearch {
  const known = SETTINGS_PARTS.find((each) => each === part)
  return known ? { part: known } : {}
}
