import { expect, test } from 'vitest'
import {
  newKey,
  newMember,
  newTokenCall,
  newWorkbook,
  newWorkspace,
  personalWorkspace,
  trash,
} from '../../../test/control-plane.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()

test('an empty managed workspace goes, and keys and tokens pinned to it are revoked', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person)
  const scopes = ['workspaces:read']
  const key = await newKey(service, person, { scopes, workspace_id: id })
  const token = await newTokenCall(service, person, { scopes, resource: `workspace:${id}` })
  const free = await newKey(service, person, { scopes })

  const deleted = await person.call('DELETE', `/api/control/workspaces/${id}`)

  expect(deleted.status).toBe(204)
  const after = await Promise.all([key, token].map((call) => call('GET', '/api/control/workspaces')))
  expect(after.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([401, 'revoked_token']))
  expect((await free('GET', '/api/control/workspaces')).status).toBe(200)
  expect((await person.call('DELETE', `/api/control/workspaces/${id}`)).status).toBe(404)
})

test('a refused deletion leaves pinned keys as they were', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person)
  const key = await newKey(service, person, { scopes: ['workspaces:read'], workspace_id: id })
  await newWorkbook(person, id)

  const refused = await person.call('DELETE', `/api/control/workspaces/${id}`)

  expect(refused).toMatchObject({ status: 409, body: { code: 'workspace_not_empty', workbook_count: 1 } })
  expect((await key('GET', '/api/control/workspaces')).status).toBe(200)
})

test('a workspace goes although workbooks of it rest in the trash, and takes these with it for good', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person)
  const workbook = await newWorkbook(person, id)
  await person.call('POST', `/api/v1/workbooks/${workbook}/tables`, { name: 'sales', columns: [{ name: 'n' }] })
  await trash(person, workbook)

  const deleted = await person.call('DELETE', `/api/control/workspaces/${id}`)

  expect(deleted.status).toBe(204)
  expect((await person.call('GET', `/api/control/workspaces/${id}`)).status).toBe(404)
  expect((await person.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
  expect((await person.call('POST', `/api/v1/me/trash/${workbook}/restore`)).status).toBe(404)
  const workbookId = fromWireId('wb', workbook)
  await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
  const left = await service.running.admin.query('select from workbook where workbook_id = $1', [workbookId])
  expect(left.rowCount).toBe(0)
})

test('a workspace with a live workbook keeps its trash when its deletion is refused', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person)
  await newWorkbook(person, id)
  await trash(person, await newWorkbook(person, id))

  const refused = await person.call('DELETE', `/api/control/workspaces/${id}`)

  expect(refused).toMatchObject({ status: 409, body: { code: 'workspace_not_empty', workbook_count: 1 } })
  expect((await person.call('GET', '/api/v1/me/trash')).body.trash).toHaveLength(1)
})

test('the built-in personal workspace cannot be deleted', async () => {
  const person = await service.newPerson()

  const refused = await person.call('DELETE', `/api/control/workspaces/${await personalWorkspace(person)}`)

  expect(refused).toMatchObject({ status: 409, body: { code: 'personal_workspace' } })
})

test('deleting a workspace takes workspaces:delete and an admin', async () => {
  const owner = await service.newPerson()
  const id = await newWorkspace(owner)
  const editor = await newMember(service, owner, id, 'editor')
  const key = await newKey(service, owner, {
    scopes: ['workspaces:read', 'workspaces:configure', 'workbooks:delete'],
  })

  const byKey = await key('DELETE', `/api/control/workspaces/${id}`)
  const byEditor = await editor.call('DELETE', `/api/control/workspaces/${id}`)

  expect([byKey.body.code, byEditor.body.code]).toEqual(['insufficient_scope', 'role_required'])
})

test('a workbook that is being created meanwhile is never left without its workspace', async () => {
  const person = await service.newPerson()
  const ids = await Promise.all(Array.from({ length: 8 }, () => newWorkspace(person)))

  const pairs = await Promise.all(
    ids.map((id) =>
      Promise.all([
        person.call('DELETE', `/api/control/workspaces/${id}`),
        person.call('POST', '/api/v1/workbooks', { title: 'Ledger', workspace_id: id }),
      ]),
    ),
  )

  for (const [deleted, created] of pairs) {
    expect(deleted.status === 204 ? created.status !== 201 : created.status === 201).toBe(true)
    expect([204, 409]).toContain(deleted.status)
    expect(created.status).toBeLessThan(500)
  }
})
