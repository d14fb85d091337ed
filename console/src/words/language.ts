import { keepInBrowser } from '../app/kept.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語' }

/** Set by the login pages, which the service writes in the language that was chosen last, there or here. */
const COOKIE = 'bindery_language'
const YEAR_SECONDS = 365 * 24 * 3600

const chosenAtLogin = LANGUAGES.find((each) => document.cookie.split('; ').includes(`${COOKIE}=${each}`))
const preferred = navigator.language.startsWith('ja') ? 'ja' : 'en'

export const language = keepInBrowser('bindery.language', LANGUAGES, chosenAtLogin ?? preferred)

// The login page was the last place where it could be chosen.
if (chosenAtLogin) language.set(chosenAtLogin)
language.listen(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `${COOKIE}=${language.get()}; path=/; max-age=${YEAR_SECONDS}; samesite=lax; secure`
})
