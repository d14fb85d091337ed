import { describe, expect, test } from 'vitest'
import { newKey, newMember, newTokenCall, newWorkspace, personalWorkspace } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()
const UNKNOWN = 'usr_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'

async function newTeam() {
  const owner = await service.newPerson('Aiko')
  const workspace = await newWorkspace(owner)
  return { owner, workspace, users: `/api/control/workspaces/${workspace}/users` }
}

describe('the members of a workspace', () => {
  test('are listed with their effective roles: the base role and the custom ones', async () => {
    const { owner, workspace, users } = await newTeam()
    const member = await newMember(service, owner, workspace, 'editor', 'Ben')
    await owner.call('PUT', `${users}/${member.userId}/roles`, { roles: ['hr', 'finance-team'] })

    const { body } = await owner.call('GET', users)

    expect(body.users).toEqual([
      {
        user_id: owner.userId,
        email: owner.email,
        name: 'Aiko',
        base_role: 'admin',
        custom_roles: [],
        roles: ['admin'],
        attributes: {},
      },
      {
        user_id: member.userId,
        email: member.email,
        name: 'Ben',
        base_role: 'editor',
        custom_roles: ['hr', 'finance-team'],
        roles: ['editor', 'hr', 'finance-team'],
        attributes: {},
      },
    ])
  })

  test('are seen by every member, and by no one else', async () => {
    const { owner, workspace, users } = await newTeam()
    const viewer = await newMember(service, owner, workspace, 'viewer')
    const stranger = await service.newPerson()

    const [seen, unseen] = [await viewer.call('GET', users), await stranger.call('GET', users)]

    expect(seen.body.users).toHaveLength(2)
    expect(unseen).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('reading them takes workspaces:read', async () => {
    const { owner, users } = await newTeam()
    const key = await newKey(service, owner, { scopes: ['workspaces:configure', 'account:read'] })

    const refused = await key('GET', users)

    expect(refused).toMatchObject({ status: 403, body: { required_scopes: ['workspaces:read'] } })
  })
})

describe('custom roles', () => {
  test('are replaced as a set; the base role stays', async () => {
    const { owner, workspace, users } = await newTeam()
    const member = await newMember(service, owner, workspace, 'viewer')
    await owner.call('PUT', `${users}/${member.userId}/roles`, { roles: ['hr', 'pii'] })

    const replaced = await owner.call('PUT', `${users}/${member.userId}/roles`, { roles: ['pii'] })
    const emptied = await owner.call('PUT', `${users}/${member.userId}/roles`, { roles: [] })

    expect(replaced).toMatchObject({
      status: 200,
      body: { base_role: 'viewer', custom_roles: ['pii'], roles: ['viewer', 'pii'] },
    })
    expect(emptied).toMatchObject({ status: 200, body: { base_role: 'viewer', custom_roles: [], roles: ['viewer'] } })
  })

  test('may not be called as the service calls its own roles', async () => {
    const { owner, users } = await newTeam()
    const reserved = ['admin', 'editor', 'viewer', 'owner', 'service']

    const refused = await Promise.all(
      reserved.map((role) => owner.call('PUT', `${users}/${owner.userId}/roles`, { roles: ['hr', role] })),
    )

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(reserved.map(() => [422, 'reserved_role']))
    expect((await owner.call('GET', users)).body.users[0].custom_roles).toEqual([])
  })

  test('are at most 20, each once, of small letters, digits, _ and -', async () => {
    const { owner, users } = await newTeam()
    const bad = [
      Array.from({ length: 21 }, (_, n) => `role${n}`),
      ['hr', 'hr'],
      ['HR'],
      ['9lives'],
      ['a b'],
      [''],
      ['x'.repeat(61)],
      'hr',
      undefined,
    ]

    const refused = await Promise.all(
      bad.map((roles) => owner.call('PUT', `${users}/${owner.userId}/roles`, { roles })),
    )
    const most = await owner.call('PUT', `${users}/${owner.userId}/roles`, { roles: bad[0]?.slice(0, 20) })

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(bad.map(() => [422, 'validation_error']))
    expect(most.status).toBe(200)
  })

  test('are given to members only', async () => {
    const { owner, users } = await newTeam()
    const stranger = await service.newPerson()

    const answers = await Promise.all(
      [stranger.userId, UNKNOWN, 'x'].map((id) => owner.call('PUT', `${users}/${id}/roles`, { roles: ['hr'] })),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('are given by an admin only, and never to oneself by a lesser role', async () => {
    const { owner, workspace, users } = await newTeam()
    const editor = await newMember(service, owner, workspace, 'editor')

    const refused = await editor.call('PUT', `${users}/${editor.userId}/roles`, { roles: ['hr'] })

    expect(refused).toMatchObject({ status: 403, body: { code: 'role_required' } })
  })
})

describe('leaving a workspace', () => {
  test('an admin removes a member, who then no longer sees it', async () => {
    const { owner, workspace, users } = await newTeam()
    const admin = await newMember(service, owner, workspace, 'admin')
    const viewer = await newMember(service, owner, workspace, 'viewer')

    const removed = await admin.call('DELETE', `${users}/${viewer.userId}`)

    expect(removed.status).toBe(204)
    expect((await viewer.call('GET', users)).status).toBe(404)
    expect((await admin.call('DELETE', `${users}/${viewer.userId}`)).status).toBe(404)
  })

  test('a key of the account removes a member too', async () => {
    const { owner, workspace, users } = await newTeam()
    const viewer = await newMember(service, owner, workspace, 'viewer')
    const key = await newKey(service, owner, { scopes: ['workspaces:configure'], workspace_id: workspace })

    const removed = await key('DELETE', `${users}/${viewer.userId}`)

    expect(removed.status).toBe(204)
  })

  test('members may remove themselves, and no one else', async () => {
    const { owner, workspace, users } = await newTeam()
    const [viewer, editor] = [
      await newMember(service, owner, workspace, 'viewer'),
      await newMember(service, owner, workspace, 'editor'),
    ]

    const other = await viewer.call('DELETE', `${users}/${editor.userId}`)
    const self = await viewer.call('DELETE', `${users}/${viewer.userId}`)

    expect([other.body.code, self.status]).toEqual(['role_required', 204])
    expect((await owner.call('GET', users)).body.users).toHaveLength(2)
  })

  test('a token without workspaces:configure may not leave for its user', async () => {
    const { owner, workspace, users } = await newTeam()
    const viewer = await newMember(service, owner, workspace, 'viewer')
    const token = await newTokenCall(service, viewer, {
      scopes: ['workspaces:read'],
      resource: `workspace:${workspace}`,
    })

    const refused = await token('DELETE', `${users}/${viewer.userId}`)

    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  })

  test('the owner of the account stays a member, no matter who asks', async () => {
    const { owner, workspace, users } = await newTeam()
    const admin = await newMember(service, owner, workspace, 'admin')

    const answers = await Promise.all([admin, owner].map(({ call }) => call('DELETE', `${users}/${owner.userId}`)))

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'account_owner']))
  })

  test('a stranger learns nothing by trying', async () => {
    const { owner, users } = await newTeam()
    const stranger = await service.newPerson()

    const answers = await Promise.all(
      [owner.userId, stranger.userId].map((id) => stranger.call('DELETE', `${users}/${id}`)),
    )

    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })
})

test("an admin of another user's workspace does not own the account behind it", async () => {
  const { owner, workspace } = await newTeam()
  const admin = await newMember(service, owner, workspace, 'admin')
  const { body } = await admin.call('GET', `/api/control/workspaces/${workspace}`)

  const account = await admin.call('GET', `/api/control/account?account_id=${body.account_id}`)
  const sibling = await admin.call('GET', `/api/control/workspaces/${await personalWorkspace(owner)}`)

  expect([account.status, sibling.status]).toEqual([404, 404])
})
