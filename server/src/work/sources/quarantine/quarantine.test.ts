import { describe, expect, test, vi } from 'vitest'
import { bringBack, downloadBundle } from '../../../../test/move-workbook.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// Whole contents are looked at by a process of their own.
vi.setConfig({ testTimeout: 120_000 })

const service = startService({ settings: { engineSpares: 2, sandbox: 'off' } })

const COLUMNS = [{ name: 'code' }, { name: 'amount', type: 'INTEGER' }]
const RULES = [
  { kind: 'required', column: 'code' },
  { kind: 'unique', columns: ['code'] },
  { kind: 'range', column: 'amount', min: 0, max: 100 },
]
/** Of its rows 1 and 6 are right; 2 is there already, 3 comes again, 4 is too much, 5 has no code. */
const FILE = 'code,amount\nB-1,1\nA-1,2\nB-1,3\nB-2,400\n,5\nB-6,6\n'

async function newRuled(rules: object = {}) {
  const place = await newSourcePlace(service)
  await place.call('POST', '/tables', { name: 'orders', columns: COLUMNS })
  await place.call('POST', '/tables/orders/rows', { expected_version: null, rows: [{ code: 'A-1', amount: 1 }] })
  const put = (body: object) =>
    place.call('PUT', '/tables/orders/rules', { expected_version: null, rules: RULES, ...body })
  await put(rules)
  const append = async (wish: object = {}, bytes = FILE, filename = 'may.csv') => {
    const { path } = await place.analyzed({ bytes, filename })
    const body = { target: { mode: 'append', table: 'orders', expected_version: null }, ...wish }
    return { path, body, done: await place.call('POST', `${path}/materialize`, body) }
  }
  const send = (body: object = {}) => place.call('POST', '/tables/orders/quarantine/send', body)
  return { ...place, put, append, send }
}

const codes = (rows: { code: string | null }[]) => rows.map(({ code }) => code)

describe('rows of a file that break a rule', () => {
  test('refuse the file, unless it says otherwise', async () => {
    const { append, rows } = await newRuled()

    const { done } = await append()

    expect(done).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
    expect(codes(await rows('orders'))).toEqual(['A-1'])
  })

  test('are set aside with the reason and the cell, and the others come in: none is lost, none is there twice', async () => {
    const { append, rows, call } = await newRuled()

    const { done } = await append({ on_violation: 'quarantine' })

    expect(done).toMatchObject({
      status: 200,
      body: {
        quarantined: [{ table: 'orders', quarantine_table: 'orders_quarantine', rows: 4 }],
        reports: [{ rows_read: 6, inserted: 2 }],
        broken_count: 0,
      },
    })
    expect(await rows('orders')).toEqual([
      { code: 'A-1', amount: 1 },
      { code: 'B-1', amount: 1 },
      { code: 'B-6', amount: 6 },
    ])
    expect(await rows('orders_quarantine')).toEqual([
      { code: 'A-1', amount: 2, _reason: 'code must be different in every row.', _origin: 'may.csv, may!A3' },
      { code: 'B-1', amount: 3, _reason: 'code must be different in every row.', _origin: 'may.csv, may!A4' },
      { code: 'B-2', amount: 400, _reason: 'amount must be between 0 and 100.', _origin: 'may.csv, may!B5' },
      { code: null, amount: 5, _reason: 'code must have a value.', _origin: 'may.csv, may!A6' },
    ])
    const { body } = await call('GET', '/tables/orders_quarantine/quarantine')
    expect(body).toEqual({ table: 'orders', quarantine_table: 'orders_quarantine', rows: 4 })
  })

  test('come in with a warning where that is wanted: the answer lists them, and the rules hold for later writes', async () => {
    const { append, rows, call } = await newRuled()

    const { done } = await append({ on_violation: 'warn' })

    expect(done).toMatchObject({ status: 200, body: { quarantined: [], broken_count: 5 } })
    expect(done.body.broken[0]).toMatchObject({ table: 'orders', rule: { kind: 'required' } })
    expect(await rows('orders')).toHaveLength(7)
    expect((await call('GET', '/tables/orders/rules')).body).toMatchObject({ version: 1, enforce: 'new' })
    const later = await call('POST', '/tables/orders/rows', { expected_version: null, rows: [{ code: 'B-6' }] })
    expect(later).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
  })

  test('go where the rules of the table say, for files that say nothing', async () => {
    const { append, rows } = await newRuled({ on_violation: 'quarantine' })

    const { done } = await append()

    expect(done.body.quarantined).toMatchObject([{ rows: 4 }])
    expect(codes(await rows('orders'))).toEqual(['A-1', 'B-1', 'B-6'])
  })

  test('do not come again with the same file, whether they wait or have been sent in', async () => {
    const { append, rows, call, send } = await newRuled({ on_violation: 'quarantine' })
    const { path, body } = await append()
    const waiting = await rows('orders_quarantine', '')
    await call('POST', '/tables/orders_quarantine/rows', {
      expected_version: null,
      rows: [{ __svc_row_id: waiting[2].__svc_row_id, amount: 40 }],
    })
    await send()

    const again = await call('POST', `${path}/materialize`, body)

    expect(again.body).toMatchObject({ quarantined: [], reports: [{ inserted: 0, unchanged: 6 }] })
    expect(codes(await rows('orders'))).toEqual(['A-1', 'B-1', 'B-2', 'B-6'])
    expect(await rows('orders_quarantine')).toHaveLength(3)
  })

  test('an upsert has no row of its own for them', async () => {
    const { append } = await newRuled()
    const target = { mode: 'upsert', table: 'orders', match_on: ['code'], expected_version: null }

    const { done } = await append({ target, on_violation: 'quarantine' })

    expect(done).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })

  test('a file of which no row is right adds none', async () => {
    const { append, rows } = await newRuled({ on_violation: 'quarantine' })

    const { done } = await append({}, 'code,amount\nC-1,-1\nC-2,-2\n')

    expect(done.body).toMatchObject({ quarantined: [{ rows: 2 }], reports: [{ inserted: 0 }] })
    expect(codes(await rows('orders'))).toEqual(['A-1'])
  })
})

