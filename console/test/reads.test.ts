import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/** `const { data: rows = [] } = useQuery(…)` and `query.data ?? []`: a read that failed looks like one that found nothing. */
const FALLS_TO_NOTHING = /\{[^}]*\bdata(?:: \w+)? = (?:\[\]|[A-Z_]+)[^}]*\} = use\w*Quer|\bdata(?:\?\.\w+)? \?\? \[\]/

/** Each shows the error of its read beside the list, or reads pages whose error is shown before. */
const SHOWN_BESIDE = [
  'screens/grid/filter/filter-panel.tsx',
  'screens/history/op-list.tsx',
  'screens/governance/audit-log.tsx',
  'screens/settings/company/account-log.tsx',
]

const filesThatFall = () =>
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => FALLS_TO_NOTHING.test(readFileSync(SOURCES + name, 'utf8')))

test('a read that fails is never shown as an empty list: places show its load, or call it a helpful list', () => {
  const found = filesThatFall().filter((name) => !SHOWN_BESIDE.includes(name))

  expect(found).toEqual([])
})

test('the places that show the error of their read beside the list do so', () => {
  for (const name of SHOWN_BESIDE) expect(readFileSync(SOURCES + name, 'utf8')).toMatch(/<ProblemNote error=/)
})
