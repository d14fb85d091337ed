import { expect, test } from 'vitest'
import { lastTenthRatio, p99OfTenths, percentile, slopePercentPerHour } from './tally.ts'

test('the ratio says by how much the last tenth is slower than the others', () => {
  const dueMs = Array.from({ length: 1_000 }, (_, n) => n * 10)
  const even = { dueMs, tookMs: dueMs.map(() => 50), errors: {} }
  const slowing = { dueMs, tookMs: dueMs.map((due) => (due >= 9_000 ? 75 : 50)), errors: {} }

  const ratios = [even, slowing].map((tally) => lastTenthRatio(p99OfTenths(tally, 10_000)))

  expect(ratios).toEqual([1, 1.5])
})

test('one bad tenth in the middle does not hide a bad last one', () => {
  const dueMs = Array.from({ length: 1_000 }, (_, n) => n * 10)
  const tookMs = dueMs.map((due) => (due < 1_000 || due >= 9_000 ? 500 : 50))

  expect(lastTenthRatio(p99OfTenths({ dueMs, tookMs, errors: {} }, 10_000))).toBe(10)
})

test('memory that grows by a percent in an hour has that slope, though it wavers', () => {
  const samples = Array.from({ length: 10 }, (_, n) => {
    const atMs = (n + 2) * 300_000
    return { atMs, value: 1_000 * (1 + 0.01 * (atMs / 3_600_000)) + (n % 2) }
  })

  expect(slopePercentPerHour(samples)).toBeCloseTo(1, 0)
})

test('the percentile of nothing is no number, and of one value that value', () => {
  expect([percentile([], 0.99), percentile([7], 0.99)]).toEqual([Number.NaN, 7])
})
