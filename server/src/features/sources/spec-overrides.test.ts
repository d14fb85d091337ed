import type { ParseSpec } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'
import { expect, test } from 'vitest'
import { changesBetween, pin, reapplied, withOverrides } from './spec-overrides.ts'

/** Only what these rules look at. */
const specOf = (regions: unknown[], rest: object = {}) =>
  ({
    spec_version: 1,
    revision: 1,
    reader: { trim: true, null_values: [''] },
    regions,
    overrides: [],
    ...rest,
  }) as unknown as ParseSpec

const column = (header: string, more: object = {}) => ({
  source_column: 'A',
  header,
  name: header,
  type: 'VARCHAR',
  ...more,
})
const region = (columns: unknown[], more: object = {}) => ({
  region_id: 'r1',
  sheet: 'S',
  kind: 'data',
  columns,
  ...more,
})

test('what was changed is named by the smallest part of it', () => {
  const before = specOf([region([column('a'), column('b')], { header_rows: [1] })])
  const after = specOf([region([column('a'), column('b', { type: 'DATE' })], { header_rows: [1, 2] })], { reader: { trim: false, null_values: ['', '-'] } })

  expect(changesBetween(before, after)).toEqual([
    { path: '/reader/trim', value: false },
    { path: '/reader/null_values', value: ['', '-'] },
    { path: '/regions/0/columns/1/type', value: 'DATE' },
    { path: '/regions/0/header_rows', value: [1, 2] },
  ])
}) // biome-ignore format: one line each

test('a later pin takes the place of an earlier one in the same place, or within it', () => {
  const first = pin([], [{ path: '/regions/0/columns/1/type', value: 'DATE' }], 'aiko', new Date(0))

  const both = pin(first, [{ path: '/reader/trim', value: false }], null, new Date(0))
  const wider = pin(both, [{ path: '/regions/0/columns', value: [] }], null, new Date(0))

  expect(both.map(({ path }) => path)).toEqual(['/regions/0/columns/1/type', '/reader/trim'])
  expect(wider.map(({ path }) => path)).toEqual(['/reader/trim', '/regions/0/columns'])
})

test('pins are laid over a new proposal where their place is still there, and the others are let go', () => {
  const pins = pin([], [{ path: '/regions/0/columns/0/name', value: 'x' }, { path: '/regions/3/kind', value: 'note' }], null, new Date(0)) // biome-ignore format: one line

  const spec = withOverrides(specOf([region([column('a')])]), pins)

  expect(spec.regions[0]?.columns[0]?.name).toBe('x')
  expect(spec.overrides.map(({ path }) => path)).toEqual(['/regions/0/columns/0/name'])
})

test('the next edition is read as the last one: columns are found by their header, wherever they stand now', () => {
  const stored = specOf([region([column('code', { type: 'VARCHAR', name: '商品コード' }), column('amount', { type: 'DOUBLE' })])])
  const proposed = specOf([region([column('new'), column('amount', { type: 'BIGINT' }), column('code', { type: 'BIGINT' })], { region_id: 'r9', data_range: 'A2:C99' })])

  const { regions } = reapplied(stored, proposed)

  expect(regions).toMatchObject([{ region_id: 'r1', data_range: 'A2:C99' }])
  expect(regions[0]?.columns.map(({ name, type }) => [name, type])).toEqual([['new', 'VARCHAR'], ['amount', 'DOUBLE'], ['商品コード', 'VARCHAR']])
}) // biome-ignore format: one line each
