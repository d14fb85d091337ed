import { expect, test } from 'vitest'
import { startCpuClock } from '../../../../test/cpu-time.ts'
import { catalogFacts } from '../catalog/catalog-facts.ts'
import { spell } from './spell.ts'
import { tokensOf } from './tokens.ts'

const facts = catalogFacts(
  { database: 'books', user: 'me', tables: [], settings: new Map() },
  { pid: 1, setting: () => undefined },
)

const spelled = (sql: string) => spell(tokensOf(sql), { facts, casts: [] }).sql

const nested = (levels: number, open: string, core: string) => `${open.repeat(levels)}${core}${')'.repeat(levels)}`

test.each([
  ['a function that names its argument three times', nested(40, 'format_type(1, ', '1')],
  ['a function that names its argument twice', nested(60, 'to_regclass(', "'a'")],
  ['calls in calls', nested(5_000, 'btrim(', "'a'")],
  ['casts in casts', nested(15_000, 'cast(', '1 as text')],
])('%s is refused before its text grows', (_, sql) => {
  const cpuMs = startCpuClock()

  expect(() => spelled(`select ${sql}`)).toThrow('too long, or nested too deeply')
  expect(cpuMs()).toBeLessThan(1_000)
})

test('a text of operators and comments is cut in one pass', () => {
  const cpuMs = startCpuClock()

  expect(tokensOf(`select 1 ${'=/**/'.repeat(20_000)}`)).toHaveLength(40_004)
  expect(cpuMs()).toBeLessThan(1_000)
})

test('functions in functions are spelled as before', () => {
  expect(spelled("select btrim(quote_literal(btrim('a')))")).toBe(
    "select trim(('''' || replace(trim('a'), '''', '''''') || '''')) AS \"btrim\"",
  )
})
