import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../parts/button.tsx'
import { client } from '../service/client.ts'
import { keys } from '../service/queries.ts'
import { signOut } from '../service/session.ts'
import { LANGUAGE_NAMES, LANGUAGES, language } from '../words/language.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { THEMES, theme } from './look.ts'
import { shellWords } from './shell-words.ts'

/** Who one is, and how the console looks and speaks. */
export function LookMenu() {
  const w = useWords(shellWords)
  const { data: me } = useQuery({
    queryKey: keys.me(),
    queryFn: () => client.me(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="look-menu">
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
      <p className="who">
        <span title={me?.email}>{me?.name ?? ''}</span>
        <IconButton icon="leave" name={w.signOut} onClick={() => void signOut()} />
      </p>
    </div>
  )
}
