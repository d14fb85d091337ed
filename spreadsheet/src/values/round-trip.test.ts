import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCanonical, numberToCanonical } from '../../test/back-to-text.ts'
import type { NumberMeaning } from '../styles.ts'
import { toCanonical } from './canonical-text.ts'
import { observeColumn } from './observe-column.ts'

const digits = fc.stringMatching(/^-?[0-9]{1,20}(\.[0-9]{1,6})?$/)
const pad = (value: number, length: number) => String(value).padStart(length, '0')
const dates = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .chain(([year, month, day]) =>
    fc.constantFrom(
      `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`,
      `${pad(year, 4)}/${month}/${day}`,
      `${pad(year, 4)}年${month}月${day}日`,
      `${pad(day, 2)}/${pad(month, 2)}/${pad(year, 4)}`,
      `${month}/${day}/${pad(year, 4)}`,
      `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)} ${pad(day, 2)}:${pad(month, 2)}:${pad(day, 2)}.${month}0`,
      `${day}:${pad(month, 2)}`,
    ),
  )
const texts = fc.oneof(
  digits,
  dates,
  fc.constantFrom('TRUE', 'FALSE', 'true', 'false', 'True'),
  fc.string({ minLength: 1 }),
)
const columnOf = (arbitrary: fc.Arbitrary<string>) => fc.array(arbitrary, { minLength: 1, maxLength: 4 })

test('whatever a column holds, its texts come back as they were', () => {
  const columns = fc.oneof(columnOf(texts), columnOf(digits), columnOf(dates))
  fc.assert(
    fc.property(columns, (column) => {
      const observer = observeColumn({ isUntyped: true, isDate1904: false })
      for (const text of column) observer.text(text)
      const { type, format } = observer.decide(column.length)
      for (const text of column) {
        const canonical = toCanonical(type, format, text)
        expect(canonical).not.toBeNull()
        expect(fromCanonical(type, format, canonical ?? '')).toBe(text)
      }
    }),
    { numRuns: 3000 },
  )
})

test('whatever numbers a workbook holds, the type of their column holds each of them', () => {
  const meanings = fc.constantFrom<NumberMeaning>('number', 'date', 'datetime', 'time', 'duration', 'percent')
  const serials = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -5, max: 70 }),
    fc.double({ min: 0, max: 3e6, noNaN: true }),
  )
  const columns = meanings.chain((meaning) =>
    fc.array(fc.tuple(serials, fc.oneof(fc.constant(meaning), meanings)), { minLength: 1, maxLength: 5 }),
  )
  fc.assert(
    fc.property(columns, (column) => {
      const observer = observeColumn({ isUntyped: false, isDate1904: false })
      for (const [value, meaning] of column) observer.number(value, meaning)
      const { type } = observer.decide(column.length)
      if (type === 'VARCHAR') return
      for (const [value] of column) {
        const canonical = numberToCanonical(type, value, false)
        expect(canonical).not.toBeNull()
        if (type === 'BIGINT' || type === 'DOUBLE') expect(Number(canonical)).toBe(value)
      }
    }),
    { numRuns: 3000 },
  )
})
