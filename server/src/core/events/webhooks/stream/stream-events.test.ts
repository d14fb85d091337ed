import { afterEach, expect, test } from 'vitest'
import { listen } from '../../../../../test/listener.ts'
import { newPerson } from '../../../../../test/person.ts'
import { runService } from '../../../../../test/start-service.ts'
import { startWebhookService } from '../../../../../test/webhook-world.ts'

const { service, happen } = startWebhookService()

const leaving: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const leave of leaving.splice(0)) await leave()
})

const streamOf = (workbook: string) => `${service.url()}/api/v1/workbooks/${workbook}/events/stream`

async function follow(workbook: string, credential: string, headers: Record<string, string> = {}) {
  const listener = await listen(streamOf(workbook), credential, headers)
  leaving.push(listener.leave)
  return listener
}

test('a listener of a workbook gets its events as webhooks do, and none from before', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  await happen(workbook, { n: 'before' })
  const listener = await follow(workbook, owner.session)

  await happen(workbook, { n: 1 })
  await happen(workbook, { n: 2 }, 'job.completed')
  const [first, second] = await listener.until(2)

  expect(listener).toMatchObject({ status: 200, type: 'text/event-stream' })
  expect(first).toMatchObject({ event: 'source.analyzed', data: { type: 'source.analyzed', data: { n: 1 } } })
  expect(first?.id).toBe(first?.data.id)
  expect(second).toMatchObject({ event: 'job.completed', data: { sequence: 3, workbook_id: workbook } })
})

test('a client that comes back with the last id it saw misses nothing', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const first = await follow(workbook, owner.session)
  for (let n = 0; n < 3; n++) await happen(workbook, { n })
  const [, seen] = await first.until(2)
  await first.leave()
  await happen(workbook, { n: 3 })

  const second = await follow(workbook, owner.session, { 'last-event-id': seen?.id ?? '' })
  await second.until(2)

  expect(second.messages.map(({ data }) => data.data.n)).toEqual([2, 3])
})

test('an event that is no longer kept, or is of another workbook, is nothing to go on from', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { id: other } = await service.newWorkbook()
  await happen(other)
  const { rows } = await service.running.admin.query('select payload from outbox order by at desc limit 1')
  const path = `/api/v1/workbooks/${workbook}/events/stream`

  const answers = [
    await owner.call('GET', path, undefined, { 'last-event-id': rows[0].payload.id }),
    await owner.call('GET', `${path}?after=evt_01JCQ8Z5X6Y7V8W9A0B1C2D3E4`),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [410, 'history_expired'],
    [410, 'history_expired'],
  ])
})

test('a stranger gets nothing, and a listener who loses access gets no more', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const guest = await service.newPerson()
  const path = `/api/v1/workbooks/${workbook}`
  const refused = await guest.call('GET', `${path}/events/stream`)
  await owner.call('PUT', `${path}/members/${guest.userId}`, { role: 'viewer' })
  const listener = await follow(workbook, guest.session)
  await happen(workbook, { n: 1 })
  await listener.until(1)

  await owner.call('DELETE', `${path}/members/${guest.userId}`)
  await happen(workbook, { n: 2 })
  await listener.ended()

  expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(listener.messages.map(({ data }) => data.data.n)).toEqual([1])
})

test('with a token that is revoked the stream ends', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { body } = await owner.call('POST', '/api/v1/me/tokens', { name: 'ears' })
  const listener = await follow(workbook, body.token)

  await owner.call('DELETE', `/api/v1/me/tokens/${body.token_id}`)
  await happen(workbook)
  await listener.ended()

  expect(listener.messages).toEqual([])
})

test('a node that stops waits for no listener', async () => {
  const running = await runService()
  const [url = ''] = running.urls
  const owner = await newPerson(url)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  const listener = await listen(`${url}/api/v1/workbooks/${body.workbook_id}/events/stream`, owner.session)

  await running.close()

  await listener.ended()
})
