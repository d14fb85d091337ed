import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { jobEndpoint } from '../../../test/job-endpoint.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'

/** No worker runs here: every job stays pending until it is canceled. */
const service = startService({ extraEndpoints: [jobEndpoint] })

async function startJob(call: Person['call'], workbook: string): Promise<string> {
  const { body } = await call('POST', `/api/v1/workbooks/${workbook}/test-jobs`, { kind: 'export', request: {} })
  return body.job_id
}

async function newWorkbookOf(person: Person): Promise<string> {
  return (await person.call('POST', '/api/v1/workbooks', { title: 'Second' })).body.workbook_id
}

test('jobs are listed newest first, in pages', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const started: string[] = []
  for (let n = 0; n < 5; n++) started.unshift(await startJob(owner.call, workbook))

  const first = await owner.call('GET', '/api/v1/jobs?limit=2')
  const second = await owner.call('GET', `/api/v1/jobs?limit=2&cursor=${first.body.next_cursor}`)
  const third = await owner.call('GET', `/api/v1/jobs?limit=2&cursor=${second.body.next_cursor}`)
  const whole = await owner.call('GET', '/api/v1/jobs')

  const ids = ({ body }: typeof first) => body.jobs.map(({ job_id }: { job_id: string }) => job_id)
  expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(started)
  expect(third.body.next_cursor).toBeNull()
  expect(ids(whole)).toEqual(started)
  expect(whole.body.jobs[0]).toEqual({
    job_id: started[0], kind: 'export', status: 'pending', workbook_id: workbook, progress: null, result: null, error: null,
    created_at: expect.any(String), started_at: null, finished_at: null,
  }) // biome-ignore format: one value
})

test('a page holds 1 to 200 jobs, and a cursor only fits its own list', async () => {
  const person = await service.newPerson()

  const answers = await Promise.all(
    ['limit=0', 'limit=201', 'limit=200', 'cursor=abc'].map((query) => person.call('GET', `/api/v1/jobs?${query}`)),
  )

  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    'validation_error',
    'validation_error',
    200,
    'invalid_cursor',
  ])
})

test('a job of another user, an unknown one and no id at all are not found', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const job = await startJob(owner.call, workbook)
  const stranger = await service.newPerson()

  const ids = [job, 'job_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', 'nonsense']
  const read = await Promise.all(ids.map((id) => stranger.call('GET', `/api/v1/jobs/${id}`)))
  const canceled = await Promise.all(ids.map((id) => stranger.call('POST', `/api/v1/jobs/${id}/cancel`)))

  for (const { status, body } of [...read, ...canceled]) expect([status, body.code]).toEqual([404, 'not_found'])
  expect((await stranger.call('GET', '/api/v1/jobs')).body.jobs).toEqual([])
})

test('a credential sees the jobs within its reach: the same user is refused beyond it', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const second = await newWorkbookOf(owner)
  const [here, there] = [await startJob(owner.call, workbook), await startJob(owner.call, second)]
  const pinned = service.as(
    await service.newToken(owner, { scopes: ['workbooks:write'], resource: `workbook:${workbook}` }),
  )
  const wide = service.as(await service.newToken(owner, { scopes: ['workbooks:read'] }))

  const seen = await pinned('GET', '/api/v1/jobs')
  const [mine, beyond, canceled] = [
    await pinned('GET', `/api/v1/jobs/${here}`),
    await pinned('GET', `/api/v1/jobs/${there}`),
    await pinned('POST', `/api/v1/jobs/${there}/cancel`),
  ]

  expect(seen.body.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([here])
  expect((await wide('GET', '/api/v1/jobs')).body.jobs).toHaveLength(2)
  expect(mine.status).toBe(200)
  for (const { status, body } of [beyond, canceled]) expect([status, body.code]).toEqual([403, 'out_of_reach'])
  expect((await owner.call('GET', `/api/v1/jobs/${there}`)).body.status).toBe('pending')
})

