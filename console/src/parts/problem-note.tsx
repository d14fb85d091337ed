import { BinderyUnreachable, isProblem } from '@bindery-data/sdk'
import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { partsWords } from './parts-words.ts'
import './problem-note.css'

/** A file that was not read in time: it is kept, and can be read again. */
export function TookTooLong() {
  const w = useWords(partsWords)
  return (
    <div className="problem-note" role="alert">
      <Icon name="warning" />
      <div>
        <p className="problem-title">{w.tookTooLong}</p>
        <p>{w.tookTooLongText}</p>
      </div>
    </div>
  )
}

/** What the service refused, why, and what to do about it: in the service's own words. */
export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const w = useWords(partsWords)
  const problem = isProblem(error) ? error : null
  const said = error instanceof Error ? error.message : String(error)
  return (
    <div className="problem-note" role="alert">
      <Icon name="warning" />
      <div>
        <p className="problem-title">
          {problem?.title ?? (error instanceof BinderyUnreachable ? w.unreachable : w.failed)}
        </p>
        <p>{problem ? problem.detail : said}</p>
        {problem?.suggestedFix ? <p>{problem.suggestedFix}</p> : null}
        {problem?.docs ? (
          <p>
            <a href={problem.docs} target="_blank" rel="noreferrer">
              {w.whatThisMeans}
            </a>
          </p>
        ) : null}
      </div>
      {onRetry ? <Button onClick={onRetry}>{w.tryAgain}</Button> : null}
    </div>
  )
}
