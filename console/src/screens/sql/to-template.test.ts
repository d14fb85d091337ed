import { expect, test } from 'vitest'
import { toTemplate } from './to-template.ts'

test('tables become placeholders where they are read, and keep their names for the columns', () => {
  const sql = `SELECT sales.region, '売上' AS t -- from sales
FROM sales JOIN "売上 明細" AS d ON d.id = sales.id, SALES s
WHERE region IN (SELECT region FROM sales);`

  expect(toTemplate(sql, ['sales', '売上 明細'])).toEqual({
    code: `SELECT sales.region, '売上' AS t -- from sales
FROM {{ sales }} AS "sales" JOIN {{ input_2 }} AS d ON d.id = sales.id, {{ sales }} s
WHERE region IN (SELECT region FROM {{ sales }} AS "sales")`,
    args: { sales: 'sales', input_2: '売上 明細' },
  })
})

test('a name that is no table is left alone: a column, a function, a table of WITH', () => {
  const sql = 'WITH t AS (SELECT 1 AS sales) SELECT sales, extract(year FROM day) FROM t ORDER BY sales'

  expect(toTemplate(sql, ['orders'])).toEqual({ code: sql, args: {} })
})
