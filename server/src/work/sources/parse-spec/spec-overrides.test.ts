import type { ParseSpec } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { expect, test } from 'vitest'
import { reapplied } from './reapply-spec.ts'
import { changesBetween, followNames, pin, withOverrides } from './spec-overrides.ts'

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
  range: 'A1:C99',
  reshape: null,
  outputs: [],
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

test('of several tables of a sheet each is read as the one whose columns it has, also where their order changed', () => {
  const [sales, staff] = [region([column('shop'), column('amount')], { region_id: 'sales' }), region([column('name'), column('age')], { region_id: 'staff' })]

  const { regions } = reapplied(specOf([sales, staff]), specOf([{ ...staff, region_id: 'r1' }, { ...sales, region_id: 'r2' }]))

  expect(regions.map(({ region_id }) => region_id)).toEqual(['staff', 'sales'])
}) // biome-ignore format: one line each

test('a sheet that is called otherwise next month is known by its columns, and pins follow their region', () => {
  const april = region([column('shop', { name: '店' }), column('amount')], { sheet: '4月', layout: 'list' })
  const note = region([], { sheet: '4月', kind: 'note', region_id: 'n' })
  const stored = specOf([note, april], {
    overrides: pin([], [{ path: '/regions/1/layout', value: 'wide' }, { path: '/regions/1/data_range', value: 'A2:B3' }, { path: '/reader/trim', value: true }], 'usr_x', new Date(0)),
  })
  const may = region([column('shop'), column('amount'), column('new')], { sheet: '5月', layout: 'list', data_range: 'A2:C50', region_id: 'r7' })

  const { regions, overrides } = reapplied(stored, specOf([may]))

  expect(regions).toMatchObject([{ region_id: 'r1', sheet: '5月', layout: 'wide', data_range: 'A2:C50' }])
  expect(regions[0]?.columns[0]?.name).toBe('店')
  expect(overrides.map(({ path, actor }) => [path, actor])).toEqual([['/regions/0/layout', 'usr_x'], ['/regions/0/data_range', 'usr_x'], ['/reader/trim', 'usr_x']])
}) // biome-ignore format: one line each

test('a column that is called otherwise is called so in the reshaping of its region, too', () => {
  const known = region([column('shop', { name: '店' }), column('apr')], { region_id: 'r1' })
  const reshape = { kind: 'unpivot', id_columns: ['shop'], value_columns: ['apr'], name_to: 'month', value_to: 'shop' }

  const { regions } = reapplied(specOf([known]), specOf([region([column('shop'), column('apr')], { reshape })]))

  expect(regions[0]?.reshape).toMatchObject({ id_columns: ['店'], value_columns: ['apr'] })
})

test('renaming a column and leaving the reshaping as it is renames it there, too', () => {
  const reshape = { kind: 'fill_down', columns: ['a'] }
  const before = specOf([region([column('a'), column('b', { source_column: 'B' })], { reshape })])
  const sent = structuredClone(before)
  Object.assign(sent.regions[0]?.columns[0] ?? {}, { name: '部門' })

  expect(followNames(before, sent).regions[0]?.reshape).toEqual({ kind: 'fill_down', columns: ['部門'] })
})
