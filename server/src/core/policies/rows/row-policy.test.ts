import { describe, expect, test } from 'vitest'
import { mapColumns } from '../../../engine/expressions/expression.ts'
import { parsePolicyExpression } from '../../../engine/expressions/parse-expression.ts'
import { printExpression } from '../../../engine/expressions/print-expression.ts'
import { filteredTables } from './row-access.ts'
import { type Attributes, CLOSED, type FilterCaller, filterFor } from './row-policy.ts'

const COLUMNS = ['region', 'owner']
const condition = (text: string) => mapColumns(parsePolicyExpression(text), (name) => COLUMNS.indexOf(name) + 1)
const as = (roles: string[], email: string | null = null, attributes: Attributes = {}): FilterCaller => ({
  email,
  roleSets: [roles],
  attributes,
  mapped: new Map(),
  isGovernor: false,
})
const known = (attributes: Attributes) => as(['viewer'], null, attributes)

/** `all`, or what is left of the predicate for this caller. */
function left(text: string, asker: FilterCaller): string {
  const filter = filterFor(condition(text), asker)
  return filter ? printExpression(filter.condition, (id) => COLUMNS[id - 1] ?? '') : 'all'
}

describe('the filter of a caller', () => {
  test.each([
    ["'admin' in user.roles or region = 'east'", as(['admin']), 'all'],
    ["'admin' in user.roles or region = 'east'", as(['viewer']), "region = 'east'"],
    ['region in user.roles', as(['b', 'a', 'b']), "region in ('a', 'b')"],
    ['region in user.roles', as([]), 'false'],
    ['not (region in user.roles)', as([]), 'all'],
    ['owner = user.email', as(['admin'], 'a@example.org'), "owner = 'a@example.org'"],
    ['owner = user.email', as(['admin']), 'false'],
    ['not (owner = user.email)', as(['admin']), 'false'],
    ['owner is null or owner != user.email', as(['admin']), 'false'],
    ["'admin' in user.roles or owner = user.email", as(['admin']), 'all'],
    ["ends_with(user.email, '@example.org') and region = 'x'", as([], 'a@example.org'), "region = 'x'"],
    ["ends_with(user.email, '@example.org')", as([], 'a@example.com'), 'false'],
    ["user.email in ('a@example.org', 'b@example.org')", as([], 'b@example.org'), 'all'],
    ['region = user.attributes.area', known({ area: ['east'] }), "region = 'east'"],
    ['region = user.attributes.area', known({ area: ['east', 'west'] }), 'false'],
    ['region = user.attributes.area', known({ other: ['east'] }), 'false'],
    ['region in user.attributes.areas', known({ areas: ['west', 'east', 'west'] }), "region in ('east', 'west')"],
    ['region in user.attributes.areas', known({ areas: [] }), 'false'],
    ['region not in user.attributes.areas', known({ areas: [] }), 'all'],
    ['region not in user.attributes.areas', known({}), 'false'],
    ["region in ('x', user.attributes.area)", known({ area: ['east'] }), "region in ('x', 'east')"],
    ["user.attributes.level = 'all' or region = 'x'", known({ level: ['all'] }), 'all'],
    ['region = user.attributes.constructor', known({}), 'false'],
    ['true', as([]), 'all'],
    ['false', as(['admin']), 'false'],
  ])('%s', (text, asker, expected) => {
    expect(left(text, asker)).toBe(expected)
  })

  test('of a former member shows what both sets of roles show', () => {
    const asker = { ...as([]), roleSets: [['admin'], ['east']] }

    expect(left("'admin' in user.roles or region in user.roles", asker)).toBe("region in ('east')")
    expect(left('region in user.roles', asker)).toBe("region in ('admin') and region in ('east')")
  })

  test('has one name for callers for whom it says the same, and another for all others', () => {
    const name = (asker: FilterCaller) => filterFor(condition("'x' in user.roles or region in user.roles"), asker)?.name

    expect(name(as(['a', 'b']))).toBe(name(as(['b', 'a'], 'someone@example.org')))
    expect(name(as(['a']))).not.toBe(name(as(['b'])))
    expect(name(as(['x']))).toBeUndefined()
  })

  test('is one of twenty for a thousand callers of twenty departments', () => {
    const predicate = condition("'hr' in user.roles or region in user.roles")
    const callers = Array.from({ length: 1_000 }, (_, n) => as(['viewer', `department-${n % 20}`], `u${n}@example.org`))

    expect(new Set(callers.map((asker) => filterFor(predicate, asker)?.name)).size).toBe(20)
  })
})

const readFrom = (sheet: string, tableId: string) => [
  { tableId, fromTableId: sheet },
  { tableId: sheet, fromTableId: tableId },
]

describe('tables that hold the same rows', () => {
  const policies = [{ tableId: 'people', condition: condition("'hr' in user.roles") }]
  const made = [
    { tableId: 'totals', fromTableId: 'people' },
    { tableId: 'report', fromTableId: 'totals' },
    { tableId: 'report', fromTableId: 'prices' },
    ...readFrom('sheet one', 'people'),
    ...readFrom('sheet one', 'raw'),
    ...readFrom('sheet two', 'other'),
  ]

  test('are closed to callers who do not see all rows, and to no others', () => {
    const seen = filteredTables({ policies, made }, as(['viewer']))

    expect([...seen.keys()].sort()).toEqual(['people', 'raw', 'report', 'sheet one', 'totals'])
    expect([seen.get('raw'), seen.get('totals'), seen.get('report')]).toEqual([CLOSED, CLOSED, CLOSED])
    expect(filteredTables({ policies, made }, as(['hr'])).size).toBe(0)
  })

  test('are closed where they are made from a mapping table, to callers who may not change policies', () => {
    const mapping = { tableId: 'prices', email: 1, attributes: { area: 2 } }
    const open = [{ tableId: 'people', condition: condition('true'), mapping }]
    const all = { tableId: 'prices', condition: condition('true') }

    expect([...filteredTables({ policies: open, made }, as(['editor'])).keys()].sort()).toEqual(['prices', 'report'])
    expect(filteredTables({ policies: open, made }, { ...as(['admin']), isGovernor: true }).size).toBe(0)
    expect(filteredTables({ policies: [...open, all], made }, as(['editor'])).get('prices')).toBe(CLOSED)
  })

  test('take what a mapping names from it alone', () => {
    const mapping = { tableId: 'prices', email: 1, attributes: { area: 2 } }
    const both = condition('region = user.attributes.area and owner = user.attributes.team')
    const given = as(['viewer'], 'a@example.org', { area: ['given'], team: ['red'] })
    const seen = (asker: FilterCaller) =>
      filteredTables({ policies: [{ tableId: 'people', condition: both, mapping }], made: [] }, asker).get('people')

    const mapped = new Map([['people', { area: ['mapped'] }]])
    expect(JSON.stringify(seen({ ...given, mapped })?.condition)).toMatch(/mapped.*red/)
    expect(seen(given)?.condition).toEqual({ kind: 'boolean', value: false })
  })

  test('are open by a policy of their own, and so is what is made from them alone', () => {
    const own = [...policies, { tableId: 'totals', condition: condition('true') }]

    expect([...filteredTables({ policies: own, made }, as(['viewer'])).keys()].sort()).toEqual([
      'people',
      'raw',
      'sheet one',
    ])
  })
})
