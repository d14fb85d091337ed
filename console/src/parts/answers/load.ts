import { BinderyProblem } from '@bindery-data/sdk'
import type { UseQueryResult } from '@tanstack/react-query'

/** A read of the service. A place that shows a list shows each of these: only `here` may say that there is nothing. */
export type Load<T> =
  | { state: 'loading' }
  | { state: 'refused'; problem: BinderyProblem }
  | { state: 'failed'; error: unknown }
  | { state: 'here'; value: T }

type Read<T> = Pick<UseQueryResult<T>, 'data' | 'error'>

/** What came before a failure is still shown: it was true a moment ago. */
export function loadOf<T>({ data, error }: Read<T>): Load<T> {
  if (data !== undefined) return { state: 'here', value: data }
  if (error instanceof BinderyProblem) return { state: 'refused', problem: error }
  return error ? { state: 'failed', error } : { state: 'loading' }
}

/**
 * A list that only helps: names for ids, suggestions, marks. Without it the screen says less, and nothing untrue. A place that
 * is this list shows its load.
 */
export const helpfulList = <T>({ data }: { data: readonly T[] | undefined }): readonly T[] => data ?? NONE

const NONE: readonly never[] = []
