import { calibrateConfidence } from '@bindery-data/spreadsheet/structure/calibrate-confidence.ts'

/** What was left of the confidence in a table when one of these spoke against it. */
const LEFT = { question: 0.7, given_up: 0.8 }

/** The confidence of a table as it was before it was learned. */
export function confidenceBefore(features: Readonly<Record<string, number>>): number {
  const has = (feature: string) => (features[feature] ?? 0) > 0
  const isAsked = has('warned_possible_totals') || has('warned_ambiguous_dates')
  const shape = calibrateConfidence(features.score_shape ?? 0)
  return shape * (isAsked ? LEFT.question : 1) * (has('warned_stepped_down') ? LEFT.given_up : 1)
}
