import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { isLongerThan } from './text-length.ts'
import { checkFor } from './validate.ts'

test('characters are counted as JSON Schema does, not code units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.integer({ min: 0, max: 15 }), (text, limit) => {
      expect(isLongerThan(text, limit)).toBe(Array.from(text).length > limit)
    }),
  )
  const check = checkFor('body', Type.String({ minLength: 2, maxLength: 3 }))
  expect(() => check('𠮷野家')).not.toThrow()
  expect(() => check('𠮷')).toThrow('must NOT have fewer than 2 characters')
  expect(() => check('𠮷野家。')).toThrow('must NOT have more than 3 characters')
})

test('a text of megabytes is refused without a walk through it', () => {
  const check = checkFor('body', Type.String({ maxLength: 100_000 }))
  const text = '𠮷'.repeat(2_000_000)
  const timeOf = (work: () => void) => {
    const cpuMs = startCpuClock()
    work()
    return cpuMs()
  }
  const walk = timeOf(() => Array.from(text).length)
  expect(timeOf(() => expect(() => check(text)).toThrow('more than 100000'))).toBeLessThan(walk / 4)
})
