import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey, newTokenCall, newWorkspace, tokenIn } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService()
const PASSWORD = 'correct horse battery'

async function newTeam() {
  const owner = await service.newPerson('Aiko')
  const workspace = await newWorkspace(owner)
  const at = `/api/control/workspaces/${workspace}`
  const invite = (email: string, base_role = 'viewer') => owner.call('POST', `${at}/invitations`, { email, base_role })
  return { owner, workspace, at, invite }
}

const accept = (url: string) => `/api/auth/invitations/${tokenIn(url)}/accept`
const newAddress = () => `${randomUUID()}@example.org`

test('accepting with a session of the invited address joins with the base role, once', async () => {
  const { owner, workspace, at, invite } = await newTeam()
  const person = await service.newPerson()
  const { body } = await invite(person.email, 'editor')

  const joined = await person.call('POST', accept(body.url), {})
  const again = await person.call('POST', accept(body.url), {})

  expect(joined).toMatchObject({ status: 200, body: { workspace_id: workspace, user: { user_id: person.userId } } })
  expect(joined.body).not.toHaveProperty('access_token')
  expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { users } = (await owner.call('GET', `${at}/users`)).body
  expect(users[1]).toMatchObject({ user_id: person.userId, base_role: 'editor' })
  expect((await owner.call('GET', `${at}/invitations`)).body.invitations).toEqual([])
})

test('accepting with the session of another address is refused, and the invitation stays open', async () => {
  const { invite } = await newTeam()
  const [person, other] = [await service.newPerson(), await service.newPerson()]
  const { body } = await invite(person.email)

  const refused = await other.call('POST', accept(body.url), {})

  expect(refused).toMatchObject({ status: 403, body: { code: 'owner_required' } })
  expect((await person.call('POST', accept(body.url), {})).status).toBe(200)
})

test('accepting with name and password registers and logs in', async () => {
  const { workspace, invite } = await newTeam()
  const email = newAddress()
  const { body } = await invite(email, 'viewer')

  const joined = await service.as(null)('POST', accept(body.url), { name: 'Chie', password: PASSWORD })

  expect(joined).toMatchObject({
    status: 201,
    body: { workspace_id: workspace, token_type: 'Bearer', user: { email, name: 'Chie' } },
  })
  expect(joined.headers.get('set-cookie')).toMatch(/^svc_refresh=.*HttpOnly/)
  const seen = await service.as(joined.body.access_token)('GET', `/api/control/workspaces/${workspace}`)
  expect(seen.status).toBe(200)
  expect((await service.as(null)('POST', '/api/auth/login', { email, password: PASSWORD })).status).toBe(200)
})

test('accepting without a session, for an address that has a user, asks to log in', async () => {
  const { invite } = await newTeam()
  const person = await service.newPerson()
  const { body } = await invite(person.email)

  const refused = await service.as(null)('POST', accept(body.url), { name: 'Eve', password: PASSWORD })

  expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect((await person.call('POST', accept(body.url), {})).status).toBe(200)
})

test('accepting without a login or a name is refused', async () => {
  const { invite } = await newTeam()
  const { body } = await invite(newAddress())
  const stranger = service.as(null)

  const empty = await stranger('POST', accept(body.url), {})
  const half = await stranger('POST', accept(body.url), { name: 'Chie' })
  const weak = await stranger('POST', accept(body.url), { name: 'Chie', password: 'short' })

  expect([empty, half, weak].map(({ status, body: { code } }) => [status, code])).toEqual([
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
    [422, 'validation_error'],
  ])
})

test('accepting takes a person: a token or key of the invited address is refused', async () => {
  const { invite } = await newTeam()
  const person = await service.newPerson()
  const { body } = await invite(person.email)
  const scopes = ['workspaces:configure']
  const calls = [await newTokenCall(service, person, { scopes }), await newKey(service, person, { scopes })]

  const refused = await Promise.all(calls.map((call) => call('POST', accept(body.url), {})))

  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(Array(2).fill([403, 'session_required']))
})

test('accepting an invitation after it has expired is too late', async () => {
  const { owner, at, invite } = await newTeam()
  const person = await service.newPerson()
  const { body } = await invite(person.email)
  await service.running.admin.query('update invitation set expires_at = now() where invitation_id = $1', [
    fromWireId('inv', body.invitation_id),
  ])

  const late = await person.call('POST', accept(body.url), {})

  expect(late).toMatchObject({ status: 404, body: { code: 'not_found', resource: 'invitation' } })
  expect((await owner.call('GET', `${at}/invitations`)).body.invitations).toEqual([])
})

test('a made-up invitation link opens nothing', async () => {
  const person = await service.newPerson()

  const answers = await Promise.all(
    ['x', 'A'.repeat(43)].map((token) => person.call('POST', `/api/auth/invitations/${token}/accept`, {})),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

test('accepting many times at once registers one person', async () => {
  const { owner, at, invite } = await newTeam()
  const { body } = await invite(newAddress())
  const stranger = service.as(null)

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => stranger('POST', accept(body.url), { name: `Chie ${n}`, password: PASSWORD })),
  )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.every(({ status }) => [201, 404, 409].includes(status))).toBe(true)
  expect((await owner.call('GET', `${at}/users`)).body.users).toHaveLength(2)
})

test('accepting while the workspace is being deleted ends in one of the two, never in a fault', async () => {
  const owner = await service.newPerson()
  const teams = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const workspace = await newWorkspace(owner)
      const person = await service.newPerson()
      const invited = await owner.call('POST', `/api/control/workspaces/${workspace}/invitations`, {
        email: person.email,
        base_role: 'viewer',
      })
      return { workspace, person, url: invited.body.url }
    }),
  )

  const answers = await Promise.all(
    teams.flatMap(({ workspace, person, url }) => [
      owner.call('DELETE', `/api/control/workspaces/${workspace}`),
      person.call('POST', accept(url), {}),
    ]),
  )

  expect(answers.filter((_, n) => n % 2 === 0).map(({ status }) => status)).toEqual(Array(8).fill(204))
  expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
})

test('a member who was invited as less before joining otherwise keeps their role', async () => {
  const { owner, workspace, at, invite } = await newTeam()
  const person = await service.newPerson()
  const { body } = await invite(person.email, 'viewer')
  await service.running.db
    .insertInto('workspaceMember')
    .values({ workspaceId: fromWireId('ws', workspace), userId: fromWireId('usr', person.userId), baseRole: 'admin' })
    .execute()

  await person.call('POST', accept(body.url), {})

  expect((await owner.call('GET', `${at}/users`)).body.users[1].base_role).toBe('admin')
})
