import { LANGUAGE_NAMES, LANGUAGES, language } from '../words/language.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { THEMES, theme } from './look.ts'
import { shellWords } from './shell-words.ts'

/** How the console looks and speaks. */
export function LookChoice() {
  const w = useWords(shellWords)
  return (
    <>
      <select
        aria-label={w.theme}
        value={useKept(theme)}
        onChange={({ target }) => theme.set(THEMES.find((value) => value === target.value) ?? 'system')}
      >
        {THEMES.map((value) => (
          <option key={value} value={value}>
            {w.themes[value]}
          </option>
        ))}
      </select>
      <select
        aria-label={w.language}
        value={useKept(language)}
        onChange={({ target }) => language.set(LANGUAGES.find((value) => value === target.value) ?? 'en')}
      >
        {LANGUAGES.map((value) => (
          <option key={value} value={value} lang={value}>
            {LANGUAGE_NAMES[value]}
          </option>
        ))}
      </select>
    </>
  )
}
