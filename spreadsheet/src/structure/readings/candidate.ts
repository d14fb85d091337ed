import type { Reshape } from '../../parse-spec/parse-spec.ts'

/** A step that may turn a table into a relation. */
export type Candidate = {
  step: Reshape
  /** Between 0 and 1; the rows as they stand have `AS_THEY_STAND`. */
  score: number
  /** In a few words, for people. */
  why: string
}

/** Most tables need no reshaping: a step must look better than this to be proposed first. */
export const AS_THEY_STAND = 0.5
