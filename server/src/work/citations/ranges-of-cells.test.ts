import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatRange } from '../../core/tables/ranges/a1-range.ts'
import { cellsIn, rangesOfCells } from './ranges-of-cells.ts'

const spelled = (cells: readonly [row: number, column: number][]) =>
  rangesOfCells(cells.map(([row, column]) => ({ row, column }))).map(formatRange)

test('cells below and beside each other become one range', () => {
  expect(spelled([[1, 0], [2, 0], [3, 0]])).toEqual(['A2:A4']) // biome-ignore format: cells
  expect(spelled([[1, 0], [1, 1], [2, 0], [2, 1]])).toEqual(['A2:B3']) // biome-ignore format: cells
  expect(spelled([[1, 0], [3, 0], [1, 1]])).toEqual(['A2:B2', 'A4']) // biome-ignore format: cells
})

test('ranges hold every cell once, and no other', () => {
  const place = fc.record({ row: fc.nat(12), column: fc.nat(6) })
  fc.assert(
    fc.property(fc.array(place), (places) => {
      const wanted = new Set(places.map(({ row, column }) => `${row}:${column}`))
      const ranges = rangesOfCells(places)
      const held = ranges.flatMap(({ left, right, top, bottom }) =>
        Array.from({ length: bottom - top + 1 }, (_, down) =>
          Array.from({ length: right - left + 1 }, (_unused, across) => `${top + down}:${left + across}`),
        ).flat(),
      )
      expect(held.length).toBe(wanted.size)
      expect(new Set(held)).toEqual(wanted)
      expect(ranges.reduce((sum, range) => sum + cellsIn(range), 0)).toBe(wanted.size)
    }),
  )
})
