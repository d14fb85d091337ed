import { expect, test, vi } from 'vitest'
import { startWithJobs } from '../../../../test/source-place.ts'
import { uploadTo } from '../../../../test/upload.ts'

// Whole contents are looked at by a process of their own.
vi.setConfig({ testTimeout: 120_000 })

const service = startWithJobs()

/** A staged file whose rows break a rule of the table that they are to go into. */
async function newBrokenAppend() {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  const columns = [{ name: 'shop' }, { name: 'amount', type: 'BIGINT' }]
  await owner.call('POST', `${at}/tables`, { name: 'sales', columns })
  const rules = [{ kind: 'range', column: 'amount', min: 0, max: 100 }]
  const ruled = await owner.call('PUT', `${at}/tables/sales/rules`, { expected_version: null, rules })
  await uploadTo(service.url(), owner.session, `${at}/sources`, {
    bytes: 'shop,amount\neast,-1\nwest,-2\nnorth,-3\n',
    filename: 'more.csv',
    fields: { mode: 'staged' },
  })
  await owner.call('POST', `${at}/sources/more.csv/analyze`)
  const target = { mode: 'append', table: 'sales', expected_version: null }
  const materialize = (more: object = {}, headers: Record<string, string> = {}) =>
    owner.call('POST', `${at}/sources/more.csv/materialize`, { target, ...more }, headers)
  const source = async () => (await owner.call('GET', `${at}/sources/more.csv`)).body
  return { ruled, materialize, source, call: owner.call }
}

test('a source whose rows the commit refuses is failed, with the reason', async () => {
  const { ruled, materialize, source } = await newBrokenAppend()
  expect(ruled.status).toBeLessThan(300)

  const refused = await materialize()

  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await source()).toMatchObject({ status: 'failed', error: expect.any(String) })
})

test('the same under an Idempotency-Key, which answers the same again and lets another request do better', async () => {
  const { materialize, source } = await newBrokenAppend()
  const key = { 'idempotency-key': 'the-files-of-may' }

  const refused = await materialize({}, key)
  const failed = await source()
  const again = await materialize({}, key)
  const better = await materialize({ on_violation: 'quarantine' }, { 'idempotency-key': 'the-files-of-may-2' })

  expect([refused.status, refused.body.code]).toEqual([422, 'rule_violated'])
  expect(failed).toMatchObject({ status: 'failed', error: expect.any(String) })
  expect([again.status, again.body.code, again.headers.get('idempotency-replayed')]).toEqual([
    422,
    'rule_violated',
    'true',
  ])
  expect(better.status).toBe(200)
  expect(await source()).toMatchObject({ status: 'materialized', error: null })
})

test('the same in the background', async () => {
  const { materialize, source, call } = await newBrokenAppend()

  const { body } = await materialize({ async: true })
  const status = async () => (await call('GET', `/api/v1/jobs/${body.job_id}`)).body.status
  await expect.poll(status, { timeout: 60_000, interval: 500 }).toBe('failed')

  expect(await source()).toMatchObject({ status: 'failed', error: expect.any(String) })
})
