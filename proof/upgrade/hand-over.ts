import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fromWireId } from '../../server/src/platform/ids.ts'
import type { Body, Call } from '../../server/test/client.ts'
import type { Model } from '../cluster/model.ts'
import { type Ask, patientClient } from '../cluster/patient-client.ts'

/** A transform that takes longer than a worker waits for its tasks when it is stopped. */
export type LongRun = { at: string; workbookId: string }

const LETTERS = 20_000_000
const LENGTH_OF_HASH = 32
const WAITING_JOBS = 24
const JOB_MS = 150_000

export async function makeLongRun(call: Call): Promise<LongRun> {
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Long run' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await call('POST', `${at}/tables`, { name: 'one', columns: [{ name: 'value', type: 'BIGINT' }] })
  await call('POST', `${at}/tables/one/rows`, { rows: [{ value: 1 }], expected_version: 1 })
  const made = await call('POST', `${at}/transforms`, {
    name: 'long',
    code: `SELECT sum(length(md5(n.range::VARCHAR)))::BIGINT AS value FROM {{ one }}, range(${LETTERS}) n`,
    args: { one: 'one' },
    run: false,
  })
  if (made.status !== 201) throw new Error(`no transform was made: ${JSON.stringify(made.body)}`)
  return { at, workbookId: body.workbook_id }
}

export type Handed = { model: Model; long: LongRun; url: string; token: string; replace: () => Promise<boolean> }

/** A job under way and many that wait, in the moment in which the worker is replaced. */
export async function handOver({ model, long, url, token, replace }: Handed) {
  const ask = patientClient(url, token)
  const path = `${long.at}/transforms/long/run`
  const asked = await ask({ method: 'POST', path, body: { async: true }, key: randomUUID() })
  const begun: string = asked.body.job_id
  while ((await jobAt(ask, begun)).status === 'pending') await pause(50)
  await Promise.all(Array.from({ length: WAITING_JOBS }, () => sendFile(ask, model)))
  const isDrained = await replace()
  const replacedAt = new Date()
  return { isDrained, replacedAt, isLongRunDone: () => isDone(ask, begun, long) }
}

const jobAt = async (ask: Ask, jobId: string): Promise<Body> =>
  (await ask({ method: 'GET', path: `/api/v1/jobs/${jobId}` })).body

async function sendFile(ask: Ask, { at, jobs }: Model) {
  const name = `late-${randomUUID().slice(0, 13)}`
  const values = Array.from({ length: 5 }, () => randomInt(1, 1_000_000))
  const file = new File([`value\n${values.join('\n')}\n`], `${name}.csv`)
  const { status, body } = await ask({ method: 'POST', path: `${at}/sources`, file, isAsync: true, key: randomUUID() })
  if (status !== 202) throw new Error(`no job: ${status} ${JSON.stringify(body)}`)
  jobs.set(body.job_id, { path: `${at}/tables/${name}/rows`, values })
}

async function isDone(ask: Ask, jobId: string, { at }: LongRun): Promise<boolean> {
  const until = performance.now() + JOB_MS
  let job = await jobAt(ask, jobId)
  for (; job.finished_at === null && performance.now() < until; job = await jobAt(ask, jobId)) await pause(200)
  const { body } = await ask({ method: 'GET', path: `${at}/tables/long/rows` })
  return job.status === 'succeeded' && body.rows[0]?.value === LETTERS * LENGTH_OF_HASH
}

/** Jobs that were asked for before a moment and ended after it; and those of them that a worker had begun before. */
export async function countHandedOver(client: pg.Client, workbookIds: readonly string[], at: Date) {
  const ids = workbookIds.map((id) => fromWireId('wb', id))
  const { rows } = await client.query(
    `select count(*)::int as waited, count(*) filter (where attempts > 1)::int as begun from job
     where workbook_id = any($1) and created_at < $2 and finished_at > $2`,
    [ids, at],
  )
  return { jobs_handed_over: rows[0].waited, jobs_begun_before: rows[0].begun }
}
