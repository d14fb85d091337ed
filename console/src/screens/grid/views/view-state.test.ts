import { expect, test } from 'vitest'
import { bodyOfGrid, isChanged, searchOfView } from './view-state.ts'

const ALL = [
  { name: 'region', type: 'VARCHAR', masked: false },
  { name: 'amount', type: 'BIGINT', masked: false },
]

const VIEW = {
  view_id: 'sv_1',
  filter: [
    { column: 'amount', op: 'between' as const, value: 1200, to: 5000 },
    { column: 'region', op: 'in' as const, values: ['east', null] },
  ],
  order_by: [{ column: 'amount', direction: 'desc' as const }],
  columns: [
    { column: 'amount', width_px: 90, hidden: false, format: '#,##0' },
    { column: 'region', width_px: null, hidden: true, format: null },
  ],
  frozen_columns: 1,
}

test('a view becomes the state of the grid, and the state the same view again', () => {
  const search = searchOfView(VIEW)

  const { view_id: _, ...body } = VIEW
  // As texts no digit of a number is lost; the service reads them by the type of the column.
  const [between, ...others] = body.filter
  expect(bodyOfGrid(ALL, search)).toEqual({ ...body, filter: [{ ...between, value: '1200', to: '5000' }, ...others] })
  expect(isChanged(ALL, VIEW, search)).toBe(false)
})

test('another order, width, format or condition is a change, and a column that came later is none', () => {
  const search = searchOfView(VIEW)
  const later = [...ALL, { name: 'note', type: 'VARCHAR', masked: false }]

  expect(isChanged(ALL, VIEW, { ...search, order: undefined })).toBe(true)
  expect(isChanged(ALL, VIEW, { ...search, formats: {} })).toBe(true)
  expect(isChanged(ALL, VIEW, { ...search, filter: search.filter?.slice(1) })).toBe(true)
  expect(isChanged(later, VIEW, search)).toBe(false)
})

test('numbers are typed as people write them', () => {
  const { filter } = bodyOfGrid(ALL, { filter: [{ column: 'amount', op: '>=', value: '¥1,200' }] })

  expect(filter).toEqual([{ column: 'amount', op: '>=', value: '1200' }])
})
