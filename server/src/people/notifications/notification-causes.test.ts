import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../test/new-transforms.ts'
import { isAskedFor, runTask } from '../../../test/run-task.ts'
import { startWithJobs } from '../../../test/source-place.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startWithJobs()

const listOf = async ({ call }: Pick<Awaited<ReturnType<typeof service.newPerson>>, 'call'>, kind: string) =>
  (await call('GET', '/api/v1/me/notifications')).body.notifications.filter(
    (each: { kind: string }) => each.kind === kind,
  )

async function newShared(role: 'viewer' | 'editor') {
  const made = await newTransforms(service)
  const other = await service.newPerson()
  await made.call('PUT', `${made.at}/members/${other.userId}`, { role })
  return { ...made, other, workbookId: fromWireId('wb', made.at.split('/').at(-1) ?? '') }
}

test('a failed job notifies the user who started it, with its code and without its text', async () => {
  const { call, at, owner, other } = await newShared('editor')
  const code = "select cast('s3cret' as integer) as n from {{ sales }}"
  const sent = { name: 'broken', language: 'sql', code, args: { sales: 'sales' }, async: true }
  const { body: started } = await call('POST', `${at}/transforms`, sent)

  await expect.poll(() => listOf(owner, 'job_failed'), { timeout: 60_000 }).toHaveLength(1)

  const [failed] = await listOf(owner, 'job_failed')
  expect(failed.job).toEqual({ job_id: started.job_id, kind: 'transform', error: 'transform_failed' })
  expect(JSON.stringify(failed)).not.toContain('s3cret')
  expect(await listOf(other, 'job_failed')).toEqual([])
})

test('conflicts notify those who can edit and did not cause them, summed up for each table while unread', async () => {
  const { create, override, write, call, at, other } = await newShared('editor')
  const viewer = await service.newPerson()
  await call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  await create('totals', TOTALS, undefined, { key: ['region'] })
  await override('totals', { __svc_row_id: 1, total: 1000 })
  await override('totals', { __svc_row_id: 2, total: 2000 })

  await write({ rows: [{ region: 'east', amount: 1 }] })
  await call('POST', `${at}/recompute`, {})
  await write({ rows: [{ region: 'west', amount: 1 }] })
  await call('POST', `${at}/recompute`, {})

  expect(await listOf(other, 'conflict')).toMatchObject([{ table: 'totals', count: 2 }])
  expect(await listOf(viewer, 'conflict')).toEqual([])
  expect(JSON.stringify(await listOf(other, 'conflict'))).not.toMatch(/1000|2000/)
})

test('a dashboard that shows a stale table notifies its owner once, and none that is fresh again', async () => {
  const { create, write, call, at, owner, other, recompute, workbookId } = await newShared('editor')
  await create('totals', TOTALS)
  const { body: view } = await call('POST', `${at}/saved-views`, { name: 'v', table: 'totals' })
  const tiles = [{ tile_id: 'b', kind: 'view', view_id: view.view_id, x: 0, y: 0, width: 6, height: 4 }]
  const { body: dashboard } = await call('POST', `${at}/dashboards`, { name: 'Month', tiles })
  const look = () => runTask(service.running, 'notify-stale-dashboards', { workbookId })

  await look()
  const whileFresh = await listOf(owner, 'dashboard_stale')
  await write({ rows: [{ region: 'east', amount: 1 }] })
  const isAsked = await isAskedFor(service.running, `notify-stale-dashboards:${workbookId}`)
  await look()
  await look()
  const whileStale = await listOf(owner, 'dashboard_stale')
  await call('PUT', '/api/v1/me/notifications/read', {})
  await recompute()
  await look()

  expect(whileFresh).toEqual([])
  expect(isAsked).toBe(true)
  expect(whileStale).toMatchObject([{ dashboard: { dashboard_id: dashboard.dashboard_id, name: 'Month' } }])
  expect(await listOf(owner, 'dashboard_stale')).toMatchObject([{ read_at: expect.any(String) }])
  expect(await listOf(other, 'dashboard_stale')).toEqual([])
})

test('a proposal notifies those who are to review it, while it waits and they can edit', async () => {
  const { call, at, owner, other } = await newShared('editor')
  const third = await service.newPerson()
  await call('PUT', `${at}/members/${third.userId}`, { role: 'editor' })
  const viewer = await service.newPerson()
  await call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  const changes = [{ table: 'sales', expected_version: null, rows: [{ region: 's3cret', amount: 1 }] }]
  const propose = async (title: string) =>
    (await call('POST', `${at}/proposals`, { title, changes })).body.proposal_id as string

  const proposal_id = await propose('First')
  const toEditors = await listOf(other, 'proposal')
  await call('PUT', `${at}/proposal-settings`, { reviewers: [third.userId], minimum: 1 })
  await propose('Second')

  expect(toEditors).toMatchObject([{ actor: { user_id: owner.userId }, proposal: { proposal_id, title: 'First' } }])
  expect(JSON.stringify(toEditors)).not.toContain('s3cret')
  expect([await listOf(owner, 'proposal'), await listOf(viewer, 'proposal')]).toEqual([[], []])
  expect(await listOf(other, 'proposal')).toHaveLength(1)
  expect(await listOf(third, 'proposal')).toMatchObject([
    { proposal: { title: 'Second' } },
    { proposal: { title: 'First' } },
  ])

  await call('PATCH', `${at}/proposals/${proposal_id}`, { state: 'withdrawn' })
  expect(await listOf(other, 'proposal')).toEqual([])
  await call('PUT', `${at}/members/${third.userId}`, { role: 'viewer' })
  expect(await listOf(third, 'proposal')).toEqual([])
})