describe('a quarantine', () => {
  test('lets corrected rows in and keeps the others with the reason of now', async () => {
    const { append, rows, call, send } = await newRuled({ on_violation: 'quarantine' })
    await append()
    const [first, second, third] = await rows('orders_quarantine', '')
    await call('POST', '/tables/orders_quarantine/rows', {
      expected_version: null,
      rows: [
        { __svc_row_id: first.__svc_row_id, code: 'B-9' },
        { __svc_row_id: second.__svc_row_id, amount: -1 },
        { __svc_row_id: third.__svc_row_id, amount: 4 },
      ],
    })

    const sent = await send()

    expect(sent).toMatchObject({ status: 200, body: { sent: 2, kept_count: 2, waiting: 0 } })
    expect(await rows('orders')).toEqual([
      { code: 'A-1', amount: 1 },
      { code: 'B-1', amount: 1 },
      { code: 'B-9', amount: 2 },
      { code: 'B-2', amount: 4 },
      { code: 'B-6', amount: 6 },
    ])
    expect(await rows('orders_quarantine')).toMatchObject([
      { code: 'B-1', _reason: 'amount must be between 0 and 100.' },
      { code: null, _reason: 'code must have a value.' },
    ])
    const { columns } = (await call('GET', `/tables/orders/rows/${sent.body.row_ids[0]}/origin`)).body
    expect(columns).toMatchObject([
      { column: 'code', source: 'may.csv', cell: 'A3' },
      { column: 'amount', cell: 'B3' },
    ])
  })

  test('sends the rows that are named, and refuses those it does not have', async () => {
    const { append, rows, call, send } = await newRuled({ on_violation: 'quarantine' })
    await append()
    await call('PUT', '/tables/orders/rules', { expected_version: null, rules: [] })
    const [first] = await rows('orders_quarantine', '')

    const sent = await send({ row_ids: [first.__svc_row_id] })
    const gone = await send({ row_ids: [first.__svc_row_id] })

    expect(sent.body).toMatchObject({ sent: 1, kept_count: 0 })
    expect(gone).toMatchObject({ status: 404, body: { code: 'row_not_found' } })
    expect(await rows('orders_quarantine')).toHaveLength(3)
  })

  test('a deletion that is undone does not double what came in', async () => {
    const { append, rows, call, send } = await newRuled({ on_violation: 'quarantine' })
    await append()
    await call('PUT', '/tables/orders/rules', { expected_version: null, rules: [] })
    await send()
    const { ops } = (await call('GET', '/ops')).body
    const deletion = ops.find(({ kind }: { kind: string }) => kind === 'rows.delete')
    const undone = await call('POST', `/ops/${deletion.op_id}/undo`)

    const again = await send()

    expect(undone.status).toBe(200)
    expect(again.body).toMatchObject({ sent: 0, kept_count: 4 })
    expect(again.body.kept[0].reason).toBe('This row stands in the table already.')
    expect(await rows('orders')).toHaveLength(7)
  })

  test('gives way when a new edition takes the place of all rows', async () => {
    const { analyzed, revise, rows, call } = await newSourcePlace(service)
    const { path } = await analyzed({ bytes: 'code,amount\nB-1,1\nB-2,2\n', filename: 'list.csv' })
    const made = await call('POST', `${path}/materialize`, {})
    const { name } = made.body.artifacts[0]
    await call('PUT', `/tables/${name}/rules`, { expected_version: null, rules: RULES, on_violation: 'quarantine' })
    const edition = (bytes: string) => revise('list.csv', { bytes, filename: 'list.csv' })

    const second = await edition('code,amount\nB-1,1\nB-2,200\n')
    const waiting = await rows(`${name}_quarantine`)
    const third = await edition('code,amount\nB-1,1\nB-2,20\n')

    expect(second.body).toMatchObject({ quarantined: [{ rows: 1 }], reports: [{ inserted: 0, unchanged: 1 }] })
    expect(waiting).toMatchObject([{ code: 'B-2', amount: 200 }])
    expect(third.body).toMatchObject({ quarantined: [], reports: [{ inserted: 1, unchanged: 1 }] })
    expect(await rows(`${name}_quarantine`)).toEqual([])
    expect(codes(await rows(name))).toEqual(['B-1', 'B-2'])
  })

  test('follows its table: columns that came since, and a name that was taken', async () => {
    const { append, rows, call } = await newRuled({ on_violation: 'quarantine' })
    await call('POST', '/tables', { name: 'orders_quarantine', columns: [{ name: 'x' }] })
    await append({}, 'code,amount\n,1\n')
    await call('POST', '/tables/orders/columns', { column: 'note', expected_version: null })

    const { done } = await append({}, 'code,amount,note\n,2,late\n', 'june.csv')

    expect(done.body.quarantined).toMatchObject([{ quarantine_table: 'orders_quarantine_2', rows: 1 }])
    expect(await rows('orders_quarantine_2')).toMatchObject([
      { amount: 1, note: null },
      { amount: 2, note: 'late' },
    ])
  })

  test('hides what is hidden in its table, why rows are there, and the cell that says so', async () => {
    const { append, call, rows, send } = await newRuled({ on_violation: 'quarantine' })
    await append()
    await call('POST', '/tables/orders/columns/amount/tags', { tag: 'pay' })
    await call('PUT', '/policies/pay', { effect: 'deny' })

    const [first] = await rows('orders_quarantine')

    expect(first).toEqual({ code: 'A-1' })
    expect(await send()).toMatchObject({ status: 403, body: { code: 'masked_column' } })
  })

  test('comes along in a bundle, and rows are sent in where it arrives', async () => {
    const { append, owner, at } = await newRuled({ on_violation: 'quarantine' })
    await append()
    const { bytes } = await downloadBundle(service.url(), owner, at)

    const brought = await bringBack(service.running, owner, bytes)

    expect(brought.job).toMatchObject({ status: 'succeeded', error: null })
    const table = `${brought.at}/tables/orders`
    const { body } = await owner.call('GET', `${table}/quarantine`)
    expect(body).toEqual({ table: 'orders', quarantine_table: 'orders_quarantine', rows: 4 })
    const { rules, on_violation } = (await owner.call('GET', `${table}/rules`)).body
    expect([rules.length, on_violation]).toEqual([3, 'quarantine'])
    await owner.call('PUT', `${table}/rules`, { expected_version: null, rules: [] })
    const sent = await owner.call('POST', `${table}/quarantine/send`, {})
    expect(sent.body).toMatchObject({ sent: 4, kept_count: 0 })
  })

  test('of an output keeps what a run made wrong, and the next run takes its place', async () => {
    const { call, rows } = await newRuled()
    const code = 'SELECT code, amount FROM {{ t }}'
    await call('PUT', '/transforms/report', { code, args: { t: 'orders' } })
    await call('PUT', '/tables/report/rules', {
      expected_version: null,
      rules: [{ kind: 'range', column: 'amount', max: 10 }],
      on_violation: 'quarantine',
    })
    await call('POST', '/tables/orders/rows', { expected_version: null, rows: [{ code: 'B-2', amount: 20 }] })

    const run = await call('PUT', '/transforms/report', { code: `${code} ORDER BY code`, args: { t: 'orders' } })
    const waiting = await rows('report_quarantine')
    await call('PUT', '/transforms/report', { code: `${code} WHERE amount < 10`, args: { t: 'orders' } })

    expect(run.status).toBeLessThan(300)
    expect(codes(await rows('report'))).toEqual(['A-1'])
    expect(waiting).toMatchObject([{ code: 'B-2', amount: 20, _reason: 'amount must be at most 10.', _origin: null }])
    expect(await rows('report_quarantine')).toEqual([])
  })
})
