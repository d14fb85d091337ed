import { expect, test } from 'vitest'
import { newKey, newWorkbook, newWorkspace, personalWorkspace } from '../control-plane.ts'
import { startService } from '../service.ts'

const service = startService()

test('an empty managed workspace is deleted, and keys pinned to it are revoked', async () => {
  const person = await service.newPerson()
  const workspace_id = await newWorkspace(person)
  const pinned = await newKey(service, person, { scopes: ['workspaces:read'], workspace_id })
  const path = `/api/control/workspaces/${workspace_id}`
  const before = await pinned('GET', path)

  const deleted = await person.call('DELETE', path)

  expect([before.status, deleted.status]).toEqual([200, 204])
  expect((await person.call('GET', path)).status).toBe(404)
  expect((await pinned('GET', path)).status).toBe(401)
})

test('a workspace with a workbook in it is not deleted, and its pinned keys stay', async () => {
  const person = await service.newPerson()
  const workspace_id = await newWorkspace(person)
  await newWorkbook(person, workspace_id)
  const pinned = await newKey(service, person, { scopes: ['workspaces:read'], workspace_id })
  const path = `/api/control/workspaces/${workspace_id}`

  const refused = await person.call('DELETE', path)

  expect(refused.status).toBe(409)
  expect((await pinned('GET', path)).status).toBe(200)
})

test('the personal workspace is not deleted, however empty', async () => {
  const person = await service.newPerson()
  const path = `/api/control/workspaces/${await personalWorkspace(person)}`

  expect((await person.call('DELETE', path)).status).toBe(409)
  expect((await person.call('GET', path)).status).toBe(200)
})
