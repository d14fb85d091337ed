import { expect, test } from 'vitest'
import { startService } from '../../../../test/service.ts'

const service = startService()

async function newTable() {
  const { id, owner } = await service.newWorkbook()
  const tables = `/api/v1/workbooks/${id}/tables`
  const { body } = await owner.call('POST', tables, { name: 'sales', columns: [{ name: 'amount', type: 'BIGINT' }] })
  expect(body.table.edit_version).toBe(1)
  await owner.call('POST', `${tables}/sales/rows`, { rows: [{ amount: 1 }, { amount: 2 }], expected_version: 1 })
  return { id, owner, tables }
}

test('a deleted table rests in the trash and comes back as it was, row ids and version included', async () => {
  const { id, owner, tables } = await newTable()
  const before = (await owner.call('GET', `${tables}/sales/rows`)).body
  expect((await owner.call('DELETE', `${tables}/sales?expected_version=2`)).status).toBe(204)

  const { body } = await owner.call('GET', '/api/v1/me/trash')
  const restored = await owner.call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)

  expect(body.trash).toMatchObject([{ kind: 'table', title: 'sales', workbook_id: id }])
  expect(restored).toMatchObject({ status: 200, body: { kind: 'table', title: 'sales', workbook_id: id } })
  expect((await owner.call('GET', `${tables}/sales/rows`)).body).toEqual(before)
  expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).body.table_count).toBe(1)
  expect((await owner.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect((await owner.call('GET', `/api/v1/workbooks/${id}/ops`)).body.ops[0].kind).toBe('table.restore')
  expect((await owner.call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)).status).toBe(404)
})

test('a table is deleted, and comes back, in a workbook whose tables have rules', async () => {
  const { id, owner, tables } = await newTable()
  const rules = [{ kind: 'range', column: 'amount', max: 10 }]
  await owner.call('PUT', `${tables}/sales/rules`, { rules, expected_version: null })
  await owner.call('POST', tables, { name: 'other', columns: [{ name: 'word' }] })

  const deleted = [
    await owner.call('DELETE', `${tables}/other?expected_version=null`),
    await owner.call('DELETE', `${tables}/sales?expected_version=2`),
  ]
  const left = (await owner.call('GET', tables)).body.tables
  const { trash } = (await owner.call('GET', '/api/v1/me/trash')).body
  for (const table of trash) await owner.call('POST', `/api/v1/me/trash/${table.id}/restore`)
  const refused = await owner.call('POST', `${tables}/sales/rows`, { rows: [{ amount: 11 }], expected_version: null })

  expect(deleted.map(({ status }) => status)).toEqual([204, 204])
  expect(left).toEqual([])
  expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).body.table_count).toBe(2)
  expect(refused).toMatchObject({ status: 422, body: { code: 'rule_violated' } })
})

test('a table does not come back under a name that is taken', async () => {
  const { owner, tables } = await newTable()
  await owner.call('DELETE', `${tables}/sales?expected_version=null`)
  await owner.call('POST', tables, { name: 'sales', columns: [{ name: 'other' }] })
  const { body } = await owner.call('GET', '/api/v1/me/trash')

  const refused = await owner.call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)

  expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } })
})

test('the trash of a workbook is closed to strangers and to credentials that do not reach it', async () => {
  const { owner, tables } = await newTable()
  const { body: other } = await owner.call('POST', '/api/v1/workbooks', { title: 'Other' })
  await owner.call('DELETE', `${tables}/sales?expected_version=null`)
  const { body } = await owner.call('GET', '/api/v1/me/trash')
  const stranger = await service.newPerson()
  const request = { resource: `workbook:${other.workbook_id}`, scopes: ['workbooks:write', 'workbooks:delete'] }
  const pinned = service.as(await service.newToken(owner, request))

  expect((await stranger.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect((await stranger.call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)).status).toBe(404)
  expect((await pinned('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect((await pinned('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)).status).toBe(403)
})

test('a table is purged from the trash at once by the owner, and its workbook says who did it', async () => {
  const { id, owner, tables } = await newTable()
  await owner.call('DELETE', `${tables}/sales?expected_version=null`)
  const [{ id: tableId }] = (await owner.call('GET', '/api/v1/me/trash')).body.trash
  const reader = service.as(await service.newToken(owner, { scopes: ['workbooks:write'] }))
  const stranger = await service.newPerson()

  const refused = await reader('DELETE', `/api/v1/me/trash/${tableId}`)
  const unseen = await stranger.call('DELETE', `/api/v1/me/trash/${tableId}`)
  const purged = await owner.call('DELETE', `/api/v1/me/trash/${tableId}`)

  expect([refused.body.code, unseen.status, purged.status]).toEqual(['insufficient_scope', 404, 204])
  expect((await owner.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect((await owner.call('POST', `/api/v1/me/trash/${tableId}/restore`)).status).toBe(404)
  expect((await owner.call('DELETE', `/api/v1/me/trash/${tableId}`)).status).toBe(404)
  const { entries } = (await owner.call('GET', `/api/v1/workbooks/${id}/audit-log`)).body
  expect(entries).toContainEqual(expect.objectContaining({ action: 'table.purge', outcome: 'ok' }))
})

test('emptying the trash purges workbooks and tables, as far as the credential reaches', async () => {
  const { id, owner, tables } = await newTable()
  const { body: other } = await owner.call('POST', '/api/v1/workbooks', { title: 'Other' })
  await owner.call('DELETE', `${tables}/sales?expected_version=null`)
  await owner.call('DELETE', `/api/v1/workbooks/${other.workbook_id}`)
  const pinned = service.as(await service.newToken(owner, { resource: `workbook:${id}`, scopes: ['workbooks:delete'] }))

  const byPinned = await pinned('DELETE', '/api/v1/me/trash')
  const rest = (await owner.call('GET', '/api/v1/me/trash')).body.trash
  const emptied = await owner.call('DELETE', '/api/v1/me/trash')

  expect(byPinned).toMatchObject({ status: 200, body: { purged: 1 } })
  expect(rest).toMatchObject([{ kind: 'workbook', id: other.workbook_id }])
  expect(emptied.body).toEqual({ purged: 1 })
  expect((await owner.call('POST', `/api/v1/me/trash/${other.workbook_id}/restore`)).status).toBe(404)
  expect((await owner.call('DELETE', '/api/v1/me/trash')).body).toEqual({ purged: 0 })
})
