import { expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

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
