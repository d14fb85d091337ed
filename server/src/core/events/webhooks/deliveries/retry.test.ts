import { expect, test } from 'vitest'
import { delayAfter, MAX_ATTEMPTS, waitAskedFor } from './retry.ts'

const NOW = new Date('2026-11-14T12:00:00Z')

test('ten attempts are made within 75 hours and 35 minutes, give or take a tenth', () => {
  const total = (chance: number) =>
    Array.from({ length: MAX_ATTEMPTS }, (_, n) => delayAfter(n, undefined, chance) ?? Number.NaN).reduce(
      (a, b) => a + b,
    )

  expect(MAX_ATTEMPTS).toBe(10)
  expect(total(0.5)).toBe(75 * 3600 + 35 * 60 + 5)
  expect(total(0) / total(0.5)).toBeCloseTo(0.9)
  expect(total(1) / total(0.5)).toBeCloseTo(1.1)
  expect(delayAfter(MAX_ATTEMPTS, undefined, 0.5)).toBeUndefined()
})

test('a receiver that asks for time gets it, up to an hour, and never comes sooner than it would', () => {
  expect(waitAskedFor(503, '120', NOW)).toBe(120)
  expect(waitAskedFor(429, 'Sat, 14 Nov 2026 12:10:00 GMT', NOW)).toBe(600)
  expect(waitAskedFor(503, '86400', NOW)).toBe(3600)
  expect(waitAskedFor(503, 'Sat, 14 Nov 2026 11:00:00 GMT', NOW)).toBe(0)
  expect(delayAfter(1, 120, 0.5)).toBe(120)
  expect(delayAfter(2, 120, 0.5)).toBe(300)
})

test.each([
  [500, '120'],
  [404, '120'],
  [503, undefined],
  [503, 'soon'],
])('status %s with Retry-After %s asks for nothing', (status, retryAfter) => {
  expect(waitAskedFor(status, retryAfter, NOW)).toBeUndefined()
})
