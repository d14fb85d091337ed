import { useKept } from '../app/kept.ts'
import { type Language, language } from './language.ts'

/** What a screen says: texts, and functions for texts with something in them. Groups of them may be nested. */
type Texts = { readonly [key: string]: string | ((...parts: never[]) => string) | Texts }

/** The same keys with other texts; a missing or a surplus one does not compile. */
type Alike<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...parts: infer P) => string
      ? (...parts: P) => string
      : Alike<T[K]>
}

export type Words<T> = { readonly en: Alike<T>; readonly ja: Alike<T> }

/** Texts in both languages. English leads: Japanese must have its keys. */
export const words = <const T extends Texts>(en: T, ja: Alike<NoInfer<T>>): Words<T> => ({
  // Safe: every text is alike itself.
  en: en as unknown as Alike<T>,
  ja,
})

/** The texts in the language that is chosen. */
export const useWords = <T>(both: Words<T>): Alike<T> => both[useKept(language)]

/** Outside of components. */
export const wordsNow = <T>(both: Words<T>): Alike<T> => both[language.get()]

const plurals = new Intl.PluralRules('en')
const counts = new Intl.NumberFormat('en')

/** English: `1 row`, `2,000 rows`. Japanese has no plural: write the counter behind `count(n)`. */
export const plural = (n: number, one: string, other = `${one}s`) =>
  `${counts.format(n)} ${plurals.select(n) === 'one' ? one : other}`

export const count = (n: number) => counts.format(n)

const LOCALES: Record<Language, string> = { en: 'en-GB', ja: 'ja-JP' }

/** Numbers, moments and sizes as the chosen language writes them. */
export function useFormats() {
  return formatsIn(useKept(language))
}

type Formats = {
  number: (value: number) => string
  percent: (share: number) => string
  day: (moment: string) => string
  moment: (moment: string) => string
  time: (moment: string) => string
  ago: (moment: string) => string
  size: (bytes: number) => string
}

const made = new Map<Language, Formats>()

function formatsIn(chosen: Language): Formats {
  const known = made.get(chosen)
  if (known) return known
  const formats = makeFormats(LOCALES[chosen])
  made.set(chosen, formats)
  return formats
}

function makeFormats(locale: string): Formats {
  const number = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    day: (at) => day.format(new Date(at)),
    moment: (at) => moment.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    ago: (at) => agoIn(relative, (Date.parse(at) - Date.now()) / 1000),
    size: (bytes) => sizeIn(short, bytes),
  }
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function agoIn(relative: Intl.RelativeTimeFormat, seconds: number): string {
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
  return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.round(seconds / length), unit)
}

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB']

function sizeIn(short: Intl.NumberFormat, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), SIZES.length - 1)
  return `${short.format(bytes / 1024 ** power)} ${SIZES[power]}`
}
