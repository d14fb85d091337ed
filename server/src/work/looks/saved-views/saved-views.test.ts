import { expect, test } from 'vitest'
import { newStaff, SSN } from '../../../../test/new-staff.ts'
import { newTable, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService()

const VIEW = {
  name: '大口',
  table: 'sales',
  filter: [{ column: 'amount', op: '>=', value: 2 }],
  order_by: [{ column: 'amount', direction: 'desc' }],
  columns: [
    { column: 'amount', width_px: 120, format: '#,##0' },
    { column: 'note', hidden: true },
  ],
  frozen_columns: 1,
}

async function newView(changes: object = {}) {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { body } = await made.call('POST', `${made.at}/saved-views`, { ...VIEW, ...changes })
  return { ...made, view: body, one: `${made.at}/saved-views/${body.view_id}` }
}

test('a view is made, listed, read, renamed, changed and deleted, and owns no data', async () => {
  const { call, at, view, one, readAll } = await newView()

  const listed = await call('GET', `${at}/saved-views?table=sales`)
  const renamed = await call('PATCH', one, { name: 'Large', expected_version: 1 })
  const changed = await call('PATCH', one, { state: { order_by: [{ column: 'region' }] } })
  const deleted = await call('DELETE', one)

  expect(view).toMatchObject({ name: '大口', table: 'sales', frozen_columns: 1, partial: false, version: 1 })
  expect(view.filter).toEqual([{ column: 'amount', op: '>=', value: 2 }])
  expect(view.columns[0]).toEqual({ column: 'amount', width_px: 120, hidden: false, format: '#,##0' })
  expect(listed.body.saved_views).toEqual([view])
  expect(renamed.body).toMatchObject({ name: 'Large', version: 2, filter: view.filter })
  expect(changed.body).toMatchObject({
    version: 3,
    filter: [],
    columns: [],
    order_by: [{ column: 'region', direction: 'asc' }],
  })
  expect([deleted.status, (await call('GET', one)).status]).toEqual([204, 404])
  expect(await readAll()).toHaveLength(3)
})

test('names, versions and columns are checked', async () => {
  const { call, at, one } = await newView()
  const make = async (changes: object) => (await call('POST', `${at}/saved-views`, { ...VIEW, ...changes })).body.code

  expect(await make({})).toBe('name_taken')
  expect(await make({ name: 'a', filter: [{ column: 'nowhere', op: 'is_null' }] })).toBe('unknown_column')
  expect(await make({ name: 'a', filter: [{ column: 'amount', op: '=', value: 'x' }] })).toBe('uncastable_value')
  expect(await make({ name: 'a', filter: [{ column: 'amount', op: 'between', value: 1 }] })).toBe('validation_error')
  expect(await make({ name: 'a', table: 'nowhere' })).toBe('not_found')
  expect((await call('PATCH', one, { name: 'b', expected_version: 7 })).body.code).toBe('version_conflict')
})

test('a view follows its columns when they get other names, and leaves out those that are gone', async () => {
  const { call, table, one } = await newView()

  await call('PATCH', `${table}/columns/amount`, { expected_version: null, new_name: 'yen' })
  await call('DELETE', `${table}/columns/note?expected_version=null`)

  const { body } = await call('GET', one)
  expect(body).toMatchObject({
    filter: [{ column: 'yen', op: '>=', value: 2 }],
    order_by: [{ column: 'yen' }],
    partial: true,
  })
  expect(body.columns.map(({ column }: { column: string }) => column)).toEqual(['yen'])
})

test('a reader learns nothing of columns that are hidden from them, and writes nothing over', async () => {
  const { hr, editor, at } = await newStaff(service, [{ name: 'A', salary: 1, ssn: SSN }])
  const { body } = await hr.call('POST', `${at}/saved-views`, {
    name: 'v',
    table: 'staff',
    filter: [
      { column: 'ssn', op: '=', value: SSN },
      { column: 'salary', op: '>', value: 424_242 },
    ],
    columns: [{ column: 'salary' }, { column: 'name' }],
  })

  const seen = await editor.call('GET', `${at}/saved-views/${body.view_id}`)
  const listed = await editor.call('GET', `${at}/saved-views`)
  const written = await editor.call('PATCH', `${at}/saved-views/${body.view_id}`, { state: {} })

  expect(seen.body).toMatchObject({ filter: [], partial: true })
  for (const { body: shown } of [seen, listed]) expect(JSON.stringify(shown)).not.toMatch(/salary|424242|6789/)
  expect(written.body.code).toBe('masked_column')
  expect((await hr.call('GET', `${at}/saved-views/${body.view_id}`)).body.filter).toHaveLength(2)
})

test('a viewer reads views and makes none; each change is in the audit log and announced', async () => {
  const { call, at, one, view } = await newView()
  await call('DELETE', one)

  const audit = await call('GET', `${at}/audit-log?limit=50`)
  const { rows } = await service.running.admin.query(
    'select payload from outbox where workbook_id = $1 order by sequence',
    [fromWireId('wb', at.split('/').at(-1) ?? '')],
  )

  const actions = audit.body.entries.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['saved_view.create', 'saved_view.delete']))
  const announced = rows.map(({ payload }) => payload).filter(({ data }) => data.artifact?.id === view.view_id)
  expect(announced.map(({ type }) => type)).toEqual(['artifact.updated', 'artifact.deleted'])
})
