import { describe, expect, test, vi } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

// Whole contents are looked at by a process of their own.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: { engineSpares: 2, sandbox: 'off' } })

const COLUMNS = [
  { name: 'code' },
  { name: 'amount', type: 'INTEGER' },
  { name: 'net', type: 'DECIMAL(10,2)' },
  { name: 'gross', type: 'DECIMAL(10,2)' },
  { name: 'due', type: 'DATE' },
]
const ROWS = [
  { code: 'A-1', amount: 1, net: '1.00', gross: '1.10', due: '2026-01-01' },
  { code: 'A-2', amount: 2, net: '2.00', gross: '2.20', due: '2026-01-02' },
]
const RULES = [
  { kind: 'required', column: 'code' },
  { kind: 'unique', columns: ['code'], message: 'Each code once' },
  { kind: 'range', column: 'amount', min: 0, max: 100 },
  { kind: 'pattern', column: 'code', pattern: '[A-Z]-[0-9]+' },
  { kind: 'row', name: 'gross is more', expression: 'gross >= net' },
]

async function newRuled(rules: readonly object[] = RULES) {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const put = (body: object) => made.call('PUT', `${made.table}/rules`, { expected_version: null, rules, ...body })
  const set = await put({})
  return { ...made, put, set }
}

describe('rules of a table', () => {
  test('are set, read with the names of today, and recorded', async () => {
    const { call, at, table, set } = await newRuled()
    await call('PATCH', `${table}/columns/gross`, { new_name: 'with tax', expected_version: null })

    const { body } = await call('GET', `${table}/rules`)

    expect(set).toMatchObject({ status: 200, body: { version: 1, enforce: 'all', broken: [], broken_count: 0 } })
    expect(body).toMatchObject({ table: 'sales', version: 1, partial: false })
    expect(body.rules[2]).toMatchObject({ kind: 'range', column: 'amount', min: 0, max: 100, in_force: true })
    expect(body.rules[4]).toMatchObject({ kind: 'row', name: 'gross is more', expression: '"with tax" >= net' })
    const { entries } = (await call('GET', `${at}/audit-log?limit=2`)).body
    expect(entries[1]).toMatchObject({ action: 'table.rules', detail: { rules: 5, version: 1 } })
  })

  test('are versioned: a set that others have replaced is refused, and the older one can be read', async () => {
    const { call, table, put } = await newRuled()
    await put({ rules: [], expected_version: 1 })

    const late = await put({ rules: [], expected_version: 1 })
    const old = await call('GET', `${table}/rules?version=1`)

    expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 2 } })
    expect(old.body.rules).toHaveLength(5)
  })

  test('that were taken away refuse nothing more, whatever a node has seen before', async () => {
    const { call, table, put } = await newRuled()
    const rows = [{ code: 'A-9', amount: 900 }]
    const write = () => call('POST', `${table}/rows`, { expected_version: null, rows })
    const before = await write()
    await put({ rules: [] })

    const after = await write()

    expect([before.status, after.status]).toEqual([422, 200])
  })

  test.each([
    [{ kind: 'range', column: 'amount' }, 'neither min nor max'],
    [{ kind: 'range', column: 'amount', min: 'x' }, 'no INTEGER'],
    [{ kind: 'pattern', column: 'amount', pattern: 'a' }, 'no text'],
    [{ kind: 'pattern', column: 'code', pattern: '(a' }, 'RE2 cannot read'],
    [{ kind: 'row', name: 'a', expression: 'code > 1' }, 'compares a text with a number'],
    [{ kind: 'required', column: 'code', min: 1 }, 'takes no min'],
  ])('%j is refused: %s', async (rule, why) => {
    const { put } = await newRuled([])

    const refused = await put({ rules: [rule] })

    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_rule' } })
    expect(refused.body.detail).toContain(why)
  })

  test('that rows break already are refused, listed by a dry run, and kept for new rows alone on request', async () => {
    const { call, table, put, write } = await newRuled([])
    const rules = [{ kind: 'range', column: 'amount', min: 2 }]

    const refused = await put({ rules })
    const dry = await put({ rules, dry_run: true })
    const kept = await put({ rules, enforce: 'new' })

    expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated', violations: [{ row_id: 1 }] } })
    expect(dry).toMatchObject({ status: 200, body: { version: 1, broken_count: 1, broken: [{ row_id: 1 }] } })
    expect(kept).toMatchObject({ status: 200, body: { version: 2, enforce: 'new', broken_count: 1 } })
    expect((await write({ rows: [{ __svc_row_id: 1, code: 'A-9' }] })).status).toBe(200)
    expect((await write({ rows: [{ __svc_row_id: 1, amount: 0 }] })).status).toBe(422)
    expect((await call('GET', `${table}/rules`)).body.enforce).toBe('new')
  })
})

