import { afterAll, describe, expect, test } from 'vitest'
import { holdDomain, mapGroup, newCompany as newCompanyAt, openOutside, usersOf } from '../../../../test/company.ts'
import { newMember, newTokenCall, newWorkbook, newWorkspace } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const outside = await openOutside()
afterAll(() => outside.close())
const { domains, settings } = outside
const service = startService({ settings })
const closed = startService({ settings: { ...settings, registrationOpen: false } })

const newCompany = (at = service) => newCompanyAt(at, domains)

async function logIn(email: string, groups: string[] = [], at = service) {
  const session = await outside.enter(at.url(), email, groups)
  return session === null ? null : at.as(session)
}

describe('a person whom the provider creates', () => {
  test('logs in and is what the groups say, at once when the group comes later', async () => {
    const { owner, domain, provider, workspace, workbook } = await newCompany()
    const email = `emi@${domain}`
    const id = await provider.addUser(email)
    await mapGroup(owner, workspace, 'Finance', 'editor', ['auditor'])

    const call = await logIn(email)
    const before = await call?.('GET', `/api/v1/workbooks/${workbook}`)
    await provider.addGroup('finance', [id])
    const spelled = await call?.('GET', `/api/v1/workbooks/${workbook}`)
    await provider.addGroup('Finance', [id])
    const after = await call?.('GET', `/api/v1/workbooks/${workbook}`)

    expect([before?.status, spelled?.status, after?.status]).toEqual([404, 404, 200])
    expect(await usersOf(owner, workspace)).toContainEqual(
      expect.objectContaining({ email, base_role: 'editor', custom_roles: ['auditor'] }),
    )
  })

  test('may come where registration is closed, and only then', async () => {
    const { domain, provider } = await newCompany(closed)
    await provider.addUser(`emi@${domain}`)

    expect(await logIn(`emi@${domain}`, [], closed)).not.toBeNull()
    expect(await logIn(`mallory@${domain}`, [], closed)).toBeNull()
  })

  test('loses a role of a group with the group, and keeps what was given by hand', async () => {
    const { owner, domain, provider, workspace } = await newCompany()
    const id = await provider.addUser(`emi@${domain}`)
    const group = await provider.addGroup('Finance', [id])
    await mapGroup(owner, workspace, 'Finance', 'admin', ['auditor'])
    const call = await logIn(`emi@${domain}`)
    const me = await call?.('GET', '/api/v1/me')
    await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${me?.body.user_id}/roles`, {
      roles: ['night'],
    })
    const joined = await usersOf(owner, workspace)

    const removed = await provider.patch(`/Groups/${group}`, { op: 'remove', path: `members[value eq "${id}"]` })

    expect(joined).toContainEqual(expect.objectContaining({ base_role: 'admin', custom_roles: ['night', 'auditor'] }))
    expect(removed.status).toBe(200)
    expect(await usersOf(owner, workspace)).toHaveLength(1)
  })

  test('is a member by hand, too, and stays one when the groups are gone', async () => {
    const { owner, provider, workspace } = await newCompany()
    const domain = await holdDomain(owner, domains)
    const member = await newMember(service, owner, workspace, 'viewer')
    await service.running.admin.query(
      'update app_user set email = $1, email_key = $1, address_proven_at = now() where email = $2',
      [`ben@${domain}`, member.email],
    )
    const id = await provider.addUser(`ben@${domain}`)
    const group = await provider.addGroup('Admins', [id])
    await mapGroup(owner, workspace, 'Admins', 'admin', ['auditor'])
    const raised = await usersOf(owner, workspace)

    await provider.send('DELETE', `/Groups/${group}`)

    expect(raised).toContainEqual(expect.objectContaining({ base_role: 'admin', custom_roles: ['auditor'] }))
    expect(await usersOf(owner, workspace)).toContainEqual(
      expect.objectContaining({ user_id: member.userId, base_role: 'viewer', custom_roles: [] }),
    )
  })
})

describe('a person whom the provider removes', () => {
  const deactivation = { op: 'Replace', path: 'active', value: 'False' }

  test.each([
    ['by active: false', deactivation],
    ['by DELETE', null],
  ] as const)('is out at once, %s: sessions, tokens, shares and membership', async (_, operation) => {
    const { owner, domain, provider, workspace, workbook } = await newCompany()
    const email = `emi@${domain}`
    const id = await provider.addUser(email)
    await provider.addGroup('Finance', [id])
    await mapGroup(owner, workspace, 'Finance', 'editor')
    const call = (await logIn(email)) ?? service.as(null)
    const { body: me } = await call('GET', '/api/v1/me')
    const person = { userId: me.user_id, email, password: '', session: '', call }
    const token = await newTokenCall(service, person, { resource: `workbook:${workbook}` })
    const other = await newWorkbook(owner, await newWorkspace(owner))
    await owner.call('PUT', `/api/v1/workbooks/${other}/members/${me.user_id}`, { role: 'viewer' })
    const at = (book: string) => `/api/v1/workbooks/${book}`
    const before = [await call('GET', at(workbook)), await token('GET', at(workbook)), await call('GET', at(other))]

    const path = `/Users/${id}`
    const removed = operation ? await provider.patch(path, operation) : await provider.send('DELETE', path)
    const after = [await call('GET', at(workbook)), await token('GET', at(workbook)), await call('GET', at(other))]
    const again = await logIn(email, ['Finance'])

    expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([200, 204]).toContain(removed.status)
    expect(after.map(({ status }) => status)).toEqual([401, 401, 401])
    // After DELETE the provider is believed about groups again: it would not log in who is gone.
    expect((await again?.('GET', at(workbook)))?.status).toBe(operation ? 404 : 200)
    expect((await again?.('GET', at(other)))?.status).toBe(404)
  })

  test('who was invited by hand is out as well, and keeps the session for what is theirs', async () => {
    const { owner, provider, workspace, workbook } = await newCompany()
    const member = await newMember(service, owner, workspace, 'editor')
    const id = await provider.addUser(member.email)

    await provider.send('DELETE', `/Users/${id}`)

    expect((await member.call('GET', `/api/v1/workbooks/${workbook}`)).status).toBe(404)
    expect((await member.call('GET', '/api/v1/me')).status).toBe(200)
  })

  test('the owner of the account stays', async () => {
    const { owner, provider } = await newCompany()
    const id = await provider.addUser(owner.email)

    const removed = await provider.send('DELETE', `/Users/${id}`)

    expect(removed).toMatchObject({
      status: 409,
      body: { status: '409', detail: expect.stringContaining('owns the account') },
    })
    expect((await owner.call('GET', '/api/v1/me')).status).toBe(200)
  })
})

test('every change stands in the log of the account', async () => {
  const { owner, domain, provider, workspace } = await newCompany()
  const id = await provider.addUser(`emi@${domain}`)
  await mapGroup(owner, workspace, 'Finance', 'editor')
  await logIn(`emi@${domain}`)
  const group = await provider.addGroup('Finance', [id])
  await provider.send('DELETE', `/Groups/${group}`)
  await provider.send('DELETE', `/Users/${id}`)

  const { body } = await owner.call('GET', '/api/control/account/log')
  const { body: page } = await owner.call('GET', '/api/control/account/log?limit=2')
  const { body: next } = await owner.call('GET', `/api/control/account/log?limit=2&cursor=${page.next_cursor}`)

  expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
    'scim.user.remove',
    'account.groups.apply',
    'scim.group.remove',
    'account.groups.apply',
    'scim.group.create',
    'scim.user.link',
    'account.groups.map',
    'scim.user.create',
    'account.domain.verify',
    'account.domain.claim',
  ])
  expect(body.entries[0].actor).toMatchObject({ credential: 'key', credential_id: expect.stringMatching(/^key_/) })
  expect([...page.entries, ...next.entries]).toEqual(body.entries.slice(0, 4))
})

test('a list is filtered and comes in pages', async () => {
  const { domain, provider } = await newCompany()
  for (const name of ['ann', 'ben', 'eve']) await provider.addUser(`${name}@${domain}`, { externalId: `x-${name}` })

  const byName = await provider.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "BEN@${domain}"`)}`)
  const byId = await provider.send('GET', `/Users?filter=${encodeURIComponent('externalId eq "x-eve"')}`)
  const byMail = await provider.send(
    'GET',
    `/Users?filter=${encodeURIComponent('emails.value sw "ann"')}&attributes=userName`,
  )
  const page = await provider.send('GET', '/Users?startIndex=2&count=1')
  const wrong = await provider.send('GET', `/Users?filter=${encodeURIComponent('userName is')}`)

  expect(
    [byName, byId, byMail].map(({ body }) => body.Resources.map((one: { userName: string }) => one.userName)),
  ).toEqual([[`ben@${domain}`], [`eve@${domain}`], [`ann@${domain}`]])
  expect(byMail.body.Resources[0].emails).toBeUndefined()
  expect(page.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
  expect(wrong).toMatchObject({ status: 400, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] } })
})
