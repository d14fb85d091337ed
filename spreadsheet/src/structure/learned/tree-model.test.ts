import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lazyModel } from './read-model.ts'
import { contributionsOf, predict, scoreOf, type TreeModel } from './tree-model.ts'

const STUMPS: TreeModel = {
  features: ['rows', 'gaps'],
  trees: [
    { feature: [0, 1], atMost: [2.5, 0], left: [-1, -2], right: [1, -3], leaf: [-2, 1, 0.5], mean: [-0.1, 0.8] },
    { feature: [], atMost: [], left: [], right: [], leaf: [0.25], mean: [] },
  ],
  calibration: { score: [-1, 1], share: [0.2, 0.8] },
}

test('a score is the sum of the leaves that the features lead to', () => {
  expect(scoreOf(STUMPS, { rows: 2, gaps: 0 })).toBe(-1.75)
  expect(scoreOf(STUMPS, { rows: 3, gaps: 0 })).toBe(1.25)
  expect(scoreOf(STUMPS, { rows: 3, gaps: 1 })).toBe(0.75)
})

test('a feature that is not given counts as 0', () => {
  expect(scoreOf(STUMPS, { rows: 3 })).toBe(scoreOf(STUMPS, { rows: 3, gaps: 0 }))
  expect(scoreOf(STUMPS, {})).toBe(-1.75)
})

test('a prediction lies on the line between the calibrated scores and never outside them', () => {
  expect(predict(STUMPS, { rows: 3, gaps: 1 })).toBeCloseTo(0.725, 12)
  expect(predict(STUMPS, { rows: 3, gaps: 0 })).toBe(0.8)
  expect(predict(STUMPS, { rows: 0 })).toBe(0.2)
  expect(predict({ ...STUMPS, calibration: null }, { rows: 3, gaps: 1 })).toBeCloseTo(1 / (1 + Math.exp(-0.75)), 12)
})

test('contributions name the strongest feature first and add up to the score', () => {
  const contributions = contributionsOf(STUMPS, { rows: 3, gaps: 1 })

  expect(contributions.map(({ feature }) => feature)).toEqual(['rows', 'gaps'])
  const sum = contributions.reduce((total, { amount }) => total + amount, 0)
  const beforeAnyQuestion = -0.1 + 0.25
  expect(beforeAnyQuestion + sum).toBeCloseTo(scoreOf(STUMPS, { rows: 3, gaps: 1 }), 12)
})

const STORED = new URL('../../../test/learned/', import.meta.url)
type Example = { features: Record<string, number>; score: number }

test.each([
  ['trees trained on made-up figures, with zeros and negative ones', new URL('made-up.model.json', STORED), 'made-up'],
  ['the confidence of a reading', new URL('confidence.model.json', import.meta.url), 'confidence'],
])('the evaluator gives what LightGBM gives: %s', (_, file, name) => {
  const model = lazyModel(() => readFileSync(file, 'utf8'))()
  const stored = readFileSync(new URL(`${name}.examples.json`, STORED), 'utf8')
  // Safe: the trainer writes it so.
  const examples = JSON.parse(stored) as Example[]

  expect(examples.length).toBeGreaterThanOrEqual(30)
  for (const { features, score } of examples) expect(Math.abs(scoreOf(model, features) - score)).toBeLessThan(1e-9)
})
