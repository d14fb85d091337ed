import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ProblemNote } from '../parts/answers/problem-note.tsx'
import { Button } from '../parts/controls/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { useWords } from '../words/words.ts'
import { shellWords } from './shell-words.ts'

export function NoSuchPage() {
  const w = useWords(shellWords)
  return (
    <EmptyState icon="search" title={w.noSuchPage} text={w.noSuchPageText}>
      <Link to="/" className="button plain">
        {w.toHome}
      </Link>
    </EmptyState>
  )
}

export function BrokenPage({ error }: ErrorComponentProps) {
  const w = useWords(shellWords)
  return (
    <main>
      <EmptyState icon="warning" title={w.broken} text={w.brokenText}>
        <ProblemNote error={error} />
        <Button onClick={() => location.reload()}>{w.reload}</Button>
      </EmptyState>
    </main>
  )
}
