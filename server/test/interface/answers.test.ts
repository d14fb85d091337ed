import { expect, test } from 'vitest'
import { newDeveloperAccount, newKey, newWorkspace, personalWorkspace } from '../control-plane.ts'
import { newTable } from '../new-table.ts'
import { startService } from '../service.ts'

/** What holds for answers of both planes: problem documents, addresses, and what accounts and workspaces tell. */
const service = startService()

test('every refusal is a problem document with a type, a title, a detail and what to do', async () => {
  const { call, at, table, owner } = await newTable(service, { columns: [{ name: 'a' }] })
  const weak = service.as(await service.newToken(owner, { scopes: ['workbooks:read'] }))
  const rename = (body: object) => call('PATCH', table, { new_name: 'b', ...body })

  const refused = [
    await call('DELETE', `${table}/columns/a?expected_version=1`),
    await service.as(null)('GET', at),
    await weak('DELETE', `${table}?expected_version=1`),
    await call('GET', `${at}/tables/none`),
    await call('PUT', `${at}/charts`, {}),
    await rename({ expected_version: 9 }),
    await rename({}),
  ]

  expect(refused.map(({ status }) => status)).toEqual([400, 401, 403, 404, 405, 409, 422])
  for (const { status, headers, body } of refused) {
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body).toMatchObject({
      status,
      type: expect.stringMatching(/^urn:svc:problem:\w+$/),
      title: expect.stringMatching(/\w/),
      detail: expect.stringMatching(/\w/),
      suggested_fix: expect.stringMatching(/\w/),
    })
  }
})

test('the data plane lives under /api/v1 and the control plane under /api/control without a version', async () => {
  const { call } = await service.newPerson()

  const answered = ['/api/v1/me', '/api/control/account']
  const unknown = ['/api/me', '/me', '/api/v2/me', '/api/control/v1/account', '/api/v1/control/account']

  for (const path of answered) expect((await call('GET', path)).status).toBe(200)
  for (const path of unknown) expect([path, (await call('GET', path)).status]).toEqual([path, 404])
})

test('without account_id one account is read: the oldest', async () => {
  const person = await service.newPerson('Aiko')
  const developer = await newDeveloperAccount(person, 'Lab')
  const read = async (query: string) => (await person.call('GET', `/api/control/account${query}`)).body

  expect(await read('')).toMatchObject({ name: 'Aiko', kind: 'default' })
  expect(await read(`?account_id=${developer}`)).toMatchObject({ name: 'Lab', kind: 'developer' })
})

test('provision is accepted in the list of accounts and has no effect', async () => {
  const person = await service.newPerson('Aiko')
  const names = async (query: string) =>
    (await person.call('GET', `/api/control/accounts${query}`)).body.accounts.map(({ name }: { name: string }) => name)

  expect([await names(''), await names('?provision=true'), await names('?provision=false')]).toEqual(
    Array(3).fill(['Aiko']),
  )
})

test('keys are listed without their plaintext, and a revoked one no longer lets anyone in', async () => {
  const person = await service.newPerson()
  const { body: minted } = await person.call('POST', '/api/control/account/keys', { scopes: ['account:read'] })
  const key = service.as(minted.key)
  const list = () => person.call('GET', '/api/control/account/keys')

  const listed = await list()
  const before = await key('GET', '/api/control/account')
  const revoked = await person.call('DELETE', `/api/control/account/keys/${minted.key_id}`)

  expect(listed.body.keys).toMatchObject([{ key_id: minted.key_id, scopes: ['account:read'] }])
  expect(JSON.stringify(listed.body)).not.toContain(minted.key)
  expect([before.status, revoked.status]).toEqual([200, 204])
  expect((await key('GET', '/api/control/account')).status).toBe(401)
})

test('the workbooks of a workspace are those the caller owns or shares, by their metadata', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const create = (title: string, workspace_id: string) =>
    owner.call('POST', '/api/v1/workbooks', { title, workspace_id })
  await create('Ledger', workspace)
  await create('Elsewhere', await personalWorkspace(owner))
  const key = await newKey(service, owner, { scopes: ['workspaces:read', 'workbooks:read'], workspace_id: workspace })
  const stranger = await service.newPerson()
  const path = `/api/control/workspaces/${workspace}/workbooks`

  for (const call of [owner.call, key])
    expect((await call('GET', path)).body.workbooks).toMatchObject([{ title: 'Ledger', table_count: 0 }])
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await owner.call('POST', path, { title: 'More' })).status).toBe(405)
})

test('usage covers 30 days by default, on both planes', async () => {
  const { call } = await service.newPerson()

  for (const path of ['/api/v1/me/usage', '/api/control/account/usage/series']) {
    expect((await call('GET', path)).body.days).toBe(30)
    expect((await call('GET', `${path}?days=7`)).body.days).toBe(7)
  }
})

test('a workbook tells its metadata and no messages', async () => {
  const { owner, id } = await service.newWorkbook('Ledger')

  const { body } = await owner.call('GET', `/api/v1/workbooks/${id}`)

  expect(body).toMatchObject({ workbook_id: id, title: 'Ledger', owner_id: owner.userId })
  expect(Object.keys(body).filter((name) => /message|history|chat/.test(name))).toEqual([])
})
