import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberOrText } from './number-or-text.ts'

test('a number that a cell holds exactly is a number', () => {
  const spelled = ['10.50', '-3', '0.00', '-0.0', '9007199254740991', '0.1', '123456789.123456']

  expect(spelled.map(numberOrText)).toEqual([10.5, -3, 0, 0, 9007199254740991, 0.1, 123456789.123456])
})

test('a number that would come out with other digits stays text, and so does what is no number', () => {
  const spelled = [
    '9007199254740993',
    '12345678901234567890.25',
    '0.12345678901234567890',
    '007',
    '',
    'NaN',
    ' 1',
    '1e5',
    '0x10',
  ]

  expect(spelled.map(numberOrText)).toEqual(spelled)
})

test('no digit of any decimal number is lost', () => {
  const decimals = fc.tuple(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), fc.nat(8)).map(([digits, scale]) => {
    const [sign, plain] = [digits < 0n ? '-' : '', String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')]
    return scale === 0 ? sign + plain : `${sign}${plain.slice(0, -scale)}.${plain.slice(-scale)}`
  })

  fc.assert(
    fc.property(decimals, (spelled) => {
      const kept = numberOrText(spelled)

      const [whole = '', fraction = ''] = String(kept).split('.')
      const padded = spelled.includes('.')
        ? `${whole}.${fraction.padEnd(spelled.split('.')[1]?.length ?? 0, '0')}`
        : whole
      expect(padded).toBe(spelled.replace(/^-(?=[0.]*$)/, ''))
    }),
    { seed: 11, numRuns: 2_000 },
  )
})
