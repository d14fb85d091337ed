import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberFromBytes } from './number-bytes.ts'

const read = (text: string) => numberFromBytes(Buffer.from(`<v>${text}</v>`), 3, 3 + text.length)

test('numbers of any spelling are read to the last bit', () => {
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })
  const decimals = fc
    .tuple(fc.integer(), fc.nat(), fc.nat(9))
    .map(([whole, part, zeros]) => `${whole}.${'0'.repeat(zeros)}${part}`)

  const asDoubles = fc.property(doubles, (value) => Object.is(read(String(value)), Number(String(value))))
  const asDecimals = fc.property(decimals, (text) => Object.is(read(text), Number(text)))

  fc.assert(asDoubles, { numRuns: 2000 })
  fc.assert(asDecimals, { numRuns: 2000 })
})

test('what is no number is not read as one', () => {
  for (const text of ['', '.', '-', '1,5', '0x1', 'Infinity', '1e999', '1e', '--1', '1.2.3', '１'])
    expect(read(text)).toBeNaN()
})
