import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Load, loadOf } from './load.ts'
import { Loading } from './loading.tsx'
import { ProblemNote } from './problem-note.tsx'

/** What was asked of the service: under way, refused, or here. */
export function Asked<T>({ query, children }: { query: UseQueryResult<T>; children: (answer: T) => ReactNode }) {
  return (
    <Loaded load={loadOf(query)} onRetry={() => void query.refetch()}>
      {children}
    </Loaded>
  )
}

/** The same of a read that is at hand without its query. */
export function Loaded<T>({
  load,
  onRetry,
  children,
}: {
  load: Load<T>
  onRetry?: (() => void) | undefined
  children: (answer: T) => ReactNode
}) {
  switch (load.state) {
    case 'loading':
      return <Loading />
    case 'refused':
      return <ProblemNote error={load.problem} onRetry={onRetry} />
    case 'failed':
      return <ProblemNote error={load.error} onRetry={onRetry} />
    case 'here':
      return <>{children(load.value)}</>
  }
}
