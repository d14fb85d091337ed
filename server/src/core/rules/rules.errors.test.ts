import { expect, test } from 'vitest'
import { ruleViolated } from './rules.errors.ts'

const VIOLATION = { rule: null, index: 0, message: 'A rule is broken.' }

test.each([
  ['a row that is there', { table: 'sales', row_id: 7 }, '1 row breaks a rule; row 7 of sales: A rule is broken.'],
  ['a row that comes', { table: 'sales', row_id: null }, '1 row breaks a rule; a row of sales: A rule is broken.'],
  ['a table that the caller does not see', { table: '', row_id: null }, '1 row breaks a rule; A rule is broken.'],
])('a refusal names what its reader may know: %s', (_, place, detail) => {
  expect(ruleViolated([{ ...VIOLATION, ...place }], 1).text.detail).toBe(detail)
})
