import { expect, test } from 'vitest'
import { attributesIn, type Drawn, isWhole, type Part, predicateOf } from './row-predicate.ts'

const TYPES: Record<string, string> = { n: 'INTEGER', price: 'DECIMAL(12,2)', open: 'BOOLEAN', day: 'DATE' }
const typeOf = (column: string) => TYPES[column] ?? 'VARCHAR'
const part = (more: Partial<Part>): Part => ({ column: '部署', comparison: '=', against: 'value', text: '', ...more })
const drawn = (...parts: Part[]): Drawn => ({ parts, isAny: false, admitsAdmins: false })

test.each([
  [part({ text: "o'brien" }), `"部署" = 'o''brien'`],
  [part({ column: 'a"b', text: 'x' }), `"a""b" = 'x'`],
  [part({ column: 'n', comparison: '>=', text: ' -5 ' }), '"n" >= -5'],
  [part({ column: 'n', text: '1; drop' }), `"n" = '1; drop'`],
  [part({ column: 'price', comparison: '<', text: '2.50' }), '"price" < 2.50'],
  [part({ column: 'open', text: 'TRUE' }), '"open" = true'],
  [part({ column: 'day', comparison: '>', text: '2024-02-29' }), `"day" > '2024-02-29'`],
  [part({ against: 'email' }), '"部署" = user.email'],
  [part({ against: 'roles', comparison: '!=' }), '"部署" not in user.roles'],
  [part({ against: 'attribute', text: 'dept' }), '"部署" in user.attributes.dept'],
])('%o', (one, expected) => {
  expect(predicateOf(drawn(one), typeOf)).toBe(expected)
})

test('several conditions stand together, and admins beside them', () => {
  const both = { ...drawn(part({ text: 'x' }), part({ against: 'roles' })), admitsAdmins: true }

  expect(predicateOf(both, typeOf)).toBe(`'admin' in user.roles or ("部署" = 'x' and "部署" in user.roles)`)
  expect(predicateOf({ ...both, isAny: true }, typeOf)).toBe(
    `'admin' in user.roles or "部署" = 'x' or "部署" in user.roles`,
  )
})

test('attributes are found where they stand bare', () => {
  expect(attributesIn("a in user.attributes.dept or 'user.attributes.x' = user.Attributes.Dept")).toEqual(['dept'])
})

test('a value and the name of an attribute are needed', () => {
  expect(
    [part({}), part({ against: 'attribute', text: 'A b' }), part({ against: 'roles' })].map((one) =>
      isWhole(drawn(one)),
    ),
  ).toEqual([false, false, true])
})
