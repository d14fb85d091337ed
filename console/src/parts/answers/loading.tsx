import { useWords } from '../../words/words.ts'
import { partsWords } from '../parts-words.ts'
import './loading.css'

/** Where something will be: lines in its place, which appear only when it takes a moment. */
export function Loading() {
  const w = useWords(partsWords)
  return (
    <div className="loading" role="status">
      <span className="unseen">{w.loading}</span>
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </div>
  )
}
