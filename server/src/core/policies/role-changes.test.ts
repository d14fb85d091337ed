import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

/** A governed workbook, and a user whose role shows what is hidden from others. */
async function newPayroll() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'name' }, { name: 'salary' }] })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'hr' })
  const hr = await newMember(service, owner, workspace, 'editor')
  const setRoles = (roles: string[]) =>
    owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles })
  await setRoles(['hr'])
  return { owner, hr, at, setRoles }
}

test('an answer kept under an Idempotency-Key is not repeated to a user whose role has changed since', async () => {
  const { hr, at, setRoles } = await newPayroll()
  const rows = [{ name: 'Aiko', salary: '100' }]
  const write = () =>
    hr.call(
      'POST',
      `${at}/tables/staff/rows`,
      { expected_version: null, rows, return: 'rows' },
      { 'idempotency-key': 'k1' },
    )
  const first = await write()
  const replayed = await write()
  await setRoles([])

  const late = await write()

  expect(first.body.rows[0].salary).toBe('100')
  expect(replayed.headers.get('idempotency-replayed')).toBe('true')
  expect(JSON.stringify(late.body)).not.toContain('100')
  expect(late.status).toBeGreaterThanOrEqual(400)
})

test('a result of a query is not shown again to a user whose role has changed since', async () => {
  const { hr, at, setRoles } = await newPayroll()
  await hr.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ name: 'Aiko', salary: '100' }] })
  const { body: result } = await hr.call('POST', `${at}/query`, { sql: 'select * from staff' })
  const before = await hr.call('GET', `/api/v1/results/${result.id}`)

  await setRoles([])

  const after = await hr.call('GET', `/api/v1/results/${result.id}`)
  expect([before.status, after.status, after.body.code]).toEqual([200, 410, 'result_invalidated'])
})

test('roles raise the epoch of governed workbooks only, whichever way they change', async () => {
  const { owner, hr, at, setRoles } = await newPayroll()
  const epochOf = async () => {
    const id = at.split('/').pop() ?? ''
    const { rows } = await service.running.admin.query(
      "select policy_epoch from workbook_head h join workbook w using (workbook_id) where wire_id('wb', w.workbook_id) = $1",
      [id],
    )
    return Number(rows[0].policy_epoch)
  }
  const stranger = await service.newPerson()
  const epochs = [await epochOf()]

  await setRoles(['other'])
  epochs.push(await epochOf())
  await owner.call('PUT', `${at}/members/${stranger.userId}`, { role: 'viewer' })
  epochs.push(await epochOf())
  await owner.call('DELETE', `${at}/members/${stranger.userId}`)
  epochs.push(await epochOf())

  const [first = 0] = epochs
  expect(epochs).toEqual([first, first + 1, first + 2, first + 3])
  expect(hr.userId).not.toBe(stranger.userId)
})
