import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { startCpuClock } from '../../../test/cpu-time.ts'
import { ExpressionError } from './expression.ts'
import { refuseIfNoPattern } from './pattern.ts'
import { patternSize } from './pattern-size.ts'

test.each([
  '[\\p{L}]{1000}',
  '(?:(?:[\\pL\\pN]?){1,30}x?){1,30}',
  `(?:${'abcdefghij'.repeat(98)}){1000}`,
  '(?:a?){990}(?:a{0,1000}){1}(?:b{0,1000})(?:c{0,1000})(?:d{0,1000})',
  `(?i:${'[\\pL\\pN\\pM]'.repeat(80)})`,
])('the pattern %s is refused before it is compiled', (pattern) => {
  const cpuMs = startCpuClock()

  expect(() => refuseIfNoPattern(pattern)).toThrow(ExpressionError)
  expect(() => refuseIfNoPattern(pattern)).toThrow('too large')
  expect(cpuMs()).toBeLessThan(100)
})

test.each([
  '[A-Z]{2}-[0-9]+',
  '[\\p{L}\\p{N} .-]{1,100}',
  '(?i)(?:https?://)?[\\w.-]+(?:/\\S*)?',
  '\\Q(((\\E',
  '[]a]+',
  '',
])('the pattern %s is taken', (pattern) => {
  expect(() => refuseIfNoPattern(pattern)).not.toThrow()
})

const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('a', 'é', '.', '\\d', '\\pL', '[a-z]', '[^\\pN]', '\\x{1F600}', '\\Qa+b\\E', '山'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
    fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(?:${a}|${b})`),
    tie('pattern').map((a) => `(${a})`),
    tie('pattern').map((a) => `(?:${a})*`),
    fc.tuple(tie('pattern'), fc.nat({ max: 9 }), fc.nat({ max: 9 })).map(([a, n, m]) => `(?:${a}){${n},${n + m}}`),
  ),
}))

test('no program is larger than was counted', async () => {
  await fc.assert(
    fc.property(anyPattern, (pattern) => {
      const { steps } = patternSize(pattern)
      if (steps > 20_000) return
      let compiled: RE2JS
      try {
        compiled = RE2JS.compile(pattern)
      } catch {
        return
      }
      expect(compiled.programSize()).toBeLessThanOrEqual(steps)
    }),
    { numRuns: 1_000 },
  )
})
