import { useWords } from '../../words/words.ts'
import { conflictsWords } from './conflicts-words.ts'

const KEYS = [
  ['move', ['↓', '↑']],
  ['choose', ['X']],
  ['all', ['Ctrl A']],
  ['ours', ['O']],
  ['theirs', ['T']],
] as const

/** The keys of the queue, below it. */
export function QueueKeys() {
  const { keys } = useWords(conflictsWords)
  return (
    <p className="queue-keys">
      {KEYS.map(([name, pressed]) => (
        <span key={name}>
          {pressed.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {keys[name]}
        </span>
      ))}
    </p>
  )
}
