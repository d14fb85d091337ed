import { expect, test, vi } from 'vitest'
import { contextOf } from '../../../../test/context.ts'
import { newMember, newWorkspace } from '../../../../test/control-plane.ts'
import { runTask } from '../../../../test/run-task.ts'
import { startWebhookService } from '../../../../test/webhook-world.ts'
import { fromWireId } from '../../../platform/ids.ts'
import { EVENT_KINDS } from '../event.ts'
import { createWebhook } from './webhooks.ts'

const { service, newWebhook, happen, hurry } = startWebhookService()

const HOOK = 'https://example.com/hook'

test('a webhook is made, listed, changed and removed; its secret is shown once', async () => {
  const person = await service.newPerson()

  const made = await person.call('POST', '/api/v1/me/webhooks', { url: HOOK, events: ['job.completed'] })
  const path = `/api/v1/me/webhooks/${made.body.webhook_id}`
  const listed = await person.call('GET', '/api/v1/me/webhooks')
  const changed = await person.call('PATCH', path, { url: `${HOOK}2`, events: [], status: 'paused' })
  const removed = await person.call('DELETE', path)
  const again = await person.call('DELETE', path)

  const { secret, ...webhook } = made.body
  expect(made.status).toBe(201)
  expect(secret).toMatch(/^whsec_/)
  expect(webhook).toEqual({
    webhook_id: expect.stringMatching(/^wh_/),
    url: HOOK,
    events: ['job.completed'],
    status: 'active',
    disabled_reason: null,
    created_at: expect.any(String),
    last_success_at: null,
    failing_since: null,
  })
  expect(listed.body).toEqual({ webhooks: [webhook], next_cursor: null })
  expect(changed.body).toEqual({ ...webhook, url: `${HOOK}2`, events: EVENT_KINDS, status: 'paused' })
  expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'not_found'])
})

test('in the database a secret lies sealed', async () => {
  const person = await service.newPerson()
  const { body } = await person.call('POST', '/api/v1/me/webhooks', { url: HOOK })

  const { rows } = await service.running.admin.query('select secret from webhook where webhook_id = $1', [
    fromWireId('wh', body.webhook_id),
  ])

  expect(rows[0].secret.toString('latin1')).not.toContain(body.secret.slice(6, 20))
})

test('a kind that does not exist and an address that is none are refused', async () => {
  const person = await service.newPerson()
  const make = (request: object) => person.call('POST', '/api/v1/me/webhooks', request)

  const answers = [
    await make({ url: HOOK, events: ['artifact.eaten'] }),
    await make({}),
    await make({ url: 'x'.repeat(2001) }),
    await make({ url: 'ftp://example.com/' }),
    await make({ url: 'https://me:secret@example.com/' }),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'validation_error'],
    [422, 'validation_error'],
    [422, 'validation_error'],
    [400, 'url_refused'],
    [400, 'url_refused'],
  ])
})

test('unless the operator allows it, a webhook goes by https and to the public only', async () => {
  const { userId } = await service.newPerson()
  const ctx = await contextOf(service.running, { userId: fromWireId('usr', userId), accountId: crypto.randomUUID() })
  const strict = {
    ...ctx,
    settings: { ...ctx.settings, webhooks: { ...ctx.settings.webhooks, isPrivateAllowed: false } },
  }
  const reason = (url: string) => createWebhook(strict, { url }).catch((error) => error.text.extra.reason)

  expect(await reason('http://example.com/')).toBe('scheme')
  expect(await reason('https://127.0.0.1/')).toBe('private_network')
  expect(await reason('https://localhost/')).toBe('localhost')
  expect(await reason('https://1.1.1.1:8443/')).toBe('port')
})

test('a user has at most 20 webhooks', async () => {
  const person = await service.newPerson()
  const make = () => person.call('POST', '/api/v1/me/webhooks', { url: HOOK })

  // A caller has at most 20 requests at once.
  const first = await Promise.all(Array.from({ length: 10 }, make))
  const made = await Promise.all(Array.from({ length: 12 }, make))

  expect(first.map(({ status }) => status)).toEqual(Array(10).fill(201))
  const refused = made.filter(({ status }) => status !== 201)
  expect(refused.map(({ status, body }) => [status, body.code, body.limit])).toEqual([
    [409, 'limit_reached', 20],
    [409, 'limit_reached', 20],
  ])
})

test('webhooks of others do not exist', async () => {
  const [owner, stranger] = [await service.newPerson(), await service.newPerson()]
  const { path, body } = await newWebhook(owner)

  const answers = [
    await stranger.call('PATCH', path, { status: 'paused' }),
    await stranger.call('DELETE', path),
    await stranger.call('GET', `${path}/deliveries`),
    await stranger.call('POST', `${path}/rotate-secret`),
    await stranger.call('POST', `${path}/test`),
  ]

  expect(answers.map(({ body }) => body.code)).toEqual(Array.from({ length: 5 }, () => 'not_found'))
  expect((await stranger.call('GET', '/api/v1/me/webhooks')).body.webhooks).toEqual([])
  expect((await owner.call('GET', '/api/v1/me/webhooks')).body.webhooks[0].webhook_id).toBe(body.webhook_id)
})

