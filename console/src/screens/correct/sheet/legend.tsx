import type { Wire } from '@bindery-data/sdk'
import { useWords } from '../../../words/words.ts'
import { correctWords } from '../correct-words.ts'
import type { Part } from './part-at.ts'

const OF_TABLES: readonly Part[] = ['header', 'label', 'data', 'total', 'group']
const OTHERS: readonly Part[] = ['title', 'unit', 'note', 'keyvalue']

/** What the colours mean, of those that are shown. */
export function Legend({ regions }: { regions: readonly Wire.Region[] }) {
  const w = useWords(correctWords)
  const kinds = new Set<string>(regions.map(({ kind }) => kind))
  const parts = [...(kinds.has('data') ? OF_TABLES : []), ...OTHERS.filter((part) => kinds.has(part))]
  return (
    <ul className="legend" aria-label={w.legend}>
      {parts.map((part) => (
        <li key={part} className={`part-${part}`}>
          {w.parts[part]}
        </li>
      ))}
    </ul>
  )
}
