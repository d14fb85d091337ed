import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { startDatabaseProxy } from '../../test/database-proxy.ts'
import { jobEndpoint } from '../../test/job-endpoint.ts'
import { startService } from '../../test/service.ts'
import type { JobHandlers } from '../core/jobs/job.ts'
import { fromWireId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { taskHandlersWith } from './job-handlers.ts'
import { type RunningWorker, startWorker } from './worker.ts'

const HANGING_WORKER = fileURLToPath(new URL('../../test/hanging-worker.ts', import.meta.url))
/** As in production, thirty times faster. */
const TIMES = { everyMs: 150, silentMs: 1_000 }

const service = startService({ extraEndpoints: [jobEndpoint] })

const stopAfter: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stopAfter.splice(0)) await stop()
})

/** A worker node in a process of its own, and the lines it says. */
function spawnWorker() {
  const { databaseUrl, secretKeys, blobs } = service.running.settings
  const env = {
    DATABASE_URL: databaseUrl,
    SVC_SECRET_KEY: secretKeys[0],
    SVC_LOG_LEVEL: 'silent',
    SVC_DATA_DIR: blobs.kind === 'folder' ? blobs.folder : '',
  }
  const times = [String(TIMES.everyMs), String(TIMES.silentMs)]
  const child = spawn(process.execPath, [HANGING_WORKER, ...times], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  stopAfter.push(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, nextLine: async () => (await lines.next()).value }
}

async function startNode(jobHandlers: JobHandlers): Promise<RunningWorker> {
  const worker = await startWorker(service.running.settings, {
    handlers: taskHandlersWith(jobHandlers),
    crons: [],
    log: createLog('silent'),
    heartbeatTimes: TIMES,
  })
  stopAfter.push(() => worker.close().catch(() => undefined))
  return worker
}

async function startJob() {
  const { id: workbook, owner } = await service.newWorkbook()
  const { body } = await owner.call('POST', `/api/v1/workbooks/${workbook}/test-jobs`, { kind: 'export', request: {} })
  const read = async () => (await owner.call('GET', `/api/v1/jobs/${body.job_id}`)).body
  return {
    read,
    /** What the queue holds of it. */
    task: async () => {
      const { rows } = await service.running.admin.query(
        'select attempts, locked_by, run_at <= now() as is_due from graphile_worker._private_jobs where key = $1',
        [`job:${fromWireId('job', body.job_id)}`],
      )
      return rows[0]
    },
    /** What is left running would be handed to the nodes of the next test. */
    cancel: () => owner.call('POST', `/api/v1/jobs/${body.job_id}/cancel`),
    ended: async () => {
      for (const started = Date.now(); ; await pause(50)) {
        const job = await read()
        if (job.finished_at !== null) return job
        if (Date.now() - started > 20_000) throw new Error(`waited in vain; last seen: ${JSON.stringify(job)}`)
      }
    },
  }
}

/** As the queue does, for a worker that is given as SQL. */
const lockTasks = (worker: string, ago: string) =>
  service.running.admin.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '${ago}', locked_by = ${worker}`,
  )

test('a job whose node is killed runs again on another one, from the start', async () => {
  const { child, nextLine } = spawnWorker()
  expect(await nextLine()).toBe('up')
  const job = await startJob()
  expect(await nextLine()).toBe('running attempt 1')
  await startNode({ export: async ({ job: { attempt } }) => ({ attempt }) })

  child.kill('SIGKILL')
  await once(child, 'exit')
  const killedAt = Date.now()
  const ended = await job.ended()

  expect(ended).toMatchObject({ status: 'succeeded', result: { attempt: 2 } })
  // Twice the silence that is waited for, as sixty seconds are to thirty.
  expect(Date.now() - killedAt).toBeLessThan(2 * TIMES.silentMs + 1_000)
})

test('a worker that is alive keeps its job, however long it takes', async () => {
  const { nextLine } = spawnWorker()
  expect(await nextLine()).toBe('up')
  const job = await startJob()
  expect(await nextLine()).toBe('running attempt 1')
  const others: number[] = []
  await startNode({ export: async ({ job: { attempt } }) => others.push(attempt) })

  await pause(4 * TIMES.silentMs)

  expect(others).toEqual([])
  expect((await job.read()).status).toBe('running')
  await job.cancel()
})

test('a node that stops hands its job on at once, without an attempt being lost', async () => {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const stopping = await startNode({
    export: async ({ signal }) => {
      begin()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const job = await startJob()
  await begun

  await stopping.close()
  const between = await job.read()
  const task = await job.task()
  await startNode({ export: async ({ job: { attempt } }) => ({ attempt }) })

  expect(between.status).toBe('running')
  expect(task).toEqual({ attempts: 0, locked_by: null, is_due: true })
  expect(await job.ended()).toMatchObject({ status: 'succeeded', result: { attempt: 1 } })
})

test('a worker outlives a database that falls while a job ends, and runs the job again without an attempt being lost', async () => {
  const proxy = await startDatabaseProxy(service.running.settings.databaseUrl)
  const attempts: number[] = []
  const node = await startWorker(
    { ...service.running.settings, databaseUrl: proxy.url },
    {
      handlers: taskHandlersWith({
        export: async ({ job: { attempt } }) => {
          attempts.push(attempt)
          if (attempts.length === 1) proxy.cut()
          return { attempt }
        },
      }),
      crons: [],
      log: createLog('silent'),
      heartbeatTimes: TIMES,
    },
  )
  stopAfter.push(() => node.close(), proxy.close)
  const job = await startJob()
  while (attempts.length === 0) await pause(20)

  await pause(1_500)
  await proxy.mend()

  expect(await job.ended()).toMatchObject({ status: 'succeeded', result: { attempt: 1 } })
  expect(attempts).toEqual([1, 1])
})

test('who was turned away from a workbook is in its audit log within about a second', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { body: other } = await owner.call('POST', '/api/v1/workbooks', { title: 'Other' })
  const pinned = service.as(await service.newToken(owner, { resource: `workbook:${other.workbook_id}` }))
  await startNode({})

  const refused = await pinned('GET', `/api/v1/workbooks/${workbook}`)
  await pause(2_000)

  const { body } = await owner.call('GET', `/api/v1/workbooks/${workbook}/audit-log`)
  expect(refused.status).toBe(403)
  expect(body.entries[0]).toMatchObject({
    outcome: 'refused',
    action: 'readWorkbook',
    detail: { code: 'out_of_reach' },
  })
  expect(body.chain_valid).toBe(true)
})

test('after an outage no worker is thought dead before it had time for a heartbeat', async () => {
  const { admin } = service.running
  await admin.query('delete from worker_heartbeat')
  await admin.query(
    `insert into worker_heartbeat
     select name, now() - interval '1 hour', now() - interval '1 minute' from unnest(array['first', 'second', 'dead']) name`,
  )
  const beat = async (worker: string): Promise<number> =>
    (await admin.query(`select beat_worker($1, interval '1 second') as lost`, [worker])).rows[0].lost

  const atOnce = (await beat('first')) + (await beat('second'))
  let later = 0
  for (let n = 0; n < 5; n++) {
    await pause(250)
    later += (await beat('first')) + (await beat('second'))
  }

  expect({ atOnce, later }).toEqual({ atOnce: 0, later: 1 })
  const { rows } = await admin.query('select worker_id from worker_heartbeat order by 1')
  expect(rows).toEqual([{ worker_id: 'first' }, { worker_id: 'second' }])
})

test('workers that were heard all along notice which fell silent, and report it once', async () => {
  const { admin } = service.running
  await admin.query('delete from worker_heartbeat')
  await admin.query(
    `insert into worker_heartbeat values ('alive', now() - interval '1 hour', now()), ('dead', now() - interval '1 hour', now() - interval '2 seconds')`,
  )
  const beat = () => admin.query(`select beat_worker('alive', interval '1 second') as lost`)

  const [first, second] = [await beat(), await beat()]

  expect([first.rows, second.rows]).toEqual([[{ lost: 1 }], [{ lost: 0 }]])
  expect((await admin.query('select worker_id from worker_heartbeat')).rows).toEqual([{ worker_id: 'alive' }])
})

test('a task of a worker without a heartbeat goes to another that had one all along, but not before it had time for one', async () => {
  const { admin } = service.running
  await admin.query('delete from worker_heartbeat')
  await admin.query(
    `insert into worker_heartbeat values ('alive', now() - interval '1 hour', now()), ('young', now(), now())`,
  )
  const job = await startJob()
  const beat = async (worker: string) =>
    (await admin.query(`select beat_worker($1, interval '10 seconds') as lost`, [worker])).rows[0].lost

  await lockTasks(`'unheard'`, '9 seconds')
  const tooSoon = await beat('alive')
  await lockTasks(`'unheard'`, '11 seconds')
  const [tooYoung, inTime, once] = [await beat('young'), await beat('alive'), await beat('alive')]
  await startNode({ export: async () => 'done' })

  expect({ tooSoon, tooYoung, inTime, once }).toEqual({ tooSoon: 0, tooYoung: 0, inTime: 1, once: 0 })
  expect(await job.ended()).toMatchObject({ status: 'succeeded', result: 'done' })
})

test('a task that a worker was given and never heard of is given back, although the worker lives', async () => {
  const { admin } = service.running
  await admin.query('delete from worker_heartbeat')
  const job = await startJob()
  await lockTasks(`'another'`, '0 seconds')
  await startNode({ export: async () => 'done' })
  const countHeard = async () => (await admin.query('select from worker_heartbeat')).rowCount
  while ((await countHeard()) !== 1) await pause(20)

  await lockTasks('(select worker_id from worker_heartbeat)', '1 minute')

  expect(await job.ended()).toMatchObject({ status: 'succeeded', result: 'done' })
})

test('a worker that cannot be heard when it starts takes no task before it is', async () => {
  const { admin } = service.running
  const signature = 'beat_worker(text, interval)'
  const allow = () => admin.query(`grant execute on function ${signature} to bindery_service`)
  await admin.query('delete from worker_heartbeat')
  await admin.query(`revoke execute on function ${signature} from bindery_service`)
  // Before the node is closed, which waits to be heard.
  stopAfter.push(allow)
  const seen: number[] = []
  await startNode({
    export: async () => {
      seen.push((await admin.query('select from worker_heartbeat')).rowCount ?? 0)
      return {}
    },
  })
  const job = await startJob()
  await pause(1_500)
  expect(seen).toEqual([])

  await allow()

  expect(await job.ended()).toMatchObject({ status: 'succeeded' })
  expect(seen).toEqual([1])
})
