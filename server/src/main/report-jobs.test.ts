import { expect, test } from 'vitest'
import { gate, startScriptedService } from '../../test/scripted-jobs.ts'
import { readJobOverview } from '../core/jobs/read-job-overview.ts'
import { ServiceError } from '../platform/errors.ts'
import { presentJobOverview, reportJobs } from './report-jobs.ts'

const { service, startJob, until } = startScriptedService()

const look = async () => presentJobOverview(await readJobOverview(service.running))
const openOf = async (jobId: string) => (await look()).open.find(({ job_id }) => job_id === jobId)

/** As a refusal of a transform quotes what it could not read. */
const refusal = () =>
  new ServiceError('unprocessable', 'transform_failed', {
    title: 't',
    detail: "Could not read 'Aiko, 412,000' as a number.",
    suggestedFix: 'f',
  })

test('an operator sees of a running job its kind, age, attempt and who holds it, and that its worker is heard', async () => {
  const work = gate()
  const job = await startJob(() => work.passed)

  const running = await until(
    () => openOf(job.accepted.body.job_id),
    (seen) => seen?.status === 'running',
  )
  const { kinds, workers } = await look()
  work.open()
  await job.ended()

  expect(running).toMatchObject({ kind: 'export', workbook_id: job.workbook, attempts: 1, last_error: null })
  expect(workers.map(({ worker }) => worker)).toContain(running?.worker)
  expect(running?.worker_heard_s_ago).toBeLessThan(30)
  expect(kinds.find(({ kind }) => kind === 'export')?.running).toBeGreaterThan(0)
  expect(await openOf(job.accepted.body.job_id)).toBeUndefined()
})

test('why a job failed is shown by the code of its error alone: its text may quote a cell', async () => {
  const job = await startJob(async () => {
    throw refusal()
  })
  const ended = await job.ended()

  const overview = await readJobOverview(service.running)

  const { failures } = presentJobOverview(overview)
  expect(ended.error).toContain('Aiko')
  expect(failures).toContainEqual({
    kind: 'export',
    error: 'transform_failed',
    count: 1,
    last_s_ago: expect.any(Number),
  })
  expect(reportJobs(overview)).toContain('transform_failed')
  expect(reportJobs(overview) + JSON.stringify(presentJobOverview(overview))).not.toContain('Aiko')
})

test('a job that is tried again shows what went wrong before', async () => {
  const work = gate()
  const job = await startJob(async ({ job: { attempt } }) => {
    if (attempt === 1) throw new Error('secret of the house')
    await work.passed
  })

  const again = await until(
    () => openOf(job.accepted.body.job_id),
    (seen) => seen?.attempts === 2,
  )
  work.open()
  await job.ended()

  expect(again).toMatchObject({ status: 'running', last_error: 'internal_error', max_attempts: 3 })
})

test('a task that has not begun waits, one whose time has not come is delayed, one that failed too often is given up', async () => {
  const add = (spec: string) =>
    service.running.admin.query(`select graphile_worker.add_job('unhandled-task', '{}', ${spec})`)
  await add('null')
  await add(`null, now() + interval '1 hour'`)
  await add('null, now(), 1')
  await service.running.admin.query(
    `update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1 and locked_at is null`,
  )

  const { tasks } = await look()

  expect(tasks).toContainEqual({
    task: 'unhandled-task',
    waiting: 1,
    delayed: 1,
    running: 0,
    retrying: 0,
    given_up: 1,
    longest_wait_s: expect.any(Number),
  })
})
