import { afterAll, describe, expect, test } from 'vitest'
import { startModelServer } from '../../../../test/model-server.ts'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'
import { grantCredits } from '../../../people/billing/credits/credits.ts'
import { reviewInBackground } from '../review.job.ts'

const PROPOSALS = [
  {
    check: 'end_before_start',
    severity: 'error',
    table: 'stays',
    column: 'leaves',
    message: 'The end is before the beginning',
    sql: 'SELECT __svc_row_id, comes, leaves FROM stays WHERE leaves < comes;',
    suggested_fix: 'Swap the two days',
  },
  { check: 'nothing', table: 'stays', message: 'shows nothing', sql: 'SELECT __svc_row_id FROM stays WHERE 1 = 0' },
  { check: 'no_rows', table: 'stays', message: 'shows no rows of a table', sql: 'SELECT 42 AS answer' },
  { check: 'writes', table: 'stays', message: 'is no query', sql: 'DELETE FROM stays' },
  { check: 'unfinished' },
]

describe.each(['anthropic', 'openai'] as const)('an adviser that speaks %s', async (protocol) => {
  const model = await startModelServer(protocol)
  const service = startService({
    workers: 1,
    jobHandlers: { review: reviewInBackground },
    settings: { adviser: model.settings },
  })
  afterAll(() => model.close())

  const newStays = async (credits: number) => {
    const made = await newTable(service, {
      name: 'stays',
      columns: [{ name: 'guest' }, { name: 'comes', type: 'DATE' }, { name: 'leaves', type: 'DATE' }],
      rows: [
        { guest: 'Aiko ', comes: '2026-01-01', leaves: '2026-01-03' },
        { guest: 'Ben', comes: '2026-02-09', leaves: '2026-02-07' },
      ],
    })
    const { account_id: account } = (await made.call('GET', '/api/v1/me')).body
    if (credits > 0) await grantCredits({ db: service.running.db }, { account, credits })
    const remaining = async () => (await made.call('GET', '/api/v1/me')).body.credits.remaining
    return { ...made, remaining }
  }

  test('finds what its own SQL shows; what could not be shown is dropped and counted, and paid for once', async () => {
    const { call, at, remaining } = await newStays(12)
    model.say(() => ({ findings: PROPOSALS }))

    const { status, body } = await call('POST', `${at}/review`, { mode: 'agent' })

    expect(status).toBe(202)
    const ended = () => call('GET', `/api/v1/jobs/${body.job_id}`)
    await expect.poll(async () => (await ended()).body.status, { timeout: 50_000 }).toBe('succeeded')
    const { result } = (await ended()).body
    expect(result).toMatchObject({ mode: 'agent', advice: { proposed: 5, dropped: 4 } })
    expect(result.findings).toMatchObject([
      { check: 'end_before_start', severity: 'error', row_ids: [2], count: 1 },
      { check: 'whitespace', column: 'guest' },
    ])
    expect(await remaining()).toBe(7)
    expect(model.asked.at(-1)).toMatchObject({ model: 'wise-1', key: 'model-key' })
  })

  test('is not asked without credits: agent is refused, lint goes on without a judge', async () => {
    const { call, at } = await newStays(0)
    const before = model.asked.length

    expect(await call('POST', `${at}/review`, { mode: 'agent' })).toMatchObject({
      status: 402,
      body: { code: 'out_of_credits' },
    })
    expect(await call('POST', `${at}/review`, { judge: true })).toMatchObject({
      status: 200,
      body: { judge: 'skipped_no_credits', findings: [{ check: 'whitespace', judgement: null }] },
    })
    expect(model.asked.length).toBe(before)
  })

  test('judges findings: what it calls fine stays as information, with its reason', async () => {
    const { call, at, remaining } = await newStays(5)
    model.say(({ material }) => ({
      verdicts: JSON.parse(material).findings.map(({ finding_id }: { finding_id: string }) => ({
        finding_id,
        verdict: 'fine',
        reason: 'names come so',
      })),
    }))

    const { body } = await call('POST', `${at}/review`, { judge: true })

    expect(body).toMatchObject({
      judge: 'ran',
      findings: [{ check: 'whitespace', severity: 'info', judgement: { verdict: 'fine', reason: 'names come so' } }],
    })
    expect(await remaining()).toBe(0)
  })

  test('never sees a governed workbook', async () => {
    const { call, at } = await newStays(50)
    await call('POST', `${at}/artifacts/stays/columns/guest/tags`, { tag: 'pii' })
    await call('PUT', `${at}/policies/pii`, { effect: 'mask' })
    const before = model.asked.length

    for (const body of [{ mode: 'agent' }, { judge: true }])
      expect(await call('POST', `${at}/review`, body)).toMatchObject({
        status: 403,
        body: { code: 'governed_workbook' },
      })
    expect(model.asked.length).toBe(before)
  })

  test('that answers nonsense fails its review, and costs nothing', async () => {
    const { call, at, remaining } = await newStays(5)
    model.say(() => 'I would rather talk about the weather.')

    expect(await call('POST', `${at}/review`, { judge: true })).toMatchObject({
      status: 502,
      body: { code: 'upstream_error' },
    })
    expect(await remaining()).toBe(5)
  })
})

describe('without an adviser', () => {
  const service = startService()

  test('agent is not there, and a judge has no effect', async () => {
    const { call, at } = await newTable(service, { columns: [{ name: 'a' }], rows: [{ a: 'x ' }] })

    expect(await call('POST', `${at}/review`, { mode: 'agent' })).toMatchObject({
      status: 501,
      body: { code: 'provider_disabled' },
    })
    expect(await call('POST', `${at}/review`, { judge: true })).toMatchObject({ status: 200, body: { judge: 'off' } })
  })
})