test('users who can read a workbook get its events, all others do not', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const [guest, stranger] = [await service.newPerson(), await service.newPerson()]
  await owner.call('PUT', `/api/v1/workbooks/${workbook}/members/${guest.userId}`, { role: 'viewer' })
  const [own, guests, strangers] = [await newWebhook(owner), await newWebhook(guest), await newWebhook(stranger)]

  await happen(workbook)
  await Promise.all([own.receiver.until(1), guests.receiver.until(1)])

  expect(strangers.receiver.received).toEqual([])
  expect(await strangers.deliveries()).toEqual([])
})

test('a webhook gets the kinds it asked for', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver } = await newWebhook(owner, { events: ['job.completed', 'snapshot.committed'] })

  for (const kind of EVENT_KINDS) await happen(workbook, {}, kind)
  await receiver.until(2)

  expect(receiver.received.map(({ body }) => body.type)).toEqual(['snapshot.committed', 'job.completed'])
})

test('a webhook that a token of one workbook made gets the events of that workbook alone', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const second = (await owner.call('POST', '/api/v1/workbooks', { title: 'Second' })).body.workbook_id
  const token = await service.newToken(owner, { resource: `workbook:${workbook}` })
  const { receiver } = await newWebhook({ call: service.as(token) })

  await happen(second)
  await happen(workbook)
  const [received] = await receiver.until(1)

  expect(received?.body.workbook_id).toBe(workbook)
  expect(receiver.received).toHaveLength(1)
})

test('a token of one workbook cannot send the events of all others to an address of its choice', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { path } = await newWebhook(owner)
  const narrow = service.as(await service.newToken(owner, { resource: `workbook:${workbook}` }))
  const blind = service.as(await service.newToken(owner, { scopes: ['account:read'] }))

  const answers = [
    await narrow('PATCH', path, { url: HOOK }),
    await narrow('POST', `${path}/rotate-secret`),
    await narrow('DELETE', path),
    await blind('POST', '/api/v1/me/webhooks', { url: HOOK }),
  ]

  expect(answers.map(({ body }) => body.code)).toEqual([
    'out_of_reach',
    'out_of_reach',
    'out_of_reach',
    'insufficient_scope',
  ])
  expect((await narrow('GET', '/api/v1/me/webhooks')).body.webhooks).toEqual([])
})

test('users who leave a workspace get no event from there any more, not even one on its way', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const member = await newMember(service, owner, workspace, 'editor')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Team', workspace_id: workspace })
  const { receiver, deliveries } = await newWebhook(member)
  receiver.answer(500)
  await happen(body.workbook_id)
  await receiver.until(1)

  await owner.call('DELETE', `/api/control/workspaces/${workspace}/users/${member.userId}`)
  await happen(body.workbook_id)
  await hurry()

  await vi.waitFor(async () => expect((await deliveries())[0].next_attempt_at).toBeNull(), { timeout: 10_000 })
  expect(await deliveries()).toMatchObject([{ status: 'failed', last_error: 'you can no longer read the workbook' }])
  expect(receiver.received.length).toBeLessThanOrEqual(2)
})

test('what was sent is listed newest first, in pages and by how it went, and is kept for 30 days', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const { receiver, path, deliveries } = await newWebhook(owner)
  for (let n = 0; n < 3; n++) await happen(workbook, { n })
  await receiver.until(3)
  await vi.waitFor(async () => expect(await deliveries('status=succeeded')).toHaveLength(3), { timeout: 10_000 })

  const first = await owner.call('GET', `${path}/deliveries?limit=2`)
  const second = await owner.call('GET', `${path}/deliveries?limit=2&cursor=${first.body.next_cursor}`)
  const failed = await deliveries('status=exhausted')
  const month = 31 * 86_400_000
  await service.running.admin.query(
    `update delivery set delivery_id = (lpad(to_hex((extract(epoch from now()) * 1000 - $1)::bigint), 12, '0') || right(replace(delivery_id::text, '-', ''), 20))::uuid
     where webhook_id = $2 and event_id = (select event_id from outbox where workbook_id = $3 order by sequence limit 1)`,
    [month, fromWireId('wh', path.split('/').at(-1) ?? ''), fromWireId('wb', workbook)],
  )
  await runTask(service.running, 'retention.sweep')

  expect([first.body.deliveries.length, second.body.deliveries.length, failed.length]).toEqual([2, 1, 0])
  expect(second.body.next_cursor).toBeNull()
  expect(await deliveries()).toHaveLength(2)
})
