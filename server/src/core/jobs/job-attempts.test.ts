import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runTask } from '../../../test/run-task.ts'
import { gate, startScriptedService } from '../../../test/scripted-jobs.ts'
import { ServiceError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres.ts'
import type { JobContext } from './job.ts'

const { service, startJob, until, handOver } = startScriptedService()

test('a fault of ours is tried three times, then the job fails and tells nothing of the fault', async () => {
  const attempts: number[] = []
  const job = await startJob(async ({ job: { attempt } }) => {
    attempts.push(attempt)
    throw new Error('secret of the house')
  })

  const ended = await job.ended()

  expect(attempts).toEqual([1, 2, 3])
  expect(ended).toMatchObject({ status: 'failed', error: 'internal error' })
  expect(service.running.logged()).toContain('secret of the house')
})

test('a job that fails once and then succeeds shows no error, and was running all the while', async () => {
  const seen: string[] = []
  const job = await startJob(async ({ job: { attempt } }) => {
    if (attempt === 1)
      throw new ServiceError('unavailable', 'unavailable', { title: 't', detail: 'Busy.', suggestedFix: 'f' })
    return 'done'
  })

  const ended = await until(
    async () => {
      const { status, error } = await job.read()
      seen.push(`${status} ${error}`)
      return job.read()
    },
    ({ status }) => status === 'succeeded',
  )

  expect(ended).toMatchObject({ result: 'done', error: null })
  expect(['pending null', 'running null', 'succeeded null']).toEqual(expect.arrayContaining([...new Set(seen)]))
})

/** PostgreSQL ends the connection in the middle of a transaction, as it does when it restarts. */
const loseConnection = ({ db }: JobContext) =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await service.running.admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sql`select 1`.execute(tx)
  })

/** How often the queue has handed out the task of this job. */
async function attemptsInQueue({ job: { jobId } }: JobContext): Promise<number> {
  const { rows } = await service.running.admin.query(
    'select attempts from graphile_worker._private_jobs where key = $1',
    [`job:${jobId}`],
  )
  return rows[0].attempts
}

test('an attempt that an outage broke off is not one of the three, nor does the queue let it wait ever longer', async () => {
  const attempts: number[] = []
  const inQueue: number[] = []
  const job = await startJob(async (ctx) => {
    attempts.push(ctx.job.attempt)
    inQueue.push(await attemptsInQueue(ctx))
    if (attempts.length < 5) await loseConnection(ctx)
    return 'done'
  })

  const ended = await job.ended()

  expect(attempts).toEqual([1, 1, 1, 1, 1])
  expect(inQueue).toEqual([1, 1, 1, 1, 1])
  expect(ended).toMatchObject({ status: 'succeeded', result: 'done', error: null })
})

test('an outage while a job is begun does not keep it waiting, and it is begun once', async () => {
  const { admin } = service.running
  await admin.query(`
    create sequence outage;
    create function fail_twice() returns trigger language plpgsql security definer as $$
      begin
        if nextval('outage') <= 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$;
    create trigger fail_twice before update on job for each row execute function fail_twice()`)
  onTestFinished(async () => void (await admin.query('drop function fail_twice cascade; drop sequence outage')))
  const seen: unknown[] = []
  const job = await startJob(async (ctx) => {
    seen.push({ attempt: ctx.job.attempt, inQueue: await attemptsInQueue(ctx) })
    return 'done'
  })

  const ended = await job.ended()

  const { rows } = await admin.query('select last_value >= 3 as was_out from outage')
  expect(ended).toMatchObject({ status: 'succeeded', result: 'done' })
  expect(seen).toEqual([{ attempt: 1, inQueue: 1 }])
  expect(rows).toEqual([{ was_out: true }])
})

test('a job that has lost its task in the queue is queued again, one that has its task is not', async () => {
  const { admin } = service.running
  const taken: number[] = []
  const lost = await startJob(async ({ job: { attempt, jobId } }) => {
    taken.push(attempt)
    if (attempt > 1) return 'done'
    await admin.query('delete from graphile_worker._private_jobs where key = $1', [`job:${jobId}`])
    throw new Error('a node that failed here has no task to give back')
  })
  const goOn = gate()
  const attempts: number[] = []
  const running = await startJob(async ({ job: { attempt } }) => {
    attempts.push(attempt)
    await goOn.passed
  })
  await until(
    async () => attempts.length + taken.length,
    (n) => n === 2,
  )
  await pause(300)
  const before = [(await lost.read()).status, await lost.queued()]

  await runTask(service.running, 'job.requeue')

  expect(before).toEqual(['running', 0])
  expect(await lost.ended()).toMatchObject({ status: 'succeeded', result: 'done' })
  goOn.open()
  expect(await running.ended()).toMatchObject({ status: 'succeeded' })
  expect([taken, attempts]).toEqual([[1, 2], [1]])
})

test('outages that go on for more than an hour count, and end the job in words of their own', async () => {
  const attempts: number[] = []
  const job = await startJob(async (ctx) => {
    attempts.push(ctx.job.attempt)
    await service.running.admin.query(`update job set started_at = now() - interval '2 hours' where job_id = $1`, [
      ctx.job.jobId,
    ])
    await loseConnection(ctx)
  })

  const ended = await job.ended()

  expect(attempts).toEqual([1, 2, 3])
  expect(ended).toMatchObject({ status: 'failed', error: 'something the service needs was away' })
})

test('a worker thought dead that wakes up can neither commit nor end the job that another one has finished', async () => {
  const woken = gate()
  const refused: unknown[] = []
  const job = await startJob(async ({ db, job: { attempt }, refuseIfLost }) => {
    if (attempt === 2) return 'second'
    await handOver()
    await woken.passed
    await inTransaction(db, refuseIfLost).catch((error) => refused.push(error))
    return 'first'
  })

  const ended = await job.ended()
  woken.open()
  await until(
    async () => refused.length,
    (n) => n === 1,
  )
  await pause(200)

  expect(ended.result).toBe('second')
  expect((await job.read()).result).toBe('second')
  expect(await job.events()).toHaveLength(1)
})

test('a handler can end its job in the transaction of its effect: both happen once, or neither', async () => {
  const job = await startJob(async ({ db, job: { attempt, workbookId }, complete }) => {
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('workbook')
        .set({ description: `attempt ${attempt}` })
        .where('workbookId', '=', workbookId)
        .execute()
      await complete(tx, `attempt ${attempt}`)
      if (attempt === 1) throw new Error('the commit failed')
    })
    throw new Error('the node died right after the commit')
  })

  const ended = await job.ended()
  await pause(200)

  expect(ended).toMatchObject({ status: 'succeeded', result: 'attempt 2' })
  expect((await job.owner.call('GET', `/api/v1/workbooks/${job.workbook}`)).body.description).toBe('attempt 2')
  expect(await job.events()).toHaveLength(1)
})

test('a job whose every attempt died with its worker fails in the end', async () => {
  const never = gate()
  const job = await startJob(async ({ job: { attempt } }) => {
    if (attempt < 4) await handOver()
    await never.passed
  })

  const ended = await job.ended()
  never.open()

  expect(ended).toMatchObject({ status: 'failed', error: 'the worker that ran this job stopped' })
})