describe('rows that break a rule do not come in', () => {
  test.each([
    ['required', [{ amount: 1 }], 'code must have a value.'],
    ['unique', [{ code: 'A-1' }], 'Each code once'],
    ['unique', [{ code: 'B-1' }, { code: 'B-1' }], 'Each code once'],
    ['range', [{ code: 'B-1', amount: 101 }], 'amount must be between 0 and 100.'],
    ['pattern', [{ code: 'b1' }], 'code must have the form [A-Z]-[0-9]+.'],
    ['row', [{ code: 'B-1', net: '2.00', gross: '1.99' }], 'The row must fulfil gross is more.'],
    ['row', [{ __svc_row_id: 1, net: '5.00' }], 'The row must fulfil gross is more.'],
  ])('by a request that breaks %s with %j', async (kind, rows, message) => {
    const { write, readAll } = await newRuled()
    const before = await readAll()

    const refused = await write({ rows })

    expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect(refused.body.violations[0]).toMatchObject({ table: 'sales', rule: { kind }, index: 0, message })
    expect(await readAll()).toEqual(before)
  })

  test('two rows may swap the values of a key, and a deleted row frees its own', async () => {
    const { write, call, table } = await newRuled()

    const swapped = await write({
      rows: [
        { __svc_row_id: 1, code: 'A-2' },
        { __svc_row_id: 2, code: 'A-1' },
      ],
    })
    await call('DELETE', `${table}/rows/1?expected_version=null`)
    const again = await write({ rows: [{ code: 'A-2' }] })

    expect([swapped.status, again.status]).toEqual([200, 200])
  })

  test('and a request that skips bad rows writes the others', async () => {
    const { write } = await newRuled()

    const done = await write({
      rows: [{ code: 'B-1' }, { code: 'A-1' }, { code: 'B-2', amount: -1 }],
      on_error: 'skip',
    })

    expect(done).toMatchObject({ status: 200, body: { inserted: 1 } })
    expect(done.body.rejected).toMatchObject([
      { index: 1, column: 'code', code: 'rule_violated' },
      { index: 2, column: 'amount', code: 'rule_violated' },
    ])
  })

  test('by A1 values, by undo, by restoring a snapshot, or by another type of the column', async () => {
    const { call, at, table, put, readAll } = await newRuled([])
    const { body: kept } = await call('POST', `${at}/versions`, { label: 'then' })
    const emptied = await call('POST', `${table}/rows`, {
      expected_version: null,
      rows: [{ __svc_row_id: 1, amount: 5 }],
    })
    await put({ rules: [{ kind: 'range', column: 'amount', min: 2 }] })

    const written = await call('PUT', `${table}/a1`, { range: 'B2', values: [[1]], expected_version: null })
    const undone = await call('POST', `${at}/ops/${emptied.body.op_id}/undo`)
    const restored = await call('POST', `${at}/snapshots/${kept.snapshot_id}/restore`)
    const retyped = await call('PATCH', `${table}/columns/amount`, { type: 'BOOLEAN', expected_version: null })

    expect([written, undone, restored].map(({ status, body }) => [status, body.code])).toEqual([
      [422, 'rule_violated'],
      [422, 'rule_violated'],
      [422, 'rule_violated'],
    ])
    expect(retyped.status).not.toBe(200)
    expect((await readAll())[0]).toMatchObject({ amount: 5 })
  })

  test('by a transform whose output breaks the rules of its table', async () => {
    const { call, at, write } = await newRuled([])
    await call('POST', `${at}/transforms`, {
      name: 'large',
      code: 'SELECT code, amount * 10 AS ten FROM {{ sales }}',
      args: { sales: 'sales' },
    })
    const set = await call('PUT', `${at}/tables/large/rules`, {
      expected_version: 0,
      rules: [{ kind: 'range', column: 'ten', max: 50 }],
    })
    await write({ rows: [{ __svc_row_id: 1, amount: 9 }] })

    const run = await call('POST', `${at}/transforms/large/run`, {})

    expect(set.status).toBe(200)
    expect(run).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect((await call('GET', `${at}/tables/large/rows`)).body.rows[0].ten).toBe(10)
  })
})

