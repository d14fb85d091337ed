import { expect, test } from 'vitest'
import { newMember, newWorkspace, tokenIn } from '../../../../test/control-plane.ts'
import type { Person } from '../../../../test/person.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()
const TIMES = 6

async function newTeam() {
  const owner = await service.newPerson('Aiko')
  const workspace = await newWorkspace(owner)
  const at = `/api/control/workspaces/${workspace}`
  const members = async (): Promise<{ user_id: string; base_role: string; roles: string[] }[]> =>
    (await owner.call('GET', `${at}/users`)).body.users
  return { owner, workspace, at, users: `${at}/users`, members }
}

type Team = Awaited<ReturnType<typeof newTeam>>

const invite = async ({ owner, at }: Team, email: string, role = 'viewer') => {
  const { status, body } = await owner.call('POST', `${at}/invitations`, { email, base_role: role })
  return { status, id: body.invitation_id, token: body.url ? tokenIn(body.url) : '' }
}

const accept = ({ call }: Person, token: string) => call('POST', `/api/auth/invitations/${token}/accept`, {})

test('of two admins who remove each other at once one stays, and the owner always does', async () => {
  for (let n = 0; n < TIMES; n++) {
    const team = await newTeam()
    const { owner, workspace, users, members } = team
    const [one, two] = [
      await newMember(service, owner, workspace, 'admin'),
      await newMember(service, owner, workspace, 'admin'),
    ]

    const answers = await Promise.all([
      one.call('DELETE', `${users}/${two.userId}`),
      two.call('DELETE', `${users}/${one.userId}`),
      one.call('DELETE', `${users}/${owner.userId}`),
      two.call('DELETE', `${users}/${owner.userId}`),
    ])

    expect(answers.slice(0, 2).filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.slice(2).filter(({ status }) => status === 204)).toHaveLength(0)
    expect((await members()).map(({ base_role }) => base_role)).toEqual(['admin', 'admin'])
  }
})

test('an account owner does not leave a workspace of the account, not even while all others do', async () => {
  const { owner, workspace, users, members } = await newTeam()
  const admins = [
    await newMember(service, owner, workspace, 'admin'),
    await newMember(service, owner, workspace, 'admin'),
  ]

  const [byOwner, ...others] = await Promise.all(
    [owner, ...admins].map(({ call, userId }) => call('DELETE', `${users}/${userId}`)),
  )

  expect(byOwner).toMatchObject({ status: 409, body: { code: 'account_owner' } })
  expect(others.map(({ status }) => status)).toEqual([204, 204])
  expect((await members()).map(({ user_id }) => user_id)).toEqual([owner.userId])
})

test('an admin who is removed meanwhile gives no roles and no invitations any more', async () => {
  const team = await newTeam()
  const { owner, workspace, at, users, members } = team
  const admin = await newMember(service, owner, workspace, 'admin')
  const member = await newMember(service, owner, workspace, 'viewer')

  const [removed, set] = await Promise.all([
    owner.call('DELETE', `${users}/${admin.userId}`),
    admin.call('PUT', `${users}/${member.userId}/roles`, { roles: ['late'] }),
  ])
  const later = await admin.call('POST', `${at}/invitations`, { email: 'friend@example.org', base_role: 'admin' })

  expect(removed.status).toBe(204)
  expect([200, 404]).toContain(set.status)
  expect(later.status).toBe(404)
  const roles = (await members()).find(({ user_id }) => user_id === member.userId)?.roles
  expect(roles).toEqual(set.status === 200 ? ['viewer', 'late'] : ['viewer'])
})

test('a link that several new users open at once lets one in', async () => {
  for (let n = 0; n < TIMES; n++) {
    const team = await newTeam()
    const email = `new-${n}-${team.workspace}@example.org`
    const { token } = await invite(team, email)
    const passwords = ['one horse battery', 'two horses battery', 'three horses battery']

    const answers = await Promise.all(
      passwords.map((password) =>
        service.as(null)('POST', `/api/auth/invitations/${token}/accept`, { name: 'New', password }),
      ),
    )

    const winners = passwords.filter((_, at) => (answers[at]?.status ?? 500) < 300)
    expect(winners).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const logins = await Promise.all(
      passwords.map((password) => service.as(null)('POST', '/api/auth/login', { email, password })),
    )
    expect(passwords.filter((_, at) => logins[at]?.status === 200)).toEqual(winners)
    expect(await team.members()).toHaveLength(2)
  }
})

test('a link that its user opens several times at once is accepted once', async () => {
  const team = await newTeam()
  const person = await service.newPerson()
  const { token } = await invite(team, person.email)

  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(person, token)))

  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(await team.members()).toHaveLength(2)
})

test('an invitation that is accepted while it is withdrawn is one or the other', async () => {
  for (let n = 0; n < TIMES; n++) {
    const team = await newTeam()
    const person = await service.newPerson()
    const { id, token } = await invite(team, person.email)

    const [accepted, withdrawn] = await Promise.all([
      accept(person, token),
      team.owner.call('DELETE', `${team.at}/invitations/${id}`),
    ])

    const isIn = (await team.members()).some(({ user_id }) => user_id === person.userId)
    expect([accepted.status < 300, withdrawn.status === 204]).toEqual([isIn, !isIn])
  }
})

test('an invitation that is accepted while another role is offered gives one of the two, and no link stays open', async () => {
  for (let n = 0; n < TIMES; n++) {
    const team = await newTeam()
    const person = await service.newPerson()
    const first = await invite(team, person.email, 'admin')

    const [accepted, second] = await Promise.all([accept(person, first.token), invite(team, person.email, 'viewer')])

    const role = (await team.members()).find(({ user_id }) => user_id === person.userId)?.base_role
    if (accepted.status < 300) expect([role, second.status]).toEqual(['admin', 409])
    else expect([role, second.status]).toEqual([undefined, 201])
    const { body } = await team.owner.call('GET', `${team.at}/invitations`)
    expect(body.invitations).toHaveLength(accepted.status < 300 ? 0 : 1)
  }
})

test('a role that is given while its member leaves is in force, or was refused', async () => {
  for (let n = 0; n < TIMES; n++) {
    const team = await newTeam()
    const member = await newMember(service, team.owner, team.workspace, 'editor')

    const [left, set] = await Promise.all([
      member.call('DELETE', `${team.users}/${member.userId}`),
      team.owner.call('PUT', `${team.users}/${member.userId}/roles`, { roles: ['contractor'] }),
    ])

    expect([left.status, set.status]).toEqual([204, 200])
    const { body } = await team.owner.call('GET', team.users)
    expect(body.guests).toMatchObject([{ user_id: member.userId, custom_roles: ['contractor'] }])
  }
})
