import { keepInBrowser } from '../app/kept.ts'

export const LANGUAGES = ['en', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

export const language = keepInBrowser('bindery.language', LANGUAGES, navigator.language.startsWith('ja') ? 'ja' : 'en')
