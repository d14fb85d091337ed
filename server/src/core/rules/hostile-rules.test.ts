import { expect, test, vi } from 'vitest'
import { startCpuClock } from '../../../test/cpu-time.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

// Whole contents are looked at by a process of their own.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: { engineSpares: 1, sandbox: 'off' } })

const COLUMNS = [{ name: 'a', type: 'BOOLEAN' }, { name: 'n', type: 'INTEGER' }, { name: 't' }]

async function newRuled() {
  const made = await newTableIn(service, { columns: COLUMNS, rows: [{ a: true, n: 1, t: 'x' }] })
  const put = (rules: readonly object[]) =>
    made.call('PUT', `${made.table}/rules`, { expected_version: null, rules, enforce: 'new' })
  return { ...made, put }
}

function nested(levels: number) {
  let text = 'a'
  for (let level = 0; level < levels; level++) text = `(${text}) between false and true`
  return text
}

const row = (expression: string, name = 'x') => ({ kind: 'row', name, expression })

test.each([
  ['nested', [row(nested(40))], 'more than 5,000 parts'],
  ['nested a little less', [row(nested(14))], 'more than 5,000 parts'],
  ['long', [row(`${Array(291).fill('n').join('+')} > 0`)], 'too many operations'],
  ['of a large class', [{ kind: 'pattern', column: 't', pattern: '[\\p{L}]{1000}' }], 'a pattern that is too large'],
  ['of a large pattern', [row("matches(t, '(?:(?:[\\pL\\pN]?){1,30}x?){1,30}')")], 'a pattern that is too large'],
])('a rule that is too %s is refused at once, with its limit', async (_, rules, detail) => {
  const { put } = await newRuled()
  const began = performance.now()

  const refused = await put(rules)

  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_rule' } })
  expect(refused.body.detail).toContain(detail)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('fifty long sums are kept, and hold', async () => {
  const { put, call, table } = await newRuled()
  const sum = `${Array(100).fill('n').join('+')} >= 0`

  const kept = await put(Array.from({ length: 50 }, (_, n) => row(sum, `sum ${n}`)))
  const refused = await call('POST', `${table}/rows`, { rows: [{ n: -1 }], expected_version: null })

  expect(kept.status).toBe(200)
  expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated', violation_count: 50 } })
})

/** The longest that the node, which is this process, worked while everything else had to wait. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let [longest, cpuMs] = [0, startCpuClock()]
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuMs())
    cpuMs = startCpuClock()
  }, 1)
  await work()
  clearInterval(timer)
  return longest
}

test('rules that cost much on many rows keep no other request of the node waiting', async () => {
  const { put, call, table } = await newRuled()
  const sum = `${Array(60).fill('n').join('+')} >= 0`
  const set = await put(Array.from({ length: 50 }, (_, n) => row(sum, `sum ${n}`)))
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ n }))
  let status = 0

  const pause = await longestPause(async () => {
    status = (await call('POST', `${table}/rows`, { rows, expected_version: null })).status
  })

  expect([set.status, status]).toEqual([200, 200])
  expect(pause).toBeLessThan(1_000)
})

test('a pattern that costs much on long texts is matched in a process of its own', async () => {
  const { put, call, table } = await newRuled()
  const set = await put([{ kind: 'pattern', column: 't', pattern: '(?:a?){480}(?:a{0,500})|x|a*' }])
  const rows = Array.from({ length: 60 }, () => ({ t: 'a'.repeat(20_000) }))
  let status = 0

  const pause = await longestPause(async () => {
    status = (await call('POST', `${table}/rows`, { rows, expected_version: null })).status
  })

  expect([set.status, status]).toEqual([200, 200])
  expect(pause).toBeLessThan(1_000)
})
