import { expect, test, vi } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = (texts: (string | null)[]) =>
  newTableIn(service, { columns: [{ name: 'n' }, { name: 'other' }], rows: texts.map((n) => ({ n, other: 'x' })) })

test('a column takes another type, and its values, its description and its place stay', async () => {
  const { call, table, readAll } = await newTable(['1', null, '-3'])
  await call('PUT', `${table}/columns/n/description`, { description: 'How many' })

  const done = await call('PATCH', `${table}/columns/n`, { type: 'int', expected_version: 2 })

  expect(done).toMatchObject({
    status: 200,
    body: { edit_version: 3, op_id: 3, columns: [{ name: 'n', type: 'INTEGER', description: 'How many' }, {}] },
  })
  expect(await readAll('columns=n')).toEqual([
    { n: 1, __svc_row_id: 1 },
    { n: null, __svc_row_id: 2 },
    { n: -3, __svc_row_id: 3 },
  ])
})

test('edits go on after it, and its own type again changes nothing', async () => {
  const { call, table, readAll, write } = await newTable(['1'])
  await call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null }, { 'idempotency-key': 'once' })

  expect((await write({ rows: [{ __svc_row_id: 1, n: 2 }, { n: 5 }] })).body).toMatchObject({ edit_version: 4 })
  expect((await call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: 4 })).body).toMatchObject({
    edit_version: 4,
    op_id: null,
  })
  expect(await readAll('columns=n&include_row_ids=false')).toEqual([{ n: 2 }, { n: 5 }])
})

test('a value that does not fit refuses the change and is named', async () => {
  const { call, table } = await newTable(['1', '1.5', 'x'])

  expect(await call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: 2 })).toMatchObject({
    status: 400,
    body: { code: 'uncastable_value', column: 'n', count: 2, row_ids: [2, 3], samples: ['1.5', 'x'] },
  })
  expect((await call('GET', table)).body).toMatchObject({ edit_version: 2, columns: [{ type: 'VARCHAR' }, {}] })
})

test('under an Idempotency-Key too no transaction waits while the values are cast, and the change is made once', async () => {
  const { call, table } = await newTable(['1', '2'])
  const { admin } = service.running
  const blocker = await admin.connect()
  await blocker.query('begin; lock table segment in exclusive mode')
  const retype = () =>
    call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null }, { 'idempotency-key': 'slow' })

  const twins = Promise.all([retype(), retype()])
  await vi.waitFor(async () => expect(await waitingForSegments()).toBeGreaterThan(0), { timeout: 20_000 })
  const idle = await admin.query(
    `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and pid <> $1`,
    [await pidOf(blocker)],
  )
  await blocker.query('commit')
  blocker.release()

  expect(idle.rows).toEqual([])
  for (const answer of await twins) expect(answer).toMatchObject({ status: 200, body: { edit_version: 3, op_id: 3 } })
  expect((await call('GET', table)).body).toMatchObject({ edit_version: 3, columns: [{ type: 'INTEGER' }, {}] })
})

test('a refusal is kept under its Idempotency-Key like any answer, though the values fit by now', async () => {
  const { call, table, write } = await newTable(['x'])
  const retype = () =>
    call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null }, { 'idempotency-key': 'refused' })
  const refused = await retype()
  await write({ rows: [{ __svc_row_id: 1, n: '1' }] })

  const again = await retype()

  expect(refused).toMatchObject({ status: 400, body: { code: 'uncastable_value' } })
  expect(again).toMatchObject({ status: 400, body: { code: 'uncastable_value' } })
})

test('rows that are edited while the others are cast are cast as they are in the end', async () => {
  const { call, table, write, readAll } = await newTable(['1', '2', '3'])
  const { admin } = service.running
  const blocker = await admin.connect()
  await blocker.query('begin; lock table segment in exclusive mode')

  const retyping = call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null })
  await vi.waitFor(async () => expect(await waitingForSegments()).toBe(1), { timeout: 20_000 })
  await write({ rows: [{ __svc_row_id: 2, n: '20' }, { n: '4' }] })
  await call('DELETE', `${table}/rows/3?expected_version=null`)
  await blocker.query('commit')
  blocker.release()

  expect(await retyping).toMatchObject({ status: 200, body: { edit_version: 5 } })
  expect(await readAll('columns=n&include_row_ids=false')).toEqual([{ n: 1 }, { n: 20 }, { n: 4 }])
})

async function waitingForSegments(): Promise<number> {
  const { rowCount } = await service.running.admin.query(
    `select from pg_locks where relation = 'segment'::regclass and not granted`,
  )
  return rowCount ?? 0
}

async function pidOf(client: { query: (sql: string) => Promise<{ rows: { pid: number }[] }> }) {
  return (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid
}