test('a credential pinned to a workspace sees the jobs of its workbooks', async () => {
  const { id: workbook, owner, body } = await service.newWorkbook()
  const { body: other } = await owner.call('POST', '/api/control/workspaces', { name: 'Team' })
  const { body: elsewhere } = await owner.call('POST', '/api/v1/workbooks', {
    title: 'There',
    workspace_id: other.workspace_id,
  })
  const here = await startJob(owner.call, workbook)
  const there = await startJob(owner.call, elsewhere.workbook_id)
  const pinned = service.as(await service.newToken(owner, { resource: `workspace:${body.workspace_id}` }))

  const seen = await pinned('GET', '/api/v1/jobs')

  expect(seen.body.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([here])
  expect((await pinned('GET', `/api/v1/jobs/${there}`)).body.code).toBe('out_of_reach')
})

test('reading takes workbooks:read, canceling takes workbooks:write', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const job = await startJob(owner.call, workbook)
  const reader = service.as(await service.newToken(owner, { scopes: ['workbooks:read'] }))
  const other = service.as(await service.newToken(owner, { scopes: ['account:read'] }))

  const answers = [
    await reader('GET', `/api/v1/jobs/${job}`),
    await reader('POST', `/api/v1/jobs/${job}/cancel`),
    await other('GET', `/api/v1/jobs/${job}`),
    await other('GET', '/api/v1/jobs'),
  ]

  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    200,
    'insufficient_scope',
    'insufficient_scope',
    'insufficient_scope',
  ])
})

test('only the user who started a job may cancel it; others in the workbook learn so', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const job = await startJob(owner.call, workbook)
  const guest = await service.newPerson()
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${guest.userId}`, { role: 'editor' })

  const canceled = await guest.call('POST', `/api/v1/jobs/${job}/cancel`)
  const read = await guest.call('GET', `/api/v1/jobs/${job}`)

  expect(canceled).toMatchObject({ status: 403, body: { code: 'owner_required' } })
  expect(read).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await owner.call('POST', `/api/v1/jobs/${job}/cancel`)).body).toMatchObject({
    status: 'failed',
    error: 'canceled',
    started_at: null,
  })
})

test('a user who can no longer see a workbook cannot see the jobs they started there', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const guest = await service.newPerson()
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${guest.userId}`, { role: 'editor' })
  const job = await startJob(guest.call, workbook)
  const before = await guest.call('GET', `/api/v1/jobs/${job}`)

  await owner.call('DELETE', `/api/v1/workbooks/${workbook}/members/${guest.userId}`)

  expect(before.status).toBe(200)
  expect(await guest.call('GET', `/api/v1/jobs/${job}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await guest.call('GET', '/api/v1/jobs')).body.jobs).toEqual([])
})

test('who leaves a workspace sees no job any more of a workbook they made there', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const member = await newMember(service, owner, workspace, 'editor')
  const { body } = await member.call('POST', '/api/v1/workbooks', { title: 'Mine', workspace_id: workspace })
  const job = await startJob(member.call, body.workbook_id)
  const before = await member.call('GET', `/api/v1/jobs/${job}`)

  await owner.call('DELETE', `/api/control/workspaces/${workspace}/users/${member.userId}`)

  expect(before.status).toBe(200)
  expect(await member.call('GET', `/api/v1/jobs/${job}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await member.call('GET', '/api/v1/jobs')).body.jobs).toEqual([])
})

test('the same Idempotency-Key starts one job only', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const start = () =>
    owner.call(
      'POST',
      `/api/v1/workbooks/${workbook}/test-jobs`,
      { kind: 'export', request: {} },
      { 'idempotency-key': 'once' },
    )

  const [first, second] = [await start(), await start()]

  expect(second.body).toEqual(first.body)
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect((await owner.call('GET', '/api/v1/jobs')).body.jobs).toHaveLength(1)
})
