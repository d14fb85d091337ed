import { expect, test } from 'vitest'
import { freeFilename } from '../source.ts'
import { columnNames, tableNames } from './name-tables.ts'

test('columns get names of their own: numbered where they repeat, made up where they are empty', () => {
  expect(columnNames(['金額', '金額', '', 'Name', 'name', '__svc_row_id'])).toEqual(['金額', '金額_2', 'column_3', 'Name', 'name_2', 'row_id'])
}) // biome-ignore format: one line

test('a name is cut by characters, never its number', () => {
  const long = '表'.repeat(300)

  const [first = '', second = ''] = columnNames([long, long])

  expect([[...first].length, [...second].length, second.endsWith('_2')]).toEqual([200, 200, true])
})

test('the table of a single sheet is called as its file, those of several as their sheets', () => {
  expect(tableNames('売上.2026.xlsx', ['Sheet1'])).toEqual(['売上.2026'])
  expect(tableNames('売上.xlsx', ['四月', '五月'])).toEqual(['四月', '五月'])
})

test('a file whose name is taken keeps its extension behind the number', () => {
  const taken = new Set(['a.xlsx', 'a_2.xlsx', 'README', '.env'])

  const free = ['a.xlsx', 'README', '.env', 'b.csv'].map((name) => freeFilename(name, (one) => taken.has(one)))

  expect(free).toEqual(['a_3.xlsx', 'README_2', '.env_2', 'b.csv'])
})
