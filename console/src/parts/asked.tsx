import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.ts'
import { partsWords } from './parts-words.ts'
import { ProblemNote } from './problem-note.tsx'

/** What was asked of the service: under way, refused, or here. */
export function Asked<T>({ query, children }: { query: UseQueryResult<T>; children: (answer: T) => ReactNode }) {
  const w = useWords(partsWords)
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
  return (
    <p className="soft" role="status">
      {w.loading}
    </p>
  )
}
