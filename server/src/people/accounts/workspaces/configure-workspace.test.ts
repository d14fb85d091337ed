import { expect, test } from 'vitest'
import { newKey, newMember, newWorkspace, personalWorkspace } from '../../../../test/control-plane.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

test('configuring applies the fields that are provided, and only those', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person, { residency: 'jp', preprocess_rules: 'null "-"', idp_config: { a: 1 } })

  const changed = await person.call('PATCH', `/api/control/workspaces/${id}`, { name: 'Accounting' })

  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Accounting', residency: 'jp', preprocess_rules: 'null "-"', idp_config: { a: 1 } },
  })
})

test('null clears a field, but leaves the name', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person, { residency: 'jp', preprocess_rules: 'null "-"', idp_config: { a: 1 } })
  const nothing = { name: null, residency: null, preprocess_rules: null, idp_config: null }

  const changed = await person.call('PATCH', `/api/control/workspaces/${id}`, nothing)

  expect(changed).toMatchObject({ status: 200, body: { ...nothing, name: 'Finance' } })
})

test('configuring nothing changes nothing', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person, { residency: 'jp' })

  const changed = await person.call('PATCH', `/api/control/workspaces/${id}`, {})

  expect(changed.body).toEqual((await person.call('GET', `/api/control/workspaces/${id}`)).body)
  expect(changed.body.residency).toBe('jp')
})

test('configuring takes an admin: members who edit or view are refused although their session holds every scope', async () => {
  const owner = await service.newPerson()
  const id = await newWorkspace(owner)
  const [admin, editor, viewer] = await Promise.all(
    ['admin', 'editor', 'viewer'].map((role) => newMember(service, owner, id, role)),
  )

  const answers = await Promise.all(
    [admin, editor, viewer].map((member) => member?.call('PATCH', `/api/control/workspaces/${id}`, { name: 'Ours' })),
  )

  expect(answers.map((answer) => answer?.status)).toEqual([200, 403, 403])
  expect(answers[2]?.body).toMatchObject({ code: 'role_required', required_role: 'admin' })
})

test('configuring takes workspaces:configure; creating or deleting rights do not imply it', async () => {
  const person = await service.newPerson()
  const key = await newKey(service, person, { scopes: ['workspaces:read', 'workspaces:create', 'workspaces:delete'] })

  const refused = await key('PATCH', `/api/control/workspaces/${await personalWorkspace(person)}`, { name: 'Mine' })

  expect(refused).toMatchObject({ status: 403, body: { required_scopes: ['workspaces:configure'] } })
})
