import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

test('one call tells every column with its tags, where they came from, and what each role sees of it', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const editor = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${editor.userId}/roles`, { roles: ['hr'] })
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'name' }, { name: 'salary' }] })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  const transform = { name: 'paid', code: 'SELECT salary AS amount FROM {{ s }}', args: { s: 'staff' } }
  await owner.call('POST', `${at}/transforms`, transform)
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'hr' })

  const read = await owner.call('GET', `${at}/governance`)
  const refused = await editor.call('GET', `${at}/governance`)

  const [paid, staff] = read.body.tables
  expect(read.body.roles).toEqual(['*', 'admin', 'editor', 'viewer', 'service', 'hr'])
  expect(read.body.policies.map(({ role, effect }: Record<string, unknown>) => [role, effect])).toEqual([
    ['*', 'deny'],
    ['hr', 'allow'],
  ])
  expect(staff.columns[0]).toMatchObject({ name: 'name', tags: [], hidden: [] })
  expect(staff.columns[1].tags).toMatchObject([{ tag: 'pay', inherited_from: null }])
  expect(staff.columns[1].hidden.map(({ role }: { role: string }) => role)).toEqual([
    '*',
    'admin',
    'editor',
    'viewer',
    'service',
  ])
  expect(paid.columns[0].tags).toMatchObject([{ tag: 'pay', inherited_from: { table: 'staff', column: 'salary' } }])
  expect(paid.columns[0].hidden[0]).toEqual({
    role: '*',
    effect: 'deny',
    mask_style: null,
    rule: { tag: 'pay', role: '*' },
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'role_required'])
})
