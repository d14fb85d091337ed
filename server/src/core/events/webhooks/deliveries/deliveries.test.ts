import { Webhook } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { newTable, SALES } from '../../../../../test/new-table.ts'
import { startWebhookService } from '../../../../../test/webhook-world.ts'

const { service, newWebhook, happen, hurry } = startWebhookService()

const settled = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 20_000, interval: 50 })

test('an event reaches the receiver as it was emitted, with its kind, its delivery and both signatures', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, body, deliveries } = await newWebhook(owner)

  await happen(workbook, { source: { name: '売上.xlsx' } })
  const [received] = await receiver.until(1)

  expect(received?.body).toMatchObject({
    type: 'source.analyzed',
    sequence: 1,
    workbook_id: workbook,
    data: { source: { name: '売上.xlsx' } },
  })
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks/1',
    'x-svc-event': 'source.analyzed',
    'webhook-id': received?.body.id,
  })
  expect(new Webhook(body.secret).verify(received?.raw ?? '', received?.headers ?? {})).toEqual(received?.body)
  await settled(async () =>
    expect(await deliveries()).toEqual([
      {
        delivery_id: received?.headers['x-svc-delivery'],
        event_id: received?.body.id,
        event_type: 'source.analyzed',
        status: 'succeeded',
        attempts: 1,
        last_status: 200,
        last_error: null,
        next_attempt_at: null,
        created_at: expect.any(String),
        last_attempt_at: expect.any(String),
        duration_ms: expect.any(Number),
      },
    ]),
  )
})

test('events of a workbook arrive in the order they were emitted, however many there are', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver } = await newWebhook(owner)

  for (let n = 0; n < 40; n++) await happen(workbook, { n })
  const received = await receiver.until(40)

  expect(received.map(({ body }) => body.sequence)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
})

test('a receiver that fails is tried ten times and then given up; what it answered is kept nowhere', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, deliveries, read } = await newWebhook(owner)
  receiver.answer((response) => void response.writeHead(500).end('our secret of the house'))

  await happen(workbook)
  await settled(async () => {
    await hurry()
    expect((await deliveries())[0].status).toBe('exhausted')
  })

  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ attempts: 10, last_status: 500, last_error: 'answered 500', next_attempt_at: null })
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-svc-delivery'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1)
  expect((await read())?.failing_since).not.toBeNull()
  expect(JSON.stringify(await deliveries())).not.toContain('secret')
})

test('an event that fails holds back none of those after it', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver } = await newWebhook(owner)
  receiver.answer((response, { body }) => void response.writeHead(body.sequence === 1 ? 500 : 200).end())

  await happen(workbook)
  await happen(workbook)
  await happen(workbook)

  await settled(async () =>
    expect(receiver.received.map(({ body }) => body.sequence)).toEqual(expect.arrayContaining([1, 2, 3])),
  )
})

test('a receiver that sends on to another address has failed, and the other address is not called', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, deliveries } = await newWebhook(owner)
  receiver.answer((response) => void response.writeHead(302, { location: receiver.url }).end())

  await happen(workbook)

  await settled(async () =>
    expect((await deliveries())[0]).toMatchObject({
      status: 'failed',
      last_status: 302,
      last_error: 'answered 302; redirects are not followed',
    }),
  )
})

test('a receiver that asks for time is not asked before', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, deliveries } = await newWebhook(owner)
  receiver.answer((response) => void response.writeHead(503, { 'retry-after': '3000' }).end())

  await happen(workbook)

  // A second lasts ten milliseconds here.
  await settled(async () => {
    const [delivery] = await deliveries()
    const waitsMs = Date.parse(delivery.next_attempt_at) - Date.parse(delivery.last_attempt_at)
    expect(Math.round(waitsMs / 1000)).toBe(30)
  })
})

test('a receiver that is gone is switched off; switched on again it gets what was waiting, and nothing of the time between', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, path, read, deliveries } = await newWebhook(owner)
  receiver.answer(410)
  await happen(workbook, { n: 'before' })
  await settled(async () => expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'gone' }))
  expect((await deliveries())[0]).toMatchObject({ status: 'failed', next_attempt_at: null })
  await happen(workbook, { n: 'between' })
  receiver.answer(200)

  const changed = await owner.call('PATCH', path, { status: 'active' })
  await hurry()
  await happen(workbook, { n: 'after' })
  await receiver.until(3)

  expect(changed.body).toMatchObject({ status: 'active', disabled_reason: null, failing_since: null })
  expect(receiver.received.map(({ body }) => body.data.n).toSorted()).toEqual(['after', 'before', 'before'])
})

