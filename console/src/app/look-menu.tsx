import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../parts/controls/button.tsx'
import { client } from '../service/client.ts'
import { keys } from '../service/queries.ts'
import { signOut } from '../service/session.ts'
import { useWords } from '../words/words.ts'
import { LookChoice } from './look-choice.tsx'
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
      <LookChoice />
      <p className="who">
        <span title={me?.email}>{me?.name ?? ''}</span>
        <IconButton icon="leave" name={w.signOut} onClick={() => void signOut()} />
      </p>
    </div>
  )
}
