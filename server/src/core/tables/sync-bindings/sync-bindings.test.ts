import { expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const REQUEST = { actor: 'Aiko', external_kind: 'google_sheets', external_ref: '売上'.repeat(500) }

async function newTable() {
  const made = await newTableIn(service, { columns: [{ name: 'a' }] })
  const bind = (table: string, body: object = {}) =>
    made.call('POST', `${made.at}/artifacts/${table}/sync-bindings`, { ...REQUEST, ...body })
  return { ...made, bind }
}

test('a table is bound to a sheet, and nothing is synchronised', async () => {
  const { bind, call, at } = await newTable()

  const done = await bind('sales', { ownership_map: { a: 'sheet' } })

  expect(done).toMatchObject({
    status: 201,
    body: {
      binding: {
        binding_id: expect.stringMatching(/^bnd_/),
        table: 'sales',
        external_kind: 'google_sheets',
        external_ref: REQUEST.external_ref,
        direction: 'bidirectional',
        ownership_map: { a: 'sheet' },
        active: false,
        actor: { name: 'Aiko' },
      },
      warnings: [],
    },
  })
  expect((await call('GET', `${at}/audit-log?limit=1`)).body.entries).toMatchObject([
    { action: 'table.bind', target: { table: 'sales' }, actor: { name: 'Aiko' } },
  ])
  expect((await call('GET', `${at}/tables/sales`)).body.edit_version).toBe(1)
})

test('one sheet has one table and one table one sheet, until the table is deleted', async () => {
  const { bind, call, at } = await newTable()
  await call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'a' }] })
  await bind('sales')

  expect(await bind('sales', { external_ref: 'another' })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(await bind('other')).toMatchObject({ status: 409, body: { code: 'name_taken', name: 'sales' } })
  await call('DELETE', `${at}/tables/sales?expected_version=null`)
  expect((await bind('other')).status).toBe(201)
})

test('a governed workbook says what its policies cannot reach', async () => {
  const { bind } = await newTable()
  const { admin } = service.running
  await admin.query(
    "update workbook set is_governed = true where workbook_id in (select workbook_id from artifact where name = 'sales')",
  )

  expect((await bind('sales')).body.warnings).toEqual([expect.stringContaining('masked or denied')])
})

test('what is not of the form is refused', async () => {
  const { bind } = await newTable()

  for (const body of [
    { actor: '' },
    { external_kind: 'ftp' },
    { external_ref: '' },
    { direction: 'up' },
    { ownership_map: { a: 1 } },
  ])
    expect(await bind('sales', body)).toMatchObject({ status: 422 })
  expect((await bind('none')).status).toBe(404)
})
