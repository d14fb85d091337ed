import { expect, test } from 'vitest'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

test('an answer given again under its Idempotency-Key has every digit it had the first time', async () => {
  const { owner, table } = await newTable(service, { columns: [{ name: 'j', type: 'JSON' }] })
  const digits = '{"a":1.10,"b":123456789012345678901234567890,"c":[-0.0,1e400]}'
  const send = () =>
    fetch(`${service.url()}${table}/rows`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.session}`,
        'content-type': 'application/json',
        'idempotency-key': 'exactly',
      },
      body: JSON.stringify({ rows: [{ j: digits }], expected_version: 1, return: 'rows' }),
    })
  const first = await (await send()).text()

  const again = await send()

  expect(first).toContain(digits)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.text()).toBe(first)
})

test('rows are returned as the write leaves them, with a key and without one', async () => {
  const columns = [{ name: 'a' }, { name: 'b' }]
  const { call, table, write } = await newTable(service, {
    columns,
    rows: [
      { a: '1', b: 'one' },
      { a: '2', b: 'two' },
    ],
  })
  await call('POST', `${table}/columns`, { column: 'c', default: 'x', expected_version: null })
  const rows = [{ __svc_row_id: 2, b: 'changed' }, { a: 'new' }, { __svc_row_id: 1, b: 'one' }]

  const keyed = await write({ rows, return: 'rows' }, { 'idempotency-key': 'k' })
  const plain = await write({ rows: [{ __svc_row_id: 2, b: 'again' }], return: 'rows' })

  expect(keyed.body).toMatchObject({ inserted: 1, updated: 1, unchanged: 1 })
  expect(keyed.body.rows).toEqual([
    { a: '2', b: 'changed', c: 'x', __svc_row_id: 2 },
    { a: 'new', b: null, c: 'x', __svc_row_id: 3 },
    { a: '1', b: 'one', c: 'x', __svc_row_id: 1 },
  ])
  expect(plain.body.rows).toEqual([{ a: '2', b: 'again', c: 'x', __svc_row_id: 2 }])
})
