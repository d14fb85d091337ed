import { expect, test } from 'vitest'
import { refuseIfNotStorable } from './storable.ts'

const refusal = (loc: (string | number)[], code: string) =>
  expect.objectContaining({
    code: 'validation_error',
    text: expect.objectContaining({ extra: { errors: [expect.objectContaining({ loc: ['body', ...loc], code })] } }),
  })

test.each<[string, unknown, (string | number)[], string]>([
  ['U+0000', { name: 'a\0b' }, ['name'], 'text'],
  ['a high surrogate alone', { rows: [{ name: 'ok' }, { name: '\ud83d' }] }, ['rows', 1, 'name'], 'text'],
  ['a low surrogate alone', ['\ude00'], [0], 'text'],
  ['U+0000 in a name of a member', { free: { 'a\0': 1 } }, ['free', 'a'], 'text'],
  ['a surrogate alone in a name of a member', { '\ud800': 1 }, ['\ufffd'], 'text'],
  ['a number that JSON cannot write back', { n: JSON.parse('1e999') }, ['n'], 'number'],
])('%s is refused, with its place', (_what, value, loc, code) => {
  expect(() => refuseIfNotStorable('body', value)).toThrow(refusal(loc, code))
})

test('nesting is refused beyond a hundred levels, however deep it goes', () => {
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown

  expect(() => refuseIfNotStorable('body', nested(100))).not.toThrow()
  expect(() => refuseIfNotStorable('body', nested(101))).toThrow(refusal(Array(100).fill(0), 'depth'))
  expect(() => refuseIfNotStorable('body', nested(100_000))).toThrow(refusal(Array(100).fill(0), 'depth'))
})

test('everything else is fine', () => {
  const value = {
    text: '日本語 😀 \u0001\n',
    n: -1.5e300,
    yes: true,
    none: null,
    list: [1, [2, ['x']]],
    missing: undefined,
  }

  expect(() => refuseIfNotStorable('body', value)).not.toThrow()
})
