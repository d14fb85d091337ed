import { BinderyUnreachable, isProblem } from '@bindery-data/sdk'
import { useWords } from '../../words/words.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icon.tsx'
import { partsWords } from '../parts-words.ts'
import { useProblemText } from './problem-texts.ts'
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

/** What was refused, why, and what to do about it. The words of the service stay at hand where they are in another language. */
export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const w = useWords(partsWords)
  const said = useProblemText(error)
  const problem = isProblem(error) ? error : null
  return (
    <div className="problem-note" role="alert">
      <Icon name="warning" />
      <div>
        <p className="problem-title">
          {said?.title ?? (error instanceof BinderyUnreachable ? w.unreachable : w.failed)}
        </p>
        {said?.detail ? <p>{said.detail}</p> : null}
        {said?.advice ? <p>{said.advice}</p> : null}
        {said === null ? <Original text={error instanceof Error ? error.message : String(error)} /> : null}
        {said?.original ? <Original text={said.original} /> : null}
        {problem?.status === 500 && problem.requestId ? (
          <p>
            {w.requestNumber} <code>{problem.requestId}</code>
          </p>
        ) : null}
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

/** Words that are not ours to translate: of the service in English, or of the browser. */
function Original({ text }: { text: string }) {
  const w = useWords(partsWords)
  return (
    <details className="problem-original">
      <summary>{w.inItsWords}</summary>
      <p lang="en">{text}</p>
    </details>
  )
}
