import { ProblemNote } from '../../parts/answers/problem-note.tsx'
import { useWords } from '../../words/words.ts'
import { operationWords, useOperationText } from './operation-words.ts'
import type { useSpec } from './use-spec.ts'

type Props = Pick<ReturnType<typeof useSpec>, 'failed' | 'retry' | 'overridden'>

/** A correction that was not taken, to be tried again; and what had to give way to one that was. */
export function OutcomeNote({ failed, retry, overridden }: Props) {
  const w = useWords(operationWords)
  const textOf = useOperationText()
  return (
    <>
      {failed ? (
        <div className="not-kept">
          <p>
            <strong>{w.notKept}</strong> {failed.operations.map(textOf).join(' · ')}
          </p>
          <ProblemNote error={failed.error} onRetry={retry} />
        </div>
      ) : null}
      {overridden.length > 0 ? (
        <p className="given-up" role="status">
          <strong>{w.givenUp}</strong> {overridden.map(({ correction }) => textOf(correction)).join(' · ')}
        </p>
      ) : null}
    </>
  )
}
