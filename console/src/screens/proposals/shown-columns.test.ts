import { expect, test } from 'vitest'
import type { ProposedRow } from '../../service/proposals.ts'
import { shownColumns } from './shown-columns.ts'

const NAMES = ['id', 'customer', 'a', 'b', 'c', 'd', 'e', 'f']
const rowOf = (...columns: string[]): ProposedRow => ({
  row_id: 1,
  change: 'update',
  conflict: null,
  done: false,
  cells: columns.map((column) => ({ column, base: 1, before: 1, after: 2, conflict: false })),
})

test('a wide table shows the columns that name its rows and those that change, in its own order', () => {
  expect(shownColumns(NAMES, [rowOf('e'), rowOf('b')], false)).toEqual({
    shown: ['id', 'customer', 'b', 'e'],
    isWhole: false,
  })
  expect(shownColumns(NAMES, [rowOf('e')], true).shown).toEqual(NAMES)
})

test('a narrow table is shown whole, with a column that is gone since at its end', () => {
  expect(shownColumns(['id', 'a'], [rowOf('gone')], false)).toEqual({ shown: ['id', 'a', 'gone'], isWhole: true })
})
