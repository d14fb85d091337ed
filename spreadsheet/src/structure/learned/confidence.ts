import { readFileSync } from 'node:fs'
import { type DoubtReason, reasonOf } from './doubt-reasons.ts'
import { lazyModel } from './read-model.ts'
import { type FinishedReading, readingFeatures } from './reading-features.ts'
import { contributionsOf, predict } from './tree-model.ts'

const confidenceModel = lazyModel(() => readFileSync(new URL('./confidence.model.json', import.meta.url), 'utf8'))

/** How likely the whole reading of a table is right, and what speaks against it, the strongest first. */
export type Confidence = { share: number; doubts: readonly DoubtReason[] }

/** So many reasons a person reads. */
const MOST_REASONS = 3
/** A reason that moves the odds by less is none. */
const LEAST_AMOUNT = 0.1

export function confidenceOf(reading: FinishedReading): Confidence {
  const model = confidenceModel()
  const features = readingFeatures(reading)
  const amounts = new Map<DoubtReason, number>()
  for (const { feature, amount } of contributionsOf(model, features)) {
    const reason = reasonOf(feature)
    amounts.set(reason, (amounts.get(reason) ?? 0) + amount)
  }
  const doubts = [...amounts]
    .filter(([, amount]) => amount <= -LEAST_AMOUNT)
    .sort(([, one], [, other]) => one - other)
    .slice(0, MOST_REASONS)
    .map(([reason]) => reason)
  return { share: predict(model, features), doubts }
}
