import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import { spellBox } from '../../xlsx/cell-reference.ts'
import { findRegions } from './find-regions.ts'

const regionsOf = (rows: Parameters<typeof sheetOf>[0]) =>
  findRegions(sheetOf(rows)).map(({ kind, box }) => `${kind} ${spellBox(box)}`)

const HEADER = ['name', 'units', 'amount']
const records = (count: number) => Array.from({ length: count }, (_, n) => [`item ${n}`, n * 7, n + 0.5])

test('a line that is called a total belongs to the table above it, behind an empty row too', () => {
  const rows = [
    HEADER,
    ...records(5),
    [],
    [null, 'Total of the quarter', 12.5],
    [],
    ['Total cost is explained elsewhere'],
  ]

  expect(regionsOf(rows)[0]).toBe('data A1:C8')
})

test('lists of words beside each other that each go on alone are two tables', () => {
  const team = ['name', 'group', null, 'board', 'training']
  const left = (n: number) => (n > 7 && n < 14 ? [null, null] : [`person ${n}`, `group ${n % 4}`])
  const right = (n: number) => (n < 6 ? [null, null] : [`member ${n}`, `trainer ${n}`])
  const rows = Array.from({ length: 24 }, (_, n) => [...left(n), null, ...right(n)])

  const tables = regionsOf([team, ...rows]).filter((region) => region.startsWith('data'))

  expect(tables).toEqual(['data A1:B25', 'data D1:E25'])
})

test('rules drawn with signs below the last row are none of the table', () => {
  const rows = [HEADER, ...records(4), ['Total', 42, 8], ['-----', '=====', '=====']]

  expect(regionsOf(rows)[0]).toBe('data A1:C6')
})

test('years over small counts begin a table, though the counts could be names too', () => {
  const block = (name: string) => [
    [name, 2001, 2002, 2003, 2004],
    ['N', 3, 3, 5, 5],
    ['average', 0.143, 0.15, 0.2222, 0.1982],
  ]
  const rows = [...block('all'), [], ...block('rural'), [], ...block('urban')]

  expect(regionsOf(rows)).toEqual(['data A1:E3', 'data A5:E7', 'data A9:E11'])
})
