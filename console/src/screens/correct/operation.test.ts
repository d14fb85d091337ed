import type { Wire } from '@bindery-data/sdk'
import { expect, test } from 'vitest'
import { shownWith } from './operation.ts'

const column = (source_column: string, name: string) => ({ source_column, name, type: 'VARCHAR', include: true })

// Safe: these are the members that are shown at once.
const REGION = {
  region_id: 'r1',
  kind: 'data',
  range: 'A1:B9',
  orientation: 'rows',
  header_rows: [1, 2],
  row_roles: [{ rows: [4, 9], role: 'total' }],
  reshape: null,
  columns: [column('A', 'store'), column('B', 'amount')],
} as unknown as Wire.Region

const shown = (operation: Parameters<typeof shownWith>[1]) => shownWith({ regions: [REGION] }, operation).regions[0]

test('what an operation says is shown at once', () => {
  expect(shown({ op: 'set_box', region: 'r1', range: 'A1:B8' })?.range).toBe('A1:B8')
  expect(shown({ op: 'set_kind', region: 'r1', kind: 'form' })?.kind).toBe('keyvalue')
  expect(shown({ op: 'set_type', region: 'r1', column: 'B', type: 'BIGINT' })?.columns[1]?.type).toBe('BIGINT')
  expect(shown({ op: 'include', region: 'r1', column: 'B', on: false })?.columns[1]?.include).toBe(false)
  expect(shown({ op: 'set_header_rows', region: 'r1', rows: [1] })?.header_rows).toEqual([1])
})

test('a row has one role, and one that has a role is no header', () => {
  const region = shown({ op: 'set_role', region: 'r1', rows: [2], role: 'unit' })
  const data = shown({ op: 'set_role', region: 'r1', rows: [9], role: 'data' })

  expect(region?.header_rows).toEqual([1])
  expect(region?.row_roles.at(-1)).toEqual({ rows: [2], role: 'unit' })
  expect(data?.row_roles).toEqual([{ rows: [4], role: 'total' }])
})

test('a column is filled down, and no longer', () => {
  const on = shown({ op: 'fill_down', region: 'r1', column: 'A', on: true })
  const off = on && shownWith({ regions: [on] }, { op: 'fill_down', region: 'r1', column: 'A', on: false }).regions[0]

  expect(on?.reshape).toEqual([{ kind: 'fill_down', columns: ['store'] }])
  expect(off?.reshape).toBeNull()
})

test('what only the service can derive is not guessed: a name, a merge, another reading', () => {
  for (const operation of [
    { op: 'rename', region: 'r1', column: 'A', name: 'shop' },
    { op: 'merge_regions', regions: ['r1', 'r2'] },
    { op: 'choose_reading', region: 'r1', rank: 2 },
  ] as const)
    expect(shown(operation as never)).toEqual(REGION)
})
