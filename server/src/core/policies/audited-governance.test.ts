import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

type Entry = { action: string; outcome: string; target: object; detail: object; count?: number }

async function newPayroll() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: [{ name: 'name' }, { name: 'salary' }] })
  const editor = await newMember(service, owner, workspace, 'editor')
  const readLog = async (): Promise<{ entries: Entry[]; chain_valid: boolean }> => {
    // What waits for its minute to be over is chained now.
    await service.running.admin.query("update audit_pending set chain_after = now() - interval '1 second'")
    await owner.call('PATCH', at, { description: 'looked at' })
    return (await owner.call('GET', `${at}/audit-log?limit=200`)).body
  }
  return { owner, editor, at, readLog }
}

test('every change of a tag or a rule is in the chain, with who and what', async () => {
  const { owner, at, readLog } = await newPayroll()
  const tags = `${at}/artifacts/staff/columns/salary/tags`
  await owner.call('POST', tags, { tag: 'pay' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'hr' })
  await owner.call('DELETE', `${at}/policies/pay?role=hr`)
  await owner.call('DELETE', `${tags}/pay`)

  const { entries, chain_valid } = await readLog()

  const recorded = entries.filter(({ action }) => /^(?:policy|column)\./.test(action)).reverse()
  expect(chain_valid).toBe(true)
  expect(recorded.map(({ action, detail }) => [action, detail])).toEqual([
    ['column.tag', { tag: 'pay' }],
    ['policy.set', { tag: 'pay', role: '*', effect: 'mask' }],
    ['policy.set', { tag: 'pay', role: '*', effect: 'deny' }],
    ['policy.set', { tag: 'pay', role: 'hr', effect: 'allow' }],
    ['policy.delete', { role: 'hr' }],
    ['column.untag', { tag: 'pay' }],
  ])
})

test('every refused access is in the chain: of a role, a masked column, the file, a scope, and of strangers', async () => {
  const { owner, editor, at, readLog } = await newPayroll()
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask' })
  const stranger = await service.newPerson()
  const reader = service.as(await service.newToken(editor, { scopes: ['workbooks:read'] }))

  const refused = [
    await editor.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'editor' }),
    await editor.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ salary: '1' }] }),
    await editor.call('GET', `${at}/sources/none/download`),
    await reader('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ name: 'x' }] }),
    await stranger.call('GET', `${at}/tables/staff/rows`),
    await stranger.call('GET', `${at}/tables/staff/rows`),
  ]

  const { entries, chain_valid } = await readLog()
  const recorded = entries.filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ body }) => body.code)).toEqual([
    'role_required',
    'masked_column',
    'governed_workbook',
    'insufficient_scope',
    'not_found',
    'not_found',
  ])
  expect(chain_valid).toBe(true)
  for (const wanted of [
    { action: 'setPolicy', detail: { code: 'role_required' } },
    { action: 'writeTableRows', detail: { code: 'masked_column' } },
    { action: 'downloadSource', detail: { code: 'governed_workbook' } },
    { action: 'writeTableRows', detail: { code: 'insufficient_scope' } },
    { action: 'readTableRows', detail: { code: 'not_found' } },
  ])
    expect(recorded).toContainEqual(expect.objectContaining(wanted))
})

test('a page of governed rows is counted before its answer begins, under every format; a refused one is not', async () => {
  const { owner, editor, at, readLog } = await newPayroll()
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: [{ name: 'a', salary: '1' }] })
  await owner.call('PUT', `${at}/policies/rows/staff`, { predicate: "name = 'a'" })
  await waitForFreshMinute()
  const before = await countedReads()

  for (const query of ['', '?format=csv', '?limit=1']) await editor.call('GET', `${at}/tables/staff/rows${query}`)
  const refused = await editor.call('GET', `${at}/tables/staff/rows?columns=nowhere`)
  const after = await countedReads()
  const { entries, chain_valid } = await readLog()

  expect(refused.body.code).toBe('unknown_column')
  expect(after - before).toBe(3)
  expect(entries.filter(({ action }) => action === 'table.read').map(({ target, count }) => [target, count])).toEqual([
    [{ table: 'staff' }, 3],
  ])
  expect(chain_valid).toBe(true)
})

async function countedReads(): Promise<number> {
  const { rows } = await service.running.admin.query(
    `select coalesce(sum(count), 0)::int as reads from audit_pending where (parts).action = '"table.read"'`,
  )
  return rows[0].reads
}

/** Reads of one minute are one entry. */
async function waitForFreshMinute() {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left))
}
