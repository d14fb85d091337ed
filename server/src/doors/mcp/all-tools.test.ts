import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../work/sources/parse-spec/operations/operations.schema.ts'
import { TOOLS } from './all-tools.ts'

const PAGE = new URL('../../../../docs/mcp.md', import.meta.url)

test('the page about agents has every tool, in their order', () => {
  const listed = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)

  expect(listed).toEqual(TOOLS.map(({ name }) => name))
})

test('what a tool says to come next is there', () => {
  const names = new Set(TOOLS.map(({ name }) => name))
  const mentioned = TOOLS.flatMap(({ description }) => description.match(/\b[a-z]+_[a-z]+(?:_[a-z]+)*\b/g) ?? [])
  const fields = new Set(TOOLS.flatMap(({ input, output }) => [...keysOf(input), ...keysOf(output)]))

  expect(mentioned.filter((word) => !names.has(word) && !fields.has(word) && !VALUES.has(word))).toEqual([])
})

/** Words of descriptions that are neither tools nor fields. */
const VALUES = new Set<string>([
  ...OPERATIONS,
  'at_row',
  'at_column',
  'version_conflict',
  'rule_violated',
  'one_of',
  'table_column',
  'drop_override',
  'not_in',
  'starts_with',
  'is_null',
  'not_null',
  'suggested_fix',
  'number_format',
])

const keysOf = ({ properties }: { properties: Record<string, unknown> }) => Object.keys(properties)

test('only what changes nothing says so, and what destroys needs the scope to write', () => {
  for (const { name, annotations, scope } of TOOLS) {
    if (annotations.destructiveHint) expect([name, scope]).toEqual([name, 'workbooks:write'])
    if (annotations.readOnlyHint)
      expect([name, annotations.destructiveHint, READING.has(scope)]).toEqual([name, false, true])
  }
})

/** Scopes that let nothing be changed. */
const READING = new Set<string>(['workbooks:read', 'account:read'])
