import { afterAll, describe, expect, test } from 'vitest'
import {
  mapGroup,
  newCompany as newCompanyAt,
  openOutside,
  provisioningKey,
  usersOf,
} from '../../../../test/company.ts'
import { newKey } from '../../../../test/control-plane.ts'
import { proveByReset } from '../../../../test/prove-address.ts'
import { startService } from '../../../../test/service.ts'

const outside = await openOutside()
afterAll(() => outside.close())
const service = startService({ settings: outside.settings })

const newCompany = () => newCompanyAt(service, outside.domains)

async function logIn(email: string, groups: string[] = []) {
  const session = await outside.enter(service.url(), email, groups)
  return session === null ? null : service.as(session)
}

describe('no company takes over a person', () => {
  test('an address outside its domains is invited, and nothing is read or changed of its user', async () => {
    const { owner, provider, workspace, workbook } = await newCompany()
    const victim = await service.newPerson('Victoria')
    await proveByReset(service.running, victim.email)
    const stranger = `${crypto.randomUUID()}@elsewhere.example`
    await mapGroup(owner, workspace, 'Finance', 'editor')

    const known = await provider.send('POST', '/Users', {
      userName: victim.email,
      displayName: 'Owned',
      password: 'x'.repeat(20),
    })
    const unknown = await provider.send('POST', '/Users', {
      userName: stranger,
      displayName: 'Owned',
      password: 'x'.repeat(20),
    })
    await provider.addGroup('Finance', [known.body.id, unknown.body.id])
    const { body: invited } = await owner.call('GET', `/api/control/workspaces/${workspace}/invitations`)

    const shape = ({ status, body }: typeof known) => [
      status,
      Object.keys(body).toSorted(),
      body.displayName,
      body.active,
    ]
    expect(shape(known)).toEqual(shape(unknown))
    expect(JSON.stringify(known.body)).not.toContain('Victoria')
    expect(known.body.password).toBeUndefined()
    expect(invited.invitations.map(({ email }: { email: string }) => email).toSorted()).toEqual(
      [stranger, victim.email].toSorted(),
    )
    const { rows } = await service.running.admin.query(
      'select name, email, user_id from app_user where email = $1 order by 1',
      [victim.email],
    )
    expect(rows).toMatchObject([{ name: 'Victoria', email: victim.email }])
    expect(await usersOf(owner, workspace)).toHaveLength(1)
    expect((await owner.call('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(200)
  })

  test('who took an address of the company without proving it is not let in by the provider', async () => {
    const { owner, domain, provider, workspace, workbook } = await newCompany()
    const squatter = await service.newPerson('Mallory')
    const email = `ceo@${domain}`
    await service.running.admin.query('update app_user set email = $1, email_key = $1 where email = $2', [
      email,
      squatter.email,
    ])
    await mapGroup(owner, workspace, 'Board', 'admin')
    await provider.addGroup('Board', [await provider.addUser(email)])

    const before = await squatter.call('GET', `/api/v1/workbooks/${workbook}`)
    const call = await logIn(email)

    expect(before.status).toBe(404)
    expect((await call?.('GET', `/api/v1/workbooks/${workbook}`))?.status).toBe(200)
    expect((await squatter.call('GET', '/api/v1/me')).status).toBe(401)
  })

  test('records and groups of one company are out of sight of another', async () => {
    const one = await newCompany()
    const other = await newCompany()
    const id = await one.provider.addUser(`emi@${one.domain}`)
    const group = await one.provider.addGroup('Finance', [id])

    const answers = [
      await other.provider.send('GET', `/Users/${id}`),
      await other.provider.send('DELETE', `/Users/${id}`),
      await other.provider.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      await other.provider.send('PUT', `/Groups/${group}`, { displayName: 'Mine' }),
    ]
    const joined = await other.provider.send('POST', '/Groups', { displayName: 'Mine', members: [{ value: id }] })
    const listed = await other.provider.send('GET', '/Users')
    const taken = await other.provider.send('POST', '/Users', { userName: `emi@${one.domain}` })

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(joined).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    expect(listed.body.totalResults).toBe(0)
    // The name is free in another company: it says nothing about who else knows the person.
    expect(taken.status).toBe(201)
  })

  test('groups that a login names count in the company that holds the domain of the address, and in no other', async () => {
    const one = await newCompany()
    const other = await newCompany()
    await mapGroup(one.owner, one.workspace, 'Finance', 'admin')
    await mapGroup(other.owner, other.workspace, 'Finance', 'admin')

    const call = await logIn(`emi@${one.domain}`, ['Finance'])
    const inside = await call?.('GET', `/api/v1/workbooks/${one.workbook}`)
    const outside = await call?.('GET', `/api/v1/workbooks/${other.workbook}`)
    const later = await logIn(`emi@${one.domain}`, [])

    expect([inside?.status, outside?.status]).toEqual([200, 404])
    expect((await later?.('GET', `/api/v1/workbooks/${one.workbook}`))?.status).toBe(404)
  })
})

describe('the key of the provider', () => {
  test('opens nothing but SCIM, and nothing else opens SCIM', async () => {
    const { owner, provider } = await newCompany()
    const key = await provisioningKey(owner)
    const paths = [
      '/api/v1/me',
      '/api/v1/me/workbooks',
      '/api/control/account',
      '/api/control/account/keys',
      '/api/v1/me/usage',
    ]
    const statuses = await Promise.all(paths.map(async (path) => (await service.as(key)('GET', path)).status))
    const wide = await newKey(service, owner, { scopes: ['workbooks:write', 'keys:mint', 'account:read'] })

    expect(statuses).toEqual([403, 403, 403, 403, 403])
    expect((await provider.send('GET', '/Users')).status).toBe(200)
    expect((await owner.call('GET', '/scim/v2/Users')).status).toBe(403)
    expect((await wide('GET', '/scim/v2/Users')).status).toBe(403)
    expect((await wide('POST', '/api/control/account/keys', { scopes: ['scim'] })).status).toBe(403)
  })

  test('stands alone: no other scope beside it, no workspace, no token', async () => {
    const { owner, workspace } = await newCompany()
    const mint = (request: object) => owner.call('POST', '/api/control/account/keys', request)

    expect((await mint({ scopes: ['scim', 'workbooks:read'] })).body.code).toBe('scope_exceeds_issuer')
    expect((await mint({ scopes: ['scim'], workspace_id: workspace })).body.code).toBe('scope_exceeds_issuer')
    expect((await owner.call('POST', '/api/v1/me/tokens', { name: 'x', scopes: ['scim'] })).status).toBe(422)
  })
})
