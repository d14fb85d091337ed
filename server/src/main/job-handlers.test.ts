import { expect, test } from 'vitest'
import { newOwner } from '../../test/context.ts'
import { jobEndpoint } from '../../test/job-endpoint.ts'
import { startService } from '../../test/service.ts'
import { cronTasks, taskHandlers } from './job-handlers.ts'

const service = startService({ extraEndpoints: [jobEndpoint] })

const sweep = async () => {
  const { ctx } = await newOwner(service.running)
  await taskHandlers['retention.sweep']?.(ctx, {})
}

test('everything the clock asks for is something the queue can do', () => {
  for (const { task } of cronTasks) expect(Object.keys(taskHandlers)).toContain(task)
})

test('a finished job is kept for seven days, one that has not finished for as long as it takes', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const start = async () =>
    (await owner.call('POST', `/api/v1/workbooks/${workbook}/test-jobs`, { kind: 'export', request: {} })).body.job_id
  const [pending, recent, old] = [await start(), await start(), await start()]
  for (const job of [recent, old]) await owner.call('POST', `/api/v1/jobs/${job}/cancel`)
  const age = (interval: string, which: string) =>
    service.running.admin.query(
      `update job set created_at = now() - $1::interval, finished_at = case when finished_at is not null then now() - $1::interval end
       where job_id = (select job_id from job order by job_id ${which})`,
      [interval],
    )
  await age('30 days', 'limit 1')
  await age('6 days 23 hours', 'offset 1 limit 1')
  await age('7 days 1 hour', 'desc limit 1')

  await sweep()

  const answers = await Promise.all([pending, recent, old].map((job) => owner.call('GET', `/api/v1/jobs/${job}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
})

test('an answer under an Idempotency-Key is kept for a day', async () => {
  const owner = await service.newPerson()
  const create = (key: string) => owner.call('POST', '/api/v1/workbooks', { title: key }, { 'idempotency-key': key })
  await create('yesterday')
  await create('today')
  await service.running.admin.query(
    `update idempotency set created_at = now() - interval '25 hours' where key = 'yesterday'`,
  )

  await sweep()

  const { rows } = await service.running.admin.query('select key from idempotency')
  expect(rows).toEqual([{ key: 'today' }])
})

test('a sweep finds nothing left to do the second time', async () => {
  await sweep()

  await expect(sweep()).resolves.toBeUndefined()
})
