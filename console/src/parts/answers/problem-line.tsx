import { BinderyUnreachable } from '@bindery-data/sdk'
import { useWords } from '../../words/words.ts'
import { partsWords } from '../parts-words.ts'
import { useProblemText } from './problem-texts.ts'

/** What was refused and what to do, where there is no room for more than a line. */
export function ProblemLine({ error }: { error: unknown }) {
  const w = useWords(partsWords)
  const said = useProblemText(error)
  const title = said?.title ?? (error instanceof BinderyUnreachable ? w.unreachable : w.failed)
  return (
    <p className="soft" role="alert">
      {title}
      {said?.advice ? (
        <>
          <br />
          {said.advice}
        </>
      ) : null}
    </p>
  )
}
