import { describe, expect, test } from 'vitest'
import {
  defaultAccount,
  newDeveloperAccount,
  newKey,
  newMember,
  newTokenCall,
  newWorkbook,
  newWorkspace,
  personalWorkspace,
  trash,
} from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()
const UNKNOWN = 'ws_01JCQ8Z5X6Y7V8W9A0B1C2D3E4'

const idsOf = (list: { workspace_id: string }[]) => list.map(({ workspace_id }) => workspace_id)

describe('listing workspaces', () => {
  test('a session sees the workspaces of every account it owns and of every one it is a member of', async () => {
    const [owner, person] = [await service.newPerson(), await service.newPerson()]
    const shared = await newWorkspace(owner)
    const member = await newMember(service, owner, shared, 'viewer')
    const developer = await newDeveloperAccount(member)
    const own = await newWorkspace(member, { account_id: developer })
    await newWorkspace(person)

    const { body } = await member.call('GET', '/api/control/workspaces')

    expect(new Set(idsOf(body.workspaces))).toEqual(new Set([await personalWorkspace(member), shared, own]))
    expect(body.next_cursor).toBeNull()
  })

  test('account_id narrows the list to one account', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person)
    const made = await newWorkspace(person, { account_id: developer })

    const { body } = await person.call('GET', `/api/control/workspaces?account_id=${developer}`)

    expect(idsOf(body.workspaces)).toEqual([made])
  })

  test('a key sees its own account only, and naming a sibling is refused', async () => {
    const person = await service.newPerson()
    const developer = await newDeveloperAccount(person)
    await newWorkspace(person, { account_id: developer })
    const key = await newKey(service, person, { scopes: ['workspaces:read'] })

    const own = await key('GET', '/api/control/workspaces')
    const sibling = await key('GET', `/api/control/workspaces?account_id=${developer}`)

    expect(idsOf(own.body.workspaces)).toEqual([await personalWorkspace(person)])
    expect(sibling).toMatchObject({ status: 403, body: { code: 'out_of_reach' } })
  })

  test('a pinned key sees its workspace alone', async () => {
    const person = await service.newPerson()
    const workspace_id = await newWorkspace(person)
    await newWorkspace(person)
    const key = await newKey(service, person, { scopes: ['workspaces:read'], workspace_id })

    const [all, ofAccount] = [
      await key('GET', '/api/control/workspaces'),
      await key('GET', `/api/control/workspaces?account_id=${await defaultAccount(person)}`),
    ]

    expect([idsOf(all.body.workspaces), idsOf(ofAccount.body.workspaces)]).toEqual([[workspace_id], [workspace_id]])
  })

  test('a token pinned to a workspace sees nothing once its user is no member any more', async () => {
    const owner = await service.newPerson()
    const shared = await newWorkspace(owner)
    const member = await newMember(service, owner, shared, 'editor')
    const token = await newTokenCall(service, member, { scopes: ['workspaces:read'], resource: `workspace:${shared}` })
    const before = await token('GET', '/api/control/workspaces')

    await owner.call('DELETE', `/api/control/workspaces/${shared}/users/${member.userId}`)

    const after = await token('GET', '/api/control/workspaces')
    expect([idsOf(before.body.workspaces), idsOf(after.body.workspaces)]).toEqual([[shared], []])
    expect((await token('GET', `/api/control/workspaces/${shared}`)).status).toBe(404)
  })

  test('pages through with a cursor, each workspace once', async () => {
    const person = await service.newPerson()
    for (let n = 0; n < 4; n++) await newWorkspace(person, { name: `Team ${n}` })
    const all = await person.call('GET', '/api/control/workspaces')

    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await person.call('GET', `/api/control/workspaces?limit=2${cursor}`)
      seen.push(...idsOf(body.workspaces))
      if (!body.next_cursor) break
      cursor = `&cursor=${body.next_cursor}`
    }

    expect(seen).toEqual(idsOf(all.body.workspaces))
    expect(seen).toHaveLength(5)
  })

  test('a limit out of range or a made-up cursor is refused', async () => {
    const person = await service.newPerson()

    const tooMany = await person.call('GET', '/api/control/workspaces?limit=201')
    const forged = await person.call('GET', '/api/control/workspaces?cursor=abcdefghijklmnopqrstuvwxyz')

    expect([tooMany.body.code, forged.body.code]).toEqual(['validation_error', 'invalid_cursor'])
  })

  test('counts the workbooks that are not in the trash', async () => {
    const person = await service.newPerson()
    const workspaceId = await newWorkspace(person)
    await newWorkbook(person, workspaceId)
    await trash(person, await newWorkbook(person, workspaceId))

    const { body } = await person.call('GET', `/api/control/workspaces/${workspaceId}`)

    expect(body).toMatchObject({ workbook_count: 1, member_count: 1 })
  })
})

describe('one workspace', () => {
  test('of another user, unknown or unreadable, is not found', async () => {
    const person = await service.newPerson()
    const foreign = await newWorkspace(await service.newPerson())

    const answers = await Promise.all(
      [foreign, UNKNOWN, 'x'].map((id) => person.call('GET', `/api/control/workspaces/${id}`)),
    )

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']))
  })

  test('that a pinned credential addresses beside its pin is out of reach', async () => {
    const person = await service.newPerson()
    const [pinned, other] = [await newWorkspace(person), await newWorkspace(person)]
    const scopes = ['workspaces:read', 'workspaces:configure', 'workspaces:delete']
    const key = await newKey(service, person, { scopes, workspace_id: pinned })

    const refused = await Promise.all([
      key('GET', `/api/control/workspaces/${other}`),
      key('PATCH', `/api/control/workspaces/${other}`, { name: 'Mine' }),
      key('GET', `/api/control/workspaces/${other}/users`),
      key('DELETE', `/api/control/workspaces/${other}`),
    ])
    const allowed = await key('GET', `/api/control/workspaces/${pinned}`)

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([403, 'out_of_reach']))
    expect(allowed.status).toBe(200)
  })
})
