import { expect, test } from 'vitest'
import { contextOf } from '../../../test/context.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { checkpointTable, thinTable } from '../../engine/storage/checkpoint-table.ts'
import { sweepSegments } from '../../engine/storage/sweep-segments.ts'
import { fromWireId, newId } from '../../platform/ids.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }, { name: 'paid', type: 'DATE' }]
const ROWS = [
  { region: 'east', amount: 1, paid: '2026-01-31' },
  { region: 'west', amount: 2, paid: null },
]
const THEN = [
  { ...ROWS[0], __svc_row_id: 1 },
  { ...ROWS[1], __svc_row_id: 2 },
]

/** A table with edits that lie over nothing yet, and a version `then` of it. */
async function newVersion() {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const { body } = await made.call('POST', `${made.at}/versions`, { label: 'then' })
  return { ...made, snapshotId: body.snapshot_id as string, tableId: fromWireId('art', made.created.body.table.id) }
}

const storageOf = async () => (await contextOf(service.running, { userId: newId(), accountId: newId() })).bulk
const workbookIn = (at: string) => fromWireId('wb', at.split('/').at(-1) ?? '')

test('rows are read as they were, by snapshot and by version, whatever was edited since', async () => {
  const { call, table, write, snapshotId } = await newVersion()
  await write({ rows: [{ __svc_row_id: 1, amount: 100 }, { region: 'north' }] })
  await call('DELETE', `${table}/rows/2?expected_version=null`)

  const past = await call('GET', `${table}/rows?as_of=${snapshotId}`)
  const named = await call('GET', `${table}/rows?as_of=version:then`)

  expect(past).toMatchObject({ status: 200, body: { name: 'sales', edit_version: 2, row_count: 2, rows: THEN } })
  expect(past.headers.get('etag')).toBe('"2"')
  expect(named.body).toEqual(past.body)
  expect((await call('GET', `${table}/rows`)).body).toMatchObject({
    edit_version: 4,
    row_count: 2,
    rows: [{}, { region: 'north' }],
  })
  expect((await call('GET', `${table}/rows/2?as_of=version:then`)).body).toEqual({ row: THEN[1], edit_version: 2 })
  expect((await call('GET', `${table}/rows/2`)).status).toBe(404)
  expect((await call('GET', `${table}/rows/3?as_of=version:then`)).body).toMatchObject({ code: 'row_not_found' })
})

test('every way of reading has it: filters, orders, pages, csv, ndjson, ranges, schemas', async () => {
  const { call, table, write } = await newVersion()
  await write({ rows: [{ __svc_row_id: 1, amount: 100 }, { region: 'north' }] })
  const read = (rest: string) => call('GET', `${table}/${rest}${rest.includes('?') ? '&' : '?'}as_of=version:then`)

  const filter = encodeURIComponent(JSON.stringify({ column: 'amount', op: '<', value: 100 }))
  expect((await read(`rows?filter=${filter}&order_by=-amount`)).body).toMatchObject({
    row_count: 2,
    rows: [{ amount: 2 }, { amount: 1 }],
  })
  const first = (await read('rows?limit=1')).body
  expect((await read(`rows?limit=1&cursor=${first.next_cursor}`)).body).toMatchObject({
    rows: [THEN[1]],
    next_cursor: null,
  })
  expect(await call('GET', `${table}/rows?limit=1&cursor=${first.next_cursor}`)).toMatchObject({ status: 400 })
  expect((await read('rows?format=csv&include_row_ids=false')).body).toBe(
    'region,amount,paid\r\neast,1,2026-01-31\r\nwest,2,\r\n',
  )
  expect((await read('rows?format=ndjson&columns=amount&include_row_ids=false')).body).toBe(
    '{"amount":1}\n{"amount":2}\n',
  )
  expect((await read('a1?range=A1:B9')).body).toMatchObject({
    range: 'A1:B3',
    values: [
      ['region', 'amount'],
      ['east', 1],
      ['west', 2],
    ],
    edit_version: 2,
  })
  expect((await read('schema')).body).toMatchObject({ row_count: 2, sample: THEN, edit_version: 2 })
})