test('nothing but failures for five days, and a webhook is switched off', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, read } = await newWebhook(owner)
  receiver.answer(500)
  await happen(workbook)
  await settled(async () => expect((await read())?.failing_since).not.toBeNull())

  await service.running.admin.query(
    `update webhook set failing_since = now() - interval '5 days' where failing_since is not null`,
  )
  await hurry()

  await settled(async () => expect(await read()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' }))
})

test('after a change of secrets both sign for a day', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, path, body: created } = await newWebhook(owner)

  const rotated = await owner.call('POST', `${path}/rotate-secret`)
  await happen(workbook)
  await receiver.until(1)
  await service.running.admin.query(
    `update webhook set old_secret_until = now() - interval '1 second' where old_secret is not null`,
  )
  // A round goes by the secrets it began with.
  await settled(async () => {
    const { rows } = await service.running.admin.query('select served_until from webhook where old_secret is not null')
    expect(rows).toEqual([{ served_until: null }])
  })
  await happen(workbook)
  const [first, second] = await receiver.until(2)

  const verify =
    (secret: string, received = first) =>
    () =>
      new Webhook(secret).verify(received?.raw ?? '', received?.headers ?? {})
  expect(rotated.body.secret).not.toBe(created.secret)
  for (const secret of [created.secret, rotated.body.secret]) expect(verify(secret)).not.toThrow()
  expect(verify(rotated.body.secret, second)).not.toThrow()
  expect(verify(created.secret, second)).toThrow()
})

test('a test is sent like everything else, and reports no event', async () => {
  const { owner } = await service.newWorkbook()
  const { receiver, path, body } = await newWebhook(owner)

  const accepted = await owner.call('POST', `${path}/test`)
  const [received] = await receiver.until(1)

  expect(accepted).toMatchObject({ status: 202, body: { event_type: 'webhook.test', status: 'pending' } })
  expect(received?.body).toMatchObject({ id: accepted.body.event_id, type: 'webhook.test' })
  expect(() => new Webhook(body.secret).verify(received?.raw ?? '', received?.headers ?? {})).not.toThrow()
})

test('an event is sent once more on request, under its own id, for as long as it is kept', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, path } = await newWebhook(owner)
  await happen(workbook)
  const [first] = await receiver.until(1)
  const redeliver = `${path}/deliveries/${first?.headers['x-svc-delivery']}/redeliver`

  const accepted = await owner.call('POST', redeliver)
  const [, second] = await receiver.until(2)
  await service.running.admin.query('delete from outbox')
  const tooLate = await owner.call('POST', redeliver)

  expect(accepted).toMatchObject({ status: 202, body: { event_id: first?.body.id } })
  expect(second?.raw).toBe(first?.raw)
  expect(second?.headers['x-svc-delivery']).toBe(accepted.body.delivery_id)
  expect(tooLate).toMatchObject({ status: 410, body: { code: 'history_expired' } })
})

test('of the changes of a table within one second the last is sent', async () => {
  const { owner, write } = await newTable(service, { columns: SALES })
  const { receiver } = await newWebhook(owner, { events: ['artifact.updated'] })
  const untilSecond = () =>
    vi.waitFor(() => expect(Date.now() % 1000).toBeLessThan(60), { timeout: 2_000, interval: 5 })
  await untilSecond()

  for (let n = 0; n < 5; n++) await write({ rows: [{ region: `r${n}` }] })
  const versions = await settled(async () => {
    const sentVersions = receiver.received.map(({ body }) => body.data.edit_version)
    expect(sentVersions.at(-1)).toBe(6)
    return sentVersions
  })

  const seconds = receiver.received.map(({ body }) => body.timestamp.slice(0, 19))
  expect(new Set(seconds).size).toBe(seconds.length)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(receiver.received[0]?.body.data.artifact).toMatchObject({ name: 'sales', type: 'table' })
})

test('what a materialize produced is sent once each, however soon the next one comes', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver } = await newWebhook(owner, { events: ['artifact.updated'] })
  const artifact = { id: 'art_01JCQ8Z5X6Y7V8W9A0B1C2D3E4', name: 'sales', type: 'table', layer: 'base' }

  for (const n of [1, 2, 3]) await happen(workbook, { artifact, n, cause: 'source.materialize' }, 'artifact.updated')
  await receiver.until(3)

  expect(receiver.received.map(({ body }) => body.data.n)).toEqual([1, 2, 3])
})

test('a receiver that hangs delays no other', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const hanging = await Promise.all(Array.from({ length: 8 }, () => newWebhook(owner)))
  for (const { receiver } of hanging) receiver.answer(() => {})
  const live = await newWebhook(owner)

  for (let n = 0; n < 10; n++) await happen(workbook)
  await live.receiver.until(10)

  expect(hanging.every(({ receiver }) => receiver.received.length <= 8)).toBe(true)
})
