import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { ProblemNote } from './problem-note.tsx'

/** What was asked of the service: under way, refused, or here. */
export function Asked<T>({ query, children }: { query: UseQueryResult<T>; children: (answer: T) => ReactNode }) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
  return <Loading />
}
