import { expect, test } from 'vitest'
import { firstQuery } from './first-query.ts'
import { readSqlSearch } from './sql-search.ts'

test('a query begins with the columns, the filter and the order of the grid, and no column of the service', () => {
  const search = readSqlSearch({
    table: '売上 明細',
    filter: [
      { column: 'region', op: '=', value: "O'Hare" },
      { column: '金額', op: 'between', value: '10', to: '20' },
      { column: 'note', op: 'contains', value: '50%' },
      { column: 'paid', op: 'in', values: ['true', null] },
      { column: 'open', op: '>', value: '' },
    ],
    order: { column: '金額', isDescending: true },
  })

  expect(firstQuery(search, ['region', '金額'])).toBe(`SELECT region, "金額"
FROM "売上 明細"
WHERE region = 'O''Hare'
  AND "金額" BETWEEN '10' AND '20'
  AND note ILIKE '%50\\%%' ESCAPE '\\'
  AND (paid IN ('true') OR paid IS NULL)
ORDER BY "金額" DESC
LIMIT 1000`)
})

test('an address that anybody typed asks for nothing it should not', () => {
  expect(readSqlSearch({ table: 't', filter: [{ column: 1, op: '=' }, 'x'], order: 'a' })).toEqual({ table: 't' })
  expect(firstQuery(readSqlSearch({}), [])).toBe('')
  expect(firstQuery({ table: 't', filter: [{ column: 'a', op: '; DROP' }] }, ['a'])).not.toContain('DROP')
})
