import { expect, test } from 'vitest'
import { readSourceSearch } from './source-search.ts'

test('an address names a sheet and a cell, and what is no cell is not taken for one', () => {
  expect(readSourceSearch({ sheet: 'Q1', cell: 'c12' })).toEqual({ sheet: 'Q1', cell: 'C12' })
  expect(readSourceSearch({ sheet: 2026, cell: 'C0' })).toEqual({ sheet: '2026' })
  expect(readSourceSearch({ cell: 'A1:B2', other: 1 })).toEqual({})
})
