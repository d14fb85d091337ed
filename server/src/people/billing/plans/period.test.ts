import fc from 'fast-check'
import { expect, test } from 'vitest'
import { periodAt } from './turn-month.ts'

test('a month that began on the 31st ends on the last day of shorter ones, and on the 31st again', () => {
  const anchor = new Date('2026-01-31T10:00:00Z')

  const february = periodAt(anchor, new Date('2026-03-01T00:00:00Z'))
  const march = periodAt(anchor, new Date('2026-04-01T00:00:00Z'))

  expect(february).toEqual({ start: new Date('2026-02-28T10:00:00Z'), end: new Date('2026-03-31T10:00:00Z') })
  expect(march).toEqual({ start: new Date('2026-03-31T10:00:00Z'), end: new Date('2026-04-30T10:00:00Z') })
})

test('every moment lies in exactly one month of an anchor', () => {
  const day = (from: string, to: string) => fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
  fc.assert(
    fc.property(day('2020-01-01', '2026-01-01'), day('2026-01-02', '2040-01-01'), (anchor, moment) => {
      const { start, end } = periodAt(anchor, moment)

      expect(start <= moment && moment < end).toBe(true)
      expect(periodAt(anchor, end).start).toEqual(end)
      expect(periodAt(anchor, start).start).toEqual(start)
    }),
  )
})
