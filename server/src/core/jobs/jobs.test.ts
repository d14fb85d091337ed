import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gate, startScriptedService } from '../../../test/scripted-jobs.ts'
import { ServiceError } from '../../platform/errors.ts'

const { startJob, until } = startScriptedService()

test('a job is accepted at once, runs, and keeps its result; its event is emitted with it', async () => {
  const work = gate()
  const job = await startJob(async ({ report }) => {
    report({ phase: 'writing', done: 3, total: 10 })
    await work.passed
    return { bytes: 42, names: ['売上'] }
  })

  const running = await until(job.read, ({ progress }) => progress !== null)
  work.open()
  const ended = await job.ended()

  expect(job.accepted).toMatchObject({
    status: 202,
    body: { job_id: expect.stringMatching(/^job_/), status: 'pending' },
  })
  expect(job.accepted.headers.get('location')).toBe(job.path)
  expect(job.accepted.headers.get('retry-after')).toBe('2')
  expect(running).toMatchObject({
    status: 'running',
    progress: { phase: 'writing', done: 3, total: 10 },
    result: null,
    finished_at: null,
  })
  expect(ended).toMatchObject({
    job_id: job.accepted.body.job_id,
    kind: 'export',
    status: 'succeeded',
    workbook_id: job.workbook,
    result: { bytes: 42, names: ['売上'] },
    error: null,
  })
  expect(await job.events()).toMatchObject([
    {
      type: 'job.completed',
      data: { job_id: ended.job_id, kind: 'export', status: 'succeeded', error: null },
      actor: { user_id: job.owner.userId },
    },
  ])
})

test('the result of a job is not shown again once the policies of its workbook have changed', async () => {
  const job = await startJob(async () => ({ cell: 'Aiko' }))
  const before = await job.ended()

  await job.owner.call('PUT', `/api/v1/workbooks/${job.workbook}/policies/pii`, { effect: 'mask' })

  expect(before.result).toEqual({ cell: 'Aiko' })
  expect(await job.read()).toMatchObject({ status: 'succeeded', result: null })
})

test('a handler acts as the user who started the job', async () => {
  const job = await startJob(async ({ caller, ip }) => ({
    ip,
    reach: caller.reach,
    mayWrite: caller.scopes.has('workbooks:write'),
  }))

  expect((await job.ended()).result).toEqual({ ip: '127.0.0.1', reach: { kind: 'everything' }, mayWrite: true })
})

test('a job that is refused fails at once, with the words of the refusal', async () => {
  let attempts = 0
  const job = await startJob(async () => {
    attempts++
    throw new ServiceError('invalid', 'export_too_large', {
      title: 't',
      detail: 'The table has too many rows.',
      suggestedFix: 'f',
    })
  })

  const ended = await job.ended()

  expect(ended).toMatchObject({ status: 'failed', error: 'The table has too many rows.', result: null })
  expect(attempts).toBe(1)
  // The event goes to every reader of the workbook: the words, which may quote cells, are for the caller who started the job.
  expect(await job.events()).toMatchObject([{ data: { status: 'failed', error: 'export_too_large' } }])
})

test('a canceled job stays canceled: its handler is signalled, and whatever it returns is thrown away', async () => {
  const work = gate()
  const reported = gate()
  const job = await startJob(async ({ signal }) => {
    work.open()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    reported.open()
    return 'too late'
  })
  await work.passed

  const canceled = await job.owner.call('POST', `${job.path}/cancel`)
  await reported.passed
  await pause(200)

  expect(canceled).toMatchObject({ status: 200, body: { status: 'failed', error: 'canceled' } })
  expect(await job.read()).toEqual(canceled.body)
  expect((await job.events()).map(({ data }) => data.status)).toEqual(['failed'])
})

test('a handler that fails after a cancellation does not bring the job back', async () => {
  const work = gate()
  let attempts = 0
  const job = await startJob(async ({ signal }) => {
    attempts++
    work.open()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await work.passed

  await job.owner.call('POST', `${job.path}/cancel`)
  await until(job.queued, (tasks) => tasks === 0)

  expect(await job.read()).toMatchObject({ status: 'failed', error: 'canceled' })
  expect(attempts).toBe(1)
})

test('canceling a job that has ended changes nothing', async () => {
  const job = await startJob(async () => 'done')
  const ended = await job.ended()

  const canceled = await job.owner.call('POST', `${job.path}/cancel`)

  expect(canceled).toMatchObject({ status: 200, body: ended })
  expect(await job.events()).toHaveLength(1)
})