describe('what rules allow comes in', () => {
  test('from a file, and what they do not allow stays out', async () => {
    const { owner, call, at, readAll } = await newRuled()
    const append = async (filename: string, line: string) => {
      const bytes = `code,amount,due\nA-3,3,2026-01-03\nA-5,5,2026-01-05\n${line}\n`
      await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes, filename, fields: { mode: 'staged' } })
      await call('POST', `${at}/sources/${filename}/analyze`, {})
      const target = { mode: 'append', table: 'sales', expected_version: null }
      return call('POST', `${at}/sources/${filename}/materialize`, { target })
    }

    const bad = await append('bad.csv', 'A-1,4,2026-01-04')
    const good = await append('good.csv', 'A-4,4,2026-01-04')

    expect(bad).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect(good.status).toBe(200)
    expect((await readAll()).map(({ code }: { code: string }) => code)).toEqual(['A-1', 'A-2', 'A-3', 'A-5', 'A-4'])
  })

  test('with another type of the column, by a run, and by a snapshot', async () => {
    const { call, at, table, write, put, readAll } = await newRuled()
    const { body: kept } = await call('POST', `${at}/versions`, { label: 'then' })
    const code = 'SELECT code, amount * 10 AS ten FROM {{ sales }}'
    await call('POST', `${at}/transforms`, { name: 'large', code, args: { sales: 'sales' } })
    await call('PUT', `${at}/tables/large/rules`, {
      expected_version: 0,
      rules: [{ kind: 'range', column: 'ten', max: 500 }],
    })
    await write({ rows: [{ __svc_row_id: 1, amount: 9 }] })

    const run = await call('POST', `${at}/transforms/large/run`, {})
    await put({ rules: [{ kind: 'range', column: 'amount', min: 0, max: 100 }] })
    const retyped = await call('PATCH', `${table}/columns/amount`, { type: 'BIGINT', expected_version: null })
    const restored = await call('POST', `${at}/snapshots/${kept.snapshot_id}/restore`)

    expect([run, retyped, restored].map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
    expect((await readAll())[0]).toMatchObject({ amount: 1 })
  })
})

describe('a reference', () => {
  async function newOrders() {
    const made = await newRuled([])
    await made.call('POST', `${made.at}/tables`, { name: 'orders', columns: [{ name: 'item' }] })
    const orders = `${made.at}/tables/orders`
    const order = (rows: readonly object[]) => made.call('POST', `${orders}/rows`, { expected_version: null, rows })
    const rules = [{ kind: 'reference', column: 'item', table: 'sales', table_column: 'code' }]
    const set = await made.call('PUT', `${orders}/rules`, { expected_version: 0, rules })
    return { ...made, orders, order, set }
  }

  test('takes values that are there, and no others', async () => {
    const { order, set } = await newOrders()

    expect(set.status).toBe(200)
    expect((await order([{ item: 'A-1' }, { item: null }])).status).toBe(200)
    expect(await order([{ item: 'A-3' }])).toMatchObject({
      status: 422,
      body: { violations: [{ rule: { kind: 'reference' } }] },
    })
  })

  test('keeps the row it leads to', async () => {
    const { call, table, order, write } = await newOrders()
    await order([{ item: 'A-1' }])

    const deleted = await call('DELETE', `${table}/rows/1?expected_version=null`)
    const renamed = await write({ rows: [{ __svc_row_id: 1, code: 'A-7' }] })
    const free = await call('DELETE', `${table}/rows/2?expected_version=null`)

    expect([deleted.status, renamed.status, free.status]).toEqual([422, 422, 200])
    expect(deleted.body.violations).toMatchObject([{ table: 'orders', rule: { kind: 'reference', columns: ['item'] } }])
  })
})

test('of sixteen writers of the same key one comes in', async () => {
  const { write, readAll } = await newRuled()

  const done = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      write({ rows: [{ code: 'C-1', amount: n }] }, n % 2 ? { 'Idempotency-Key': `key-${n}` } : {}),
    ),
  )

  expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect((await readAll()).filter(({ code }: { code: string }) => code === 'C-1')).toHaveLength(1)
})

test('rows that break a rule about a hidden column are not shown to a caller who sets other rules', async () => {
  const { call, at, table, put } = await newRuled([])
  await put({ rules: [{ kind: 'range', column: 'net', max: 1.5 }], enforce: 'new' })
  await call('POST', `${table}/columns/net/tags`, { tag: 'secret' })
  await call('PUT', `${at}/policies/secret`, { effect: 'mask' })

  const tried = await put({ rules: [], dry_run: true })
  const set = await put({ rules: [{ kind: 'required', column: 'code' }] })

  expect(tried.body).toMatchObject({ broken: [], broken_count: 0, partial: true })
  expect(set).toMatchObject({ status: 200, body: { enforce: 'new', broken: [], broken_count: 0 } })
})

test('a rule about a hidden column holds, stays, and says nothing of it', async () => {
  const { call, at, table, put, write } = await newRuled([
    { kind: 'required', column: 'net' },
    { kind: 'required', column: 'code' },
  ])
  await call('POST', `${table}/columns/net/tags`, { tag: 'secret' })
  await call('PUT', `${at}/policies/secret`, { effect: 'deny' })

  const { body } = await call('GET', `${table}/rules`)
  const refused = await write({ rows: [{ code: 'B-1' }] })
  await put({ rules: [] })
  const still = await write({ rows: [{ code: 'B-1' }] })

  expect(body).toMatchObject({ rules: [{ kind: 'required', column: 'code' }], partial: true })
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'rule_violated', violations: [{ rule: null, row_id: null }] },
  })
  expect(JSON.stringify(refused.body)).not.toContain('net')
  expect(still.status).toBe(422)
})
