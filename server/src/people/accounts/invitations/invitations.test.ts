import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newKey, newMember, newWorkspace, tokenIn } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService()

async function newTeam() {
  const owner = await service.newPerson('Aiko')
  const workspace = await newWorkspace(owner)
  const at = `/api/control/workspaces/${workspace}`
  const invite = (email: string, base_role = 'viewer') => owner.call('POST', `${at}/invitations`, { email, base_role })
  return { owner, workspace, at, invite }
}

const accept = (url: string) => `/api/auth/invitations/${tokenIn(url)}/accept`
const newAddress = () => `${randomUUID()}@example.org`

describe('inviting', () => {
  test('answers the link to the admin where no mail can be sent, good for 14 days', async () => {
    const { owner, invite } = await newTeam()
    const email = newAddress()

    const invited = await invite(email, 'editor')

    expect(invited.status).toBe(201)
    expect(invited.body).toMatchObject({ email, base_role: 'editor', invited_by: owner.userId })
    expect(tokenIn(invited.body.url)).toMatch(/^[\w-]{43}$/)
    const days = (Date.parse(invited.body.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(14, 2)
  })

  test('keeps no token: nothing in the database or the log opens the invitation', async () => {
    const { invite } = await newTeam()
    const { body } = await invite(newAddress())
    const token = tokenIn(body.url)

    await service.as(null)('POST', accept(body.url), {})

    const kept = await service.running.admin.query('select i::text as row from invitation i where invitation_id = $1', [
      fromWireId('inv', body.invitation_id),
    ])
    expect(kept.rows[0].row).toContain(body.email)
    expect(kept.rows[0].row).not.toContain(token)
    expect(kept.rows[0].row).not.toContain(Buffer.from(token).toString('hex'))
    expect(service.running.logged()).toContain('/api/auth/invitations/')
    expect(service.running.logged()).not.toContain(token)
  })

  test('takes an admin and workspaces:configure', async () => {
    const { owner, workspace, at } = await newTeam()
    const editor = await newMember(service, owner, workspace, 'editor')
    const reader = await newKey(service, owner, { scopes: ['workspaces:read'] })
    const key = await newKey(service, owner, { scopes: ['workspaces:configure'], workspace_id: workspace })
    const body = { email: newAddress(), base_role: 'viewer' }

    const byEditor = await editor.call('POST', `${at}/invitations`, body)
    const byReader = await reader('POST', `${at}/invitations`, body)
    const byKey = await key('POST', `${at}/invitations`, body)

    expect([byEditor.body.code, byReader.body.code, byKey.status]).toEqual(['role_required', 'insufficient_scope', 201])
  })

  test('an address again replaces its open invitation: the first link is dead', async () => {
    const { owner, at, invite } = await newTeam()
    const person = await service.newPerson()
    const first = await invite(person.email, 'admin')

    const second = await invite(person.email.toUpperCase(), 'viewer')

    expect((await person.call('POST', accept(first.body.url), {})).status).toBe(404)
    const open = await owner.call('GET', `${at}/invitations`)
    expect(open.body.invitations).toMatchObject([{ invitation_id: second.body.invitation_id, base_role: 'viewer' }])
    expect((await person.call('POST', accept(second.body.url), {})).status).toBe(200)
  })

  test('a member is refused', async () => {
    const { owner, invite } = await newTeam()

    const refused = await invite(owner.email)

    expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  })

  test('needs an address and one of the three base roles', async () => {
    const { invite } = await newTeam()
    const bad = [
      ['no-at-sign', 'viewer'],
      ['a b@example.org', 'viewer'],
      ['a\u0000@example.org', 'viewer'],
      [newAddress(), 'owner'],
      [newAddress(), ''],
    ]

    const refused = await Promise.all(bad.map(([email = '', role]) => invite(email, role)))

    expect(refused.map(({ status }) => status)).toEqual(bad.map(() => 422))
  })

  test('at most 100 invitations of a workspace are open at once', async () => {
    const { workspace, invite } = await newTeam()
    const { body: oldest } = await invite(newAddress())
    await service.running.admin.query(
      `insert into invitation (invitation_id, workspace_id, email, base_role, token_hash, invited_by, expires_at)
       select gen_random_uuid(), workspace_id, n || '@example.org', 'viewer', token_hash || n::text::bytea, invited_by, expires_at
       from invitation, generate_series(1, 99) n where workspace_id = $1`,
      [fromWireId('ws', workspace)],
    )

    const refused = await invite(newAddress())
    const again = await invite(oldest.email)

    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached', limit: 100 } })
    expect(again.status).toBe(201)
  })
})

describe('open invitations', () => {
  test('are listed for admins, newest first, without their links', async () => {
    const { owner, workspace, at, invite } = await newTeam()
    const emails = [newAddress(), newAddress()]
    for (const email of emails) await invite(email)
    const viewer = await newMember(service, owner, workspace, 'viewer')

    const listed = await owner.call('GET', `${at}/invitations`)
    const refused = await viewer.call('GET', `${at}/invitations`)

    expect(listed.body.invitations.map(({ email }: { email: string }) => email)).toEqual(emails.toReversed())
    expect(listed.body.invitations[0]).not.toHaveProperty('url')
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_required' } })
  })

  test('can be withdrawn, and the link is dead then', async () => {
    const { owner, at, invite } = await newTeam()
    const person = await service.newPerson()
    const { body } = await invite(person.email)

    const withdrawn = await owner.call('DELETE', `${at}/invitations/${body.invitation_id}`)

    expect(withdrawn.status).toBe(204)
    expect((await person.call('POST', accept(body.url), {})).status).toBe(404)
    expect((await owner.call('DELETE', `${at}/invitations/${body.invitation_id}`)).status).toBe(404)
  })

  test('of another workspace cannot be withdrawn', async () => {
    const [one, other] = [await newTeam(), await newTeam()]
    const { body } = await one.invite(newAddress())

    const refused = await other.owner.call('DELETE', `${other.at}/invitations/${body.invitation_id}`)

    expect(refused.status).toBe(404)
    expect((await one.owner.call('GET', `${one.at}/invitations`)).body.invitations).toHaveLength(1)
  })
})
