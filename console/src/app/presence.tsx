import { useQuery } from '@tanstack/react-query'
import { client } from '../service/client.ts'
import { present } from '../service/live.ts'
import { keys } from '../service/queries.ts'
import { useWords } from '../words/words.ts'
import { useKept } from './kept.ts'
import { shellWords } from './shell-words.ts'

const MOST_DRAWN = 5

/** Others who look at this workbook now. */
export function Presence() {
  const w = useWords(shellWords)
  const { data: me } = useQuery({
    queryKey: keys.me(),
    queryFn: () => client.me(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const others = useKept(present).filter(({ user_id }) => user_id !== me?.user_id)
  if (!me || others.length === 0) return null
  const more = others.length - MOST_DRAWN
  return (
    <ul className="presence" aria-label={w.present}>
      {others.slice(0, MOST_DRAWN).map(({ user_id, name }) => (
        <li key={user_id} title={name}>
          <span aria-hidden="true">{initialOf(name)}</span>
          <span className="unseen">{name}</span>
        </li>
      ))}
      {more > 0 ? <li>+{more}</li> : null}
    </ul>
  )
}

/** One character is enough in Japanese; of others the initials of the first two words. */
function initialOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