test('columns are those of then: dropped, renamed, retyped and added ones as they were', async () => {
  const { call, table } = await newVersion()
  await call('PUT', `${table}/columns/region/description`, { description: 'Where' })
  await call('PATCH', `${table}/columns/region`, { new_name: 'area', expected_version: null })
  await call('PATCH', `${table}/columns/amount`, { type: 'VARCHAR', expected_version: null })
  await call('DELETE', `${table}/columns/paid?expected_version=null`)
  await call('POST', `${table}/columns`, { column: 'new', default: 'x', expected_version: null })

  const { body } = await call('GET', `${table}/rows?as_of=version:then`)

  expect(body.rows).toEqual(THEN)
  expect(body.columns).toMatchObject([
    { name: 'region', type: 'VARCHAR', description: 'Where' },
    { name: 'amount', type: 'INTEGER' },
    { name: 'paid', type: 'DATE' },
  ])
  const schema = await call('GET', `${table}/schema?format=json-schema&as_of=version:then`)
  expect(Object.keys(schema.body.properties)).toEqual(['region', 'amount', 'paid', '__svc_row_id'])
  expect((await call('GET', `${table}/rows?columns=new&as_of=version:then`)).body).toMatchObject({
    code: 'unknown_column',
  })
})

test('a table is named as it was then; one renamed since also as it is called now', async () => {
  const { call, at, table, created } = await newVersion()
  await call('PATCH', table, { new_name: 'renamed', expected_version: null })
  await call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'other' }] })

  for (const name of ['sales', 'renamed', created.body.table.id])
    expect((await call('GET', `${at}/tables/${name}/rows?as_of=version:then`)).body).toMatchObject({
      name: 'sales',
      rows: THEN,
    })
})

test('a deleted table is still what it was', async () => {
  const { call, table } = await newVersion()
  await call('DELETE', `${table}?expected_version=null`)

  expect((await call('GET', `${table}/rows`)).status).toBe(404)
  expect((await call('GET', `${table}/rows?as_of=version:then`)).body.rows).toEqual(THEN)
})

test('checkpoints, tidying and three months change nothing of it', async () => {
  const { call, at, table, write, tableId } = await newVersion()
  const storage = await storageOf()
  const workbookId = workbookIn(at)
  await checkpointTable(storage, workbookId, tableId)
  await write({ rows: [{ __svc_row_id: 1, amount: 100 }] })
  await write({ rows: [{ __svc_row_id: 2, amount: 200 }] })
  await checkpointTable(storage, workbookId, tableId)
  for (const aged of ['table_version', 'manifest'])
    await service.running.admin.query(`update ${aged} set at = at - interval '100 days' where table_id = $1`, [tableId])

  const { versions } = await thinTable(storage, workbookId, tableId)
  await sweepSegments(storage, workbookId)

  expect(versions).toBe(2)
  expect((await call('GET', `${table}/rows?as_of=version:then`)).body.rows).toEqual(THEN)
})

test('what is unknown is 404, and what is no longer kept 410', async () => {
  const { call, at, table, tableId, snapshotId } = await newVersion()
  const [editing] = (await call('GET', `${at}/snapshots`)).body.snapshots
  await call('POST', `${at}/tables`, { name: 'later', columns: [{ name: 'a' }] })

  for (const asOf of ['version:never', 'snap_00000000000000000000000001', 'yesterday', editing.snapshot_id])
    expect(await call('GET', `${table}/rows?as_of=${asOf}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await call('GET', `${at}/tables/later/rows?as_of=version:then`)).status).toBe(404)
  await service.running.admin.query('delete from table_version where table_id = $1', [tableId])
  for (const rest of ['rows', 'rows/1', 'schema', 'a1?range=A1:A2'])
    expect(await call('GET', `${table}/${rest}${rest.includes('?') ? '&' : '?'}as_of=version:then`)).toMatchObject({
      status: 410,
      body: { code: 'history_expired' },
    })
  for (const refused of [
    await call('POST', `${at}/export`, { tables: ['sales'], as_of: { version: 'then' } }),
    await call('GET', `${at}/snapshots/${snapshotId}/diff`),
  ])
    expect(refused).toMatchObject({ status: 410, body: { code: 'history_expired' } })
})

test('a snapshot of another workbook is nothing here', async () => {
  const { snapshotId } = await newVersion()
  const { call, table } = await newVersion()

  expect((await call('GET', `${table}/rows?as_of=${snapshotId}`)).status).toBe(404)
})
