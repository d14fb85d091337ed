import { BinderyProblem, BinderyUnreachable } from '@bindery-data/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Answers are kept until an event of their workbook tells that they are old. The SDK has asked again already where that helps. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: false,
      refetchOnWindowFocus: true,
      // A refusal, or a missing answer, is shown where it was asked for; only what broke here breaks the page.
      throwOnError: (error, { state }) =>
        state.data === undefined && !(error instanceof BinderyProblem || error instanceof BinderyUnreachable),
    },
  },
})

/** Everything of a workbook lies below `keys.workbook(id)`, so that an event can name it whole or in part. */
export const keys = {
  me: () => ['me'],
  workbooks: () => ['workbooks'],
  workbook: (id: string) => ['workbook', id],
  /** `keys.of(id, 'tables')`, `keys.of(id, 'rows', table, page)`. */
  of: (id: string, noun: Noun, ...which: unknown[]) => ['workbook', id, noun, ...which],
}

/** What a workbook has. */
export type Noun =
  | 'tables'
  | 'rows'
  | 'sources'
  | 'spec'
  | 'artifacts'
  | 'transforms'
  | 'lineage'
  | 'conflicts'
  | 'branches'
  | 'ops'
  | 'snapshots'
  | 'versions'
  | 'policies'
  | 'members'
  | 'sheets'
  | 'charts'
  | 'files'
  | 'jobs'
  | 'review'
  | 'views'
  | 'questions'
  | 'dashboards'
  | 'comments'
  | 'proposals'
  | 'proposal'
  | 'links'
