import { describe, expect, test } from 'vitest'
import { newMember } from '../../../test/control-plane.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService({
  settings: { limits: { workbooksPerWorkspace: 6, tokensPerUser: 50, keysPerAccount: 100, requestsAtOnce: 20 } },
})

const share = (owner: Person, workbook: string, person: Person, role: string) =>
  owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${person.userId}`, { role })

describe('a workbook', () => {
  test('is created with what was asked, and read back the same', async () => {
    const person = await service.newPerson()

    const created = await person.call('POST', '/api/v1/workbooks', {
      title: '売上台帳',
      description: '2026',
      language: 'en',
    })

    expect(created).toMatchObject({
      status: 201,
      body: {
        title: '売上台帳',
        description: '2026',
        language: 'en',
        role: 'owner',
        governed: false,
        table_count: 0,
        source_count: 0,
        edit_seq: 0,
        owner_id: person.userId,
      },
    })
    expect((await person.call('GET', `/api/v1/workbooks/${created.body.workbook_id}`)).body).toEqual(created.body)
  })

  test('changes only in the fields that were sent; null clears the description', async () => {
    const { id, owner } = await service.newWorkbook('Before')
    await owner.call('PATCH', `/api/v1/workbooks/${id}`, { description: 'kept' })

    const renamed = await owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'After' })
    const cleared = await owner.call('PATCH', `/api/v1/workbooks/${id}`, { description: null })

    expect(renamed).toMatchObject({ status: 200, body: { title: 'After', description: 'kept' } })
    expect(cleared).toMatchObject({ status: 200, body: { title: 'After', description: null } })
  })

  test('has no language unless one is set, and null unsets it', async () => {
    const { id, owner } = await service.newWorkbook()
    const change = async (body: object) => (await owner.call('PATCH', `/api/v1/workbooks/${id}`, body)).body.language

    const untouched = (await owner.call('GET', `/api/v1/workbooks/${id}`)).body.language
    const changed = [
      await change({ language: 'ja' }),
      await change({ title: 'After' }),
      await change({ language: 'en' }),
      await change({ language: null }),
    ]
    const refused = await owner.call('PATCH', `/api/v1/workbooks/${id}`, { language: 'fr' })

    expect(untouched).toBeNull()
    expect(changed).toEqual(['ja', 'ja', 'en', null])
    expect(refused.status).toBe(422)
    const { body } = await owner.call('GET', '/api/v1/me/workbooks')
    expect(body.workbooks).toMatchObject([{ language: null }])
  })

  test('of the release before keeps English; its default, Japanese, is no language any more', async () => {
    const { id, owner } = await service.newWorkbook()
    const asBefore = async (language: string) => {
      await service.running.admin.query('update workbook set language = $2 where workbook_id = $1', [
        fromWireId('wb', id),
        language,
      ])
      return (await owner.call('GET', `/api/v1/workbooks/${id}`)).body.language
    }

    const read = [await asBefore('en'), await asBefore('ja')]

    expect(read).toEqual(['en', null])
  })

  test('is not there for a stranger', async () => {
    const { id } = await service.newWorkbook()
    const stranger = await service.newPerson()

    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', ''],
      ['GET', '/members'],
      ['GET', '/audit-log'],
    ] as const) {
      expect(await stranger.call(method, `/api/v1/workbooks/${id}${path}`, body)).toMatchObject({
        status: 404,
        body: { code: 'not_found', resource: 'workbook' },
      })
    }
  })

  test('finds no room past the limit of its workspace, no matter how many ask at the same time', async () => {
    const person = await service.newPerson()

    const created = await Promise.all(
      Array.from({ length: 10 }, () => person.call('POST', '/api/v1/workbooks', { title: 'Many' })),
    )

    expect(created.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(created.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { code: 'limit_reached', limit: 6 },
    })
  })
})

describe('the list of my workbooks', () => {
  test('pages newest first through its cursor, without gaps or repetitions', async () => {
    const person = await service.newPerson()
    const ids: string[] = []
    for (let n = 0; n < 5; n++)
      ids.unshift((await person.call('POST', '/api/v1/workbooks', { title: `No ${n}` })).body.workbook_id)

    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await person.call('GET', `/api/v1/me/workbooks?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.workbooks.map(({ workbook_id }: { workbook_id: string }) => workbook_id))
      cursor = body.next_cursor
    }

    expect(seen).toEqual(ids)
  })

  test('takes no cursor of another person', async () => {
    const { owner } = await service.newWorkbook()
    await owner.call('POST', '/api/v1/workbooks', { title: 'Second' })
    const { body } = await owner.call('GET', '/api/v1/me/workbooks?limit=1')
    const other = await service.newPerson()

    expect(await other.call('GET', `/api/v1/me/workbooks?cursor=${body.next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  test('takes personal as the name of the personal workspace', async () => {
    const { id, owner } = await service.newWorkbook()
    const { body: workspace } = await owner.call('POST', '/api/control/workspaces', { name: 'Finance' })
    await owner.call('POST', '/api/v1/workbooks', { title: 'Elsewhere', workspace_id: workspace.workspace_id })

    expect((await owner.call('GET', '/api/v1/me/workbooks?workspace_id=personal')).body.workbooks).toMatchObject([
      { workbook_id: id },
    ])
  })

  test('holds what I own, not what is shared with me', async () => {
    const { id, owner } = await service.newWorkbook()
    const friend = await service.newPerson()
    await share(owner, id, friend, 'viewer')

    expect((await friend.call('GET', '/api/v1/me/workbooks')).body.workbooks).toEqual([])
  })
})

describe('sharing', () => {
  test('a viewer reads; with workbooks:write they are still refused', async () => {
    const { id, owner } = await service.newWorkbook()
    const viewer = await service.newPerson()
    await share(owner, id, viewer, 'viewer')

    expect((await viewer.call('GET', `/api/v1/workbooks/${id}`)).body.role).toBe('viewer')
    expect(await viewer.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'Mine' })).toMatchObject({
      status: 403,
      body: { code: 'role_required', required_role: 'editor' },
    })
    expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).body.title).toBe('Ledger')
  })

  test('an editor edits, and neither deletes nor shares', async () => {
    const { id, owner } = await service.newWorkbook()
    const [editor, other] = [await service.newPerson(), await service.newPerson()]
    await share(owner, id, editor, 'viewer')
    await share(owner, id, editor, 'editor')

    expect((await editor.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'Ours' })).status).toBe(200)
    expect(await editor.call('DELETE', `/api/v1/workbooks/${id}`)).toMatchObject({
      status: 403,
      body: { code: 'owner_required' },
    })
    expect((await share(editor, id, other, 'viewer')).status).toBe(403)
  })

  test('ends when the owner says so', async () => {
    const { id, owner } = await service.newWorkbook()
    const friend = await service.newPerson()
    await share(owner, id, friend, 'editor')

    expect((await owner.call('DELETE', `/api/v1/workbooks/${id}/members/${friend.userId}`)).status).toBe(204)

    expect((await friend.call('GET', `/api/v1/workbooks/${id}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/v1/workbooks/${id}/members/${friend.userId}`)).status).toBe(404)
  })

  test('lists the owner and everybody it is shared with', async () => {
    const { id, owner } = await service.newWorkbook()
    const friend = await service.newPerson()
    await share(owner, id, friend, 'viewer')

    expect((await owner.call('GET', `/api/v1/workbooks/${id}/members`)).body.members).toMatchObject([
      { user_id: owner.userId, role: 'owner' },
      { user_id: friend.userId, role: 'viewer' },
    ])
  })

  test('a token of the one it is shared with does not reach it unless made for it', async () => {
    const { id, owner } = await service.newWorkbook()
    const friend = await service.newPerson()
    await share(owner, id, friend, 'viewer')
    const [wide, made] = [
      await service.newToken(friend),
      await service.newToken(friend, { resource: `workbook:${id}` }),
    ]

    expect(await service.as(wide)('GET', `/api/v1/workbooks/${id}`)).toMatchObject({
      status: 403,
      body: { code: 'out_of_reach' },
    })
    expect((await service.as(made)('GET', `/api/v1/workbooks/${id}`)).status).toBe(200)
  })

  test('users who leave a workspace leave the workbooks they made in it, and the account owner keeps them', async () => {
    const owner = await service.newPerson()
    const { body: workspace } = await owner.call('POST', '/api/control/workspaces', { name: 'Finance' })
    const leaver = await newMember(service, owner, workspace.workspace_id, 'editor')
    const { body: workbook } = await leaver.call('POST', '/api/v1/workbooks', {
      title: 'Theirs',
      workspace_id: workspace.workspace_id,
    })
    expect(workbook.role).toBe('owner')

    await owner.call('DELETE', `/api/control/workspaces/${workspace.workspace_id}/users/${leaver.userId}`)

    expect((await leaver.call('GET', `/api/v1/workbooks/${workbook.workbook_id}`)).status).toBe(404)
    expect((await leaver.call('GET', '/api/v1/me/workbooks')).body.workbooks).toEqual([])
    expect((await owner.call('GET', `/api/v1/workbooks/${workbook.workbook_id}`)).body.role).toBe('owner')
  })

  test('members of a workspace see its workbooks as what they are there', async () => {
    const owner = await service.newPerson()
    const { body: workspace } = await owner.call('POST', '/api/control/workspaces', { name: 'Finance' })
    const { body: workbook } = await owner.call('POST', '/api/v1/workbooks', {
      title: 'Ledger',
      workspace_id: workspace.workspace_id,
    })
    const viewer = await newMember(service, owner, workspace.workspace_id, 'viewer')
    const admin = await newMember(service, owner, workspace.workspace_id, 'admin')

    expect((await viewer.call('GET', `/api/v1/workbooks/${workbook.workbook_id}`)).body.role).toBe('viewer')
    expect((await admin.call('GET', `/api/v1/workbooks/${workbook.workbook_id}`)).body.role).toBe('editor')
    expect(
      (await viewer.call('GET', `/api/control/workspaces/${workspace.workspace_id}/workbooks`)).body.workbooks,
    ).toMatchObject([{ role: 'viewer' }])
  })
})

describe('the trash', () => {
  test('holds a deleted workbook, and gives it back as it was', async () => {
    const { id, owner, body } = await service.newWorkbook()

    expect((await owner.call('DELETE', `/api/v1/workbooks/${id}`)).status).toBe(204)
    expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).status).toBe(404)
    expect((await owner.call('GET', '/api/v1/me/workbooks')).body.workbooks).toEqual([])
    expect((await owner.call('GET', '/api/v1/me/trash')).body.trash).toMatchObject([
      { id, kind: 'workbook', title: 'Ledger' },
    ])

    expect((await owner.call('POST', `/api/v1/me/trash/${id}/restore`)).status).toBe(200)
    expect((await owner.call('GET', `/api/v1/workbooks/${id}`)).body).toEqual(body)
    expect((await owner.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  })

  test('is closed to those who do not own what lies in it', async () => {
    const { id, owner } = await service.newWorkbook()
    const editor = await service.newPerson()
    await share(owner, id, editor, 'editor')
    await owner.call('DELETE', `/api/v1/workbooks/${id}`)

    expect((await editor.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
    expect((await editor.call('POST', `/api/v1/me/trash/${id}/restore`)).status).toBe(403)
  })
})

describe('the audit log of a workbook', () => {
  test('tells what was done, newest first, and by whom', async () => {
    const { id, owner } = await service.newWorkbook()
    await owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'Renamed' })

    const log = await owner.call('GET', `/api/v1/workbooks/${id}/audit-log`)

    expect(log).toMatchObject({ status: 200, body: { chain_valid: true, next_before: null } })
    expect(log.body.entries).toMatchObject([
      {
        seq: 2,
        action: 'workbook.change',
        outcome: 'ok',
        detail: { fields: ['title'] },
        actor: { user_id: owner.userId, credential: 'session' },
      },
      { seq: 1, action: 'workbook.create', outcome: 'ok', prev_hash: '' },
    ])
    expect(log.body.entries[0].prev_hash).toBe(log.body.entries[1].hash)
  })

  test('records refusals', async () => {
    const { id, owner } = await service.newWorkbook()
    const viewer = await service.newPerson()
    await share(owner, id, viewer, 'viewer')
    await viewer.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'Mine' })
    await owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: 'Ours' })

    const { body } = await owner.call('GET', `/api/v1/workbooks/${id}/audit-log`)

    expect(body.entries).toContainEqual(
      expect.objectContaining({
        action: 'changeWorkbook',
        outcome: 'refused',
        detail: { code: 'role_required' },
        actor: expect.objectContaining({ user_id: viewer.userId }),
      }),
    )
  })

  test('pages by seq, and says so when an entry was altered', async () => {
    const { id, owner } = await service.newWorkbook()
    for (let n = 0; n < 4; n++) await owner.call('PATCH', `/api/v1/workbooks/${id}`, { title: `No ${n}` })

    const page = await owner.call('GET', `/api/v1/workbooks/${id}/audit-log?limit=2`)
    const next = await owner.call('GET', `/api/v1/workbooks/${id}/audit-log?limit=2&before=${page.body.next_before}`)
    await service.running.admin.query(
      "update audit set body = replace(body, 'workbook.change', 'workbook.read') where seq = 2",
    )

    expect(page.body.entries.map(({ seq }: { seq: number }) => seq)).toEqual([5, 4])
    expect(next.body.entries.map(({ seq }: { seq: number }) => seq)).toEqual([3, 2])
    expect((await owner.call('GET', `/api/v1/workbooks/${id}/audit-log`)).body.chain_valid).toBe(false)
  })
})
