import type { Structuring, StructuringWish } from './source.ts'

/** What becomes of the wish to have the sheets of a file split into the tables that people see in them. */
export type StructuringOutcome = { structuring: Structuring; reason: string | null }

/** The one place where structuring plugs in. Nothing structures yet, so the sheets land as they are. */
export function structureSource(wish: StructuringWish): StructuringOutcome {
  return { structuring: wish === 'skip' ? 'skipped' : 'off', reason: null }
}
