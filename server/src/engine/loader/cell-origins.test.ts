import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createColumnOrigin, createTrack, originAt, originsOfRows, packOrigins } from './cell-origins.ts'

const place = fc.record({ row: fc.nat(50), column: fc.nat(5) })

test('whatever cells a table was read from, each of its values finds its own', () => {
  const table = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })).chain(([columns, rows]) =>
    fc.array(fc.array(fc.option(place), { minLength: rows, maxLength: rows }), {
      minLength: columns,
      maxLength: columns,
    }),
  )
  fc.assert(
    fc.property(table, (columns) => {
      const origins = packOrigins(
        columns.map((places) => {
          const origin = createColumnOrigin()
          for (const one of places) origin.add(one)
          return origin.finish()
        }),
      )

      for (const [column, places] of columns.entries())
        for (const [row, expected] of places.entries()) expect(originAt(origins, column, row)).toEqual(expected)
    }),
  )
})

test('a list of a million rows with a gap takes a few numbers', () => {
  const track = createTrack()
  for (let row = 1; row <= 1_000_000; row++) track.add(row < 500 ? row : row + 1)

  const origins = originsOfRows(track.finish(), 1_000_000, [0, 3])

  expect(JSON.stringify(origins).length).toBeLessThan(200)
  expect(originAt(origins, 1, 999_999)).toEqual({ row: 1_000_001, column: 3 })
  expect(originAt(origins, 1, 1_000_000)).toBeNull()
})
