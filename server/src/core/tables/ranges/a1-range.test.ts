import { expect, test } from 'vitest'
import { columnLetters, formatRange, parseRange } from './a1-range.ts'

test.for([
  ['A1', { left: 0, right: 0, top: 0, bottom: 0, isCell: true }],
  ['$b$3', { left: 1, right: 1, top: 2, bottom: 2, isCell: true }],
  ['A1:C10', { left: 0, right: 2, top: 0, bottom: 9, isCell: false }],
  ['C10:A1', { left: 0, right: 2, top: 0, bottom: 9, isCell: false }],
  ['A:AB', { left: 0, right: 27, top: null, bottom: null }],
  ['2:5', { left: null, right: null, top: 1, bottom: 4 }],
] as const)('%s is read', ([text, range]) => {
  expect(parseRange(text, ['query', 'range'])).toMatchObject(range)
})

test.for(['', 'A', '1', 'A0', 'A1:', ':B2', 'A1:B', 'A:2', '1A', 'A1:B2:C3', 'ABCD1', 'Tab!A1'])(
  '%s is no range',
  (text) => {
    expect(() => parseRange(text, ['query', 'range'])).toThrow('validation_error')
  },
)

test('columns count on from Z to AA', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  expect(formatRange({ left: 1, right: 27, top: 1, bottom: 2 })).toBe('B2:AB3')
})
