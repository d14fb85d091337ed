import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { jobEndpoint } from '../../test/job-endpoint.ts'
import { startService } from '../../test/service.ts'
import type { JobHandlers } from '../core/jobs/job.ts'
import { createLog } from '../platform/log.ts'
import { taskHandlersWith } from './job-handlers.ts'
import { type RunningWorker, startWorker } from './worker.ts'

const MOST_JOBS = 8

const service = startService({ extraEndpoints: [jobEndpoint] })

const workers: RunningWorker[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close()
})

async function startNode(concurrency: number, share: number, jobHandlers: JobHandlers) {
  const worker = await startWorker(
    { ...service.running.settings, workerConcurrency: concurrency, accountShare: share },
    { handlers: taskHandlersWith(jobHandlers), crons: [], log: createLog('silent') },
  )
  workers.push(worker)
}

async function newAccount() {
  const { id: workbook, owner } = await service.newWorkbook()
  const read = async (job: string) => (await owner.call('GET', `/api/v1/jobs/${job}`)).body
  return {
    start: (request: unknown) =>
      owner.call('POST', `/api/v1/workbooks/${workbook}/test-jobs`, { kind: 'export', request }),
    statusOf: async (job: string) => (await read(job)).status,
  }
}

/** A job that waits until all of them may end, and how many have begun. */
function slowJobs() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: unknown[] = []
  const handlers: JobHandlers = {
    export: async (_, request) => {
      begun.push(request)
      if (request === 'slow') await promise
      return request
    },
  }
  return { begun, handlers, end: resolve }
}

test('beside another an account holds half of the places of a node, and the other finds one at once', async () => {
  const [flooding, other] = [await newAccount(), await newAccount()]
  const { begun, handlers, end } = slowJobs()
  await startNode(4, 50, handlers)
  const { body: before } = await other.start('quick')
  await vi.waitFor(async () => expect(await other.statusOf(before.job_id)).toBe('succeeded'), { timeout: 10_000 })
  for (let n = 0; n < 6; n++) await flooding.start('slow')
  const slow = () => begun.filter((request) => request === 'slow')
  await vi.waitFor(() => expect(slow()).toHaveLength(2), { timeout: 10_000 })

  const { body } = await other.start('quick')

  await vi.waitFor(async () => expect(await other.statusOf(body.job_id)).toBe('succeeded'), { timeout: 10_000 })
  await pause(1_500)
  expect(slow()).toHaveLength(2)
  end()
  await vi.waitFor(() => expect(begun).toHaveLength(8), { timeout: 20_000 })
})

test('an account that is alone on a node holds all places', async () => {
  const flooding = await newAccount()
  for (let n = 0; n < 3; n++) await flooding.start('slow')
  const { begun, handlers, end } = slowJobs()

  await startNode(3, 50, handlers)

  await vi.waitFor(() => expect(begun).toHaveLength(3), { timeout: 10_000 })
  end()
})

test('the first job of an account runs before the later ones of another that came before', async () => {
  const [first, second] = [await newAccount(), await newAccount()]
  for (const request of ['a1', 'a2', 'a3']) await first.start(request)
  for (const request of ['b1', 'b2']) await second.start(request)
  const { begun, handlers } = slowJobs()

  await startNode(1, 50, handlers)

  await vi.waitFor(() => expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']), { timeout: 20_000 })
})

test('so many jobs of an account may wait; one more is refused with the time to come again', async () => {
  const [flooding, other] = [await newAccount(), await newAccount()]
  service.running.settings.jobsPerAccount = MOST_JOBS
  for (let n = 0; n < MOST_JOBS; n++) expect((await flooding.start('quick')).status).toBe(202)

  const refused = await flooding.start('quick')

  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retry_after: 15 } })
  expect(refused.headers.get('retry-after')).toBe('15')
  expect((await other.start('quick')).status).toBe(202)
})
