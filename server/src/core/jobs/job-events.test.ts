import { expect, test } from 'vitest'
import { newStaff, SSN } from '../../../test/new-staff.ts'
import { startWithJobs } from '../../../test/source-place.ts'

const service = startWithJobs()

test('the event of a failed job says which problem it was, and quotes no value to readers of the workbook', async () => {
  const { hr, editor, at } = await newStaff(service, [{ name: 'Aiko', ssn: SSN }])
  const code = 'select cast(ssn as integer) as n from {{ s }}'
  const sent = { name: 'broken', language: 'sql', code, args: { s: 'staff' }, async: true }
  const started = await hr.call('POST', `${at}/transforms`, sent)
  const job = () => hr.call('GET', `/api/v1/jobs/${started.body.job_id}`)
  await expect.poll(async () => (await job()).body.status, { timeout: 60_000 }).toBe('failed')

  const read = async () => (await editor.call('GET', '/api/v1/me/events?limit=200')).body.events
  const ends = async () => (await read()).filter(({ type }: { type: string }) => type === 'job.completed')

  // An event appears within seconds.
  await expect
    .poll(ends, { timeout: 30_000 })
    .toMatchObject([{ data: { status: 'failed', error: 'transform_failed' } }])
  expect(JSON.stringify(await read())).not.toContain(SSN)
  expect((await job()).body.error).toContain(SSN)
})
