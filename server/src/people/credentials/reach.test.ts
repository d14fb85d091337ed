import { describe, expect, test } from 'vitest'
import { newMember } from '../../../test/control-plane.ts'
import { credentialsAt } from '../../../test/credentials.ts'
import { startService } from '../../../test/service.ts'

/** The rules of authentication, one test per sentence: where a credential works. */
const service = startService()
const { newAccount, newToken, newWorkbook, newWorkspace } = credentialsAt(() => service.url())

describe('reach', () => {
  test('resource account reaches everything under the account, and it is what a token gets when none is named', async () => {
    const person = await service.newPerson()
    const elsewhere = await newWorkspace(person)
    const [here, there] = [await newWorkbook(person.call), await newWorkbook(person.call, { workspace_id: elsewhere })]
    const token = await newToken(person)

    expect(token.body.resource).toBe('account')
    for (const workbook of [here, there])
      expect((await token.call('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(200)
  })

  test('resource workbook:<id> reaches that workbook only', async () => {
    const person = await service.newPerson()
    const [one, other] = [await newWorkbook(person.call), await newWorkbook(person.call)]
    const token = await newToken(person, { resource: `workbook:${one}`, scopes: ['workbooks:write'] })

    expect((await token.call('GET', `/api/v1/workbooks/${one}`)).status).toBe(200)
    expect(await token.call('GET', `/api/v1/workbooks/${other}`)).toMatchObject({
      status: 403,
      body: { code: 'out_of_reach' },
    })
    expect((await token.call('GET', '/api/v1/me/workbooks')).body.workbooks).toMatchObject([{ workbook_id: one }])
    expect((await token.call('POST', '/api/v1/workbooks', { title: 'No' })).status).toBe(403)
  })

  test('who made a workbook and has left its workspace mints no token for it', async () => {
    const owner = await service.newPerson()
    const finance = await newWorkspace(owner)
    const maker = await newMember(service, owner, finance, 'editor')
    const workbook = await newWorkbook(maker.call, { workspace_id: finance })
    const resource = `workbook:${workbook}`
    const before = await newToken(maker, { resource })
    await owner.call('DELETE', `/api/control/workspaces/${finance}/users/${maker.userId}`)

    const after = await maker.call('POST', '/api/v1/me/tokens', { name: 'late', resource })

    expect(before.body.resource).toBe(resource)
    expect(after).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
  })

  test("resource workspace:<id> reaches that workspace's workbooks, and creations land there", async () => {
    const person = await service.newPerson()
    const finance = await newWorkspace(person)
    const outside = await newWorkbook(person.call)
    const token = await newToken(person, { resource: `workspace:${finance}`, scopes: ['workbooks:write'] })

    const created = await token.call('POST', '/api/v1/workbooks', { title: 'Inside' })

    expect(created).toMatchObject({ status: 201, body: { workspace_id: finance } })
    expect((await token.call('GET', `/api/v1/workbooks/${created.body.workbook_id}`)).status).toBe(200)
    expect((await token.call('GET', `/api/v1/workbooks/${outside}`)).status).toBe(403)
  })

  test('reach is set by resource alone: more scopes reach no further', async () => {
    const person = await service.newPerson()
    const [one, other] = [await newWorkbook(person.call), await newWorkbook(person.call)]
    const token = await newToken(person, {
      resource: `workbook:${one}`,
      scopes: ['workbooks:write', 'workbooks:delete', 'governance:configure', 'workspaces:read', 'account:read'],
    })

    expect((await token.call('GET', `/api/v1/workbooks/${other}`)).status).toBe(403)
    expect((await token.call('DELETE', `/api/v1/workbooks/${other}`)).status).toBe(403)
  })

  test('naming a workspace_id outside reach gives 403 for listing and creation alike', async () => {
    const [person, other] = [await service.newPerson(), await service.newPerson()]
    const finance = await newWorkspace(person)
    const foreign = await newWorkspace(other)
    const pinned = await newToken(person, { resource: `workspace:${finance}`, scopes: ['workbooks:write'] })
    const { body: mine } = await person.call('GET', '/api/v1/me')

    for (const unreachable of [mine.workspace_id, foreign, 'ws_00000000000000000000000000', 'personal']) {
      expect(await pinned.call('GET', `/api/v1/me/workbooks?workspace_id=${unreachable}`)).toMatchObject({
        status: 403,
        body: { code: 'out_of_reach' },
      })
    }
    for (const unreachable of [mine.workspace_id, foreign, 'ws_00000000000000000000000000']) {
      expect(await pinned.call('POST', '/api/v1/workbooks', { title: 'No', workspace_id: unreachable })).toMatchObject({
        status: 403,
        body: { code: 'out_of_reach' },
      })
    }
    expect((await person.call('GET', `/api/v1/me/workbooks?workspace_id=${foreign}`)).status).toBe(403)
  })

  test('a resource the user cannot see cannot be named', async () => {
    const [person, other] = [await service.newPerson(), await service.newPerson()]
    const foreign = await newWorkbook(other.call)

    expect(
      (await person.call('POST', '/api/v1/me/tokens', { name: 'x', resource: `workbook:${foreign}` })).status,
    ).toBe(403)
  })

  test('a create without workspace_id lands in the oldest workspace of the account', async () => {
    const person = await service.newPerson()
    const { body: before } = await person.call('GET', '/api/v1/me/workspaces')
    await newWorkspace(person)
    const token = await newToken(person, { scopes: ['workbooks:write'] })

    const created = await token.call('POST', '/api/v1/workbooks', { title: 'Somewhere' })

    expect(created.body.workspace_id).toBe(before.workspaces[0].workspace_id)
  })

  test('a developer account with no workspace gives 409', async () => {
    const person = await service.newPerson()
    const token = await newToken(person, { account_id: await newAccount(person), scopes: ['workbooks:write'] })

    expect(await token.call('POST', '/api/v1/workbooks', { title: 'Nowhere' })).toMatchObject({
      status: 409,
      body: { code: 'no_workspace' },
    })
  })
})
