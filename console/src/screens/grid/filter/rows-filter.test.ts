import { expect, test } from 'vitest'
import { filterOf } from './rows-filter.ts'

const COLUMNS = [
  { name: 'region', type: 'VARCHAR', masked: false },
  { name: 'amount', type: 'BIGINT', masked: false },
]

test('an empty cell is a value like any other: in a list of values it is found, left out of one it stays', () => {
  const column = 'region'

  expect(filterOf([{ column, op: 'in', values: ['North', null] }], COLUMNS)).toEqual({
    and: [
      {
        or: [
          { column, op: 'in', value: ['North'] },
          { column, op: 'is_null' },
        ],
      },
    ],
  })
  expect(filterOf([{ column, op: 'not_in', values: ['North'] }], COLUMNS)).toEqual({
    and: [
      {
        or: [
          { column, op: 'not_in', value: ['North'] },
          { column, op: 'is_null' },
        ],
      },
    ],
  })
})

test('both ends of a range are read as values of the column', () => {
  expect(filterOf([{ column: 'amount', op: 'between', value: '1,000', to: '２０００' }], COLUMNS)).toEqual({
    and: [
      {
        and: [
          { column: 'amount', op: '>=', value: '1000' },
          { column: 'amount', op: '<=', value: '2000' },
        ],
      },
    ],
  })
})
