import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { newSourcePlace, startWithJobs } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startWithJobs()

const SALES = 'code,amount\n007,10\n008,-3\n'

async function ended(call: (method: string, path: string) => Promise<{ body: Body }>, job: string) {
  for (const started = Date.now(); Date.now() - started < 60_000; await pause(50)) {
    const { body } = await call('GET', `/api/v1/jobs/${job}`)
    if (body.finished_at !== null) return body
  }
  throw new Error('the job did not end')
}

test('an upload that does not wait goes on as a job, whose result is what waiting would have answered', async () => {
  const { owner, upload, rows, events } = await newSourcePlace(service)
  const sent = { bytes: SALES, filename: 'sales.csv', fields: { async: 'true' }, headers: { 'idempotency-key': 'one' } }

  const accepted = await upload(sent)
  const again = await upload(sent)
  const job = await ended(owner.call, accepted.body.job_id)

  expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } })
  expect(accepted.headers.get('location')).toBe(`/api/v1/jobs/${accepted.body.job_id}`)
  expect(again.body).toEqual(accepted.body)
  expect(job).toMatchObject({
    kind: 'source.ingest',
    status: 'succeeded',
    result: {
      structuring: 'structured',
      source: { name: 'sales.csv', status: 'materialized', artifacts: ['sales'] },
      artifacts: [
        { name: 'sales', row_count: 2, state: 'active' },
        { name: 'sales__raw', row_count: 2, state: 'archived' },
      ],
    },
  })
  expect(await rows('sales')).toHaveLength(2)
  const kinds = (await events()).map(({ type }) => type)
  expect(kinds).toEqual(['artifact.updated', 'artifact.updated', 'source.materialized', 'job.completed'])
})

test('an upload that does not wait answers with a job also where the bytes are there already', async () => {
  const { owner, upload, call } = await newSourcePlace(service)
  const first = await upload({ bytes: SALES, filename: 'sales.csv' })

  const again = await upload({ bytes: SALES, filename: 'sales.csv', fields: { async: 'true' } })
  const job = await ended(owner.call, again.body.job_id)

  expect(again).toMatchObject({ status: 202, body: { job_id: expect.stringMatching(/^job_/) } })
  const { source_id } = first.body.source
  expect(job).toMatchObject({ status: 'succeeded', result: { existing: true, source: { source_id } } })
  expect((await call('GET', '/sources')).body.sources).toHaveLength(1)
})

test('a job that finds a broken file fails with the reason, and the bytes are kept', async () => {
  const { owner, call, upload } = await newSourcePlace(service)

  const { body } = await upload({ bytes: '%PDF-1.7 …', filename: 'a.pdf', fields: { async: 'true' } })
  const job = await ended(owner.call, body.job_id)

  const { body: source } = await call('GET', '/sources/a.pdf')
  expect(job).toMatchObject({ status: 'failed', error: expect.any(String) })
  expect(source).toMatchObject({ status: 'failed', error: job.error })
  expect((await call('GET', '/sources/a.pdf/download')).body).toBe('%PDF-1.7 …')
})

test('a slot with auto_ingest becomes a source once its bytes are there', async () => {
  const { owner, call, rows } = await newSourcePlace(service)
  const { body: slot } = await call('POST', '/uploads', { filename: 'sales.csv', auto_ingest: true })

  await fetch(slot.upload_url.replace('http://bindery.test', service.url()), { method: 'PUT', body: SALES })
  const { body } = await owner.call('GET', '/api/v1/jobs')
  await ended(owner.call, body.jobs[0].job_id)

  expect((await owner.call('GET', `/api/v1/uploads/${slot.upload_id}`)).body).toMatchObject({
    status: 'ingested',
    source_name: 'sales.csv',
  })
  expect(await rows('sales')).toHaveLength(2)
})

test('materializing may go on as a job, too', async () => {
  const { owner, call, analyzed, rows } = await newSourcePlace(service)
  const { path } = await analyzed({ bytes: SALES, filename: 'sales.csv' })

  const accepted = await call('POST', `${path}/materialize`, { async: true })
  const job = await ended(owner.call, accepted.body.job_id)

  expect(job).toMatchObject({ kind: 'materialize', status: 'succeeded', result: { reports: [{ inserted: 2 }] } })
  expect(await rows(job.result.artifacts[0].name)).toHaveLength(2)
})
