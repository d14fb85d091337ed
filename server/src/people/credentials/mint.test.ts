import { expect, test } from 'vitest'
import { checkMinting } from '../../../test/permission-model.ts'

const CASES = 20_000

test('a minted credential never exceeds its issuer, nor does one it mints in turn', () => {
  const { cases, minted, refused, longestChain, deeds } = checkMinting(CASES)

  expect(cases).toBe(CASES)
  expect(longestChain).toBe(4)
  // Both outcomes were met often, and what was minted could do something.
  expect(Math.min(minted, refused)).toBeGreaterThan(CASES / 4)
  expect(deeds).toBeGreaterThan(CASES)
})
