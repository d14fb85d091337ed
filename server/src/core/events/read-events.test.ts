import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { contextOf } from '../../../test/context.ts'
import { newTable, SALES } from '../../../test/new-table.ts'
import { gate } from '../../../test/scripted-jobs.ts'
import { startWebhookService } from '../../../test/webhook-world.ts'
import { fromWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { emitEvent, readEvents } from './events.ts'

const { service, happen } = startWebhookService()

/** An event appears once its second is over. */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 10_000, interval: 100 })

test('what happened in all workbooks a user can read is listed oldest first, page by page', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const second = (await owner.call('POST', '/api/v1/workbooks', { title: 'Second' })).body.workbook_id
  const { id: others } = await service.newWorkbook()
  for (let n = 0; n < 6; n++) await happen(n % 2 === 0 ? workbook : second, { n })
  await happen(others, { n: 'not yours' })

  const first = await eventually(async () => {
    const page = await owner.call('GET', '/api/v1/me/events?limit=4')
    expect(page.body.events).toHaveLength(4)
    return page
  })
  const rest = await eventually(async () => {
    const page = await owner.call('GET', `/api/v1/me/events?after=${first.body.next_cursor}`)
    expect(page.body.events).toHaveLength(2)
    return page
  })
  const end = await owner.call('GET', `/api/v1/me/events?after=${rest.body.events.at(-1).id}`)

  const read = [...first.body.events, ...rest.body.events]
  expect(read.map(({ data }: { data: { n: number } }) => data.n)).toEqual([0, 1, 2, 3, 4, 5])
  expect(read[0]).toMatchObject({ type: 'source.analyzed', sequence: 1, workbook_id: workbook })
  expect(rest.body.next_cursor).toBeNull()
  expect(end.body).toEqual({ events: [], next_cursor: null })
})

test('a credential gets the events it reaches, and a key those of its account', async () => {
  const { id: workbook, owner } = await service.newWorkbook()
  const second = (await owner.call('POST', '/api/v1/workbooks', { title: 'Second' })).body.workbook_id
  await happen(workbook)
  await happen(second)
  const pinned = service.as(await service.newToken(owner, { resource: `workbook:${workbook}` }))
  const { body } = await owner.call('POST', '/api/control/account/keys', { scopes: ['workbooks:read'] })
  const key = service.as(body.key)

  const [seen, all] = await eventually(async () => {
    const answers = [await pinned('GET', '/api/v1/me/events'), await key('GET', '/api/v1/me/events')] as const
    expect(answers.map(({ body: { events } }) => events.length)).toEqual([1, 2])
    return answers
  })

  expect(seen.body.events.map(({ workbook_id }: { workbook_id: string }) => workbook_id)).toEqual([workbook])
  expect(all.status).toBe(200)
})

test('an event that was never there, and one that is no longer kept, is nothing to go on from', async () => {
  const person = await service.newPerson()

  const answer = await person.call('GET', '/api/v1/me/events?after=evt_01JCQ8Z5X6Y7V8W9A0B1C2D3E4')

  expect(answer).toMatchObject({ status: 410, body: { code: 'history_expired' } })
})

test('of the changes of a table within one second the last is sent', async () => {
  const { owner, write } = await newTable(service, { columns: SALES })

  for (let n = 0; n < 5; n++) await write({ rows: [{ region: `r${n}` }] })

  const seconds = await eventually(async () => {
    const { events } = (await owner.call('GET', '/api/v1/me/events')).body
    const updates = events.filter(({ type }: { type: string }) => type === 'artifact.updated')
    expect(updates.at(-1).data.edit_version).toBe(6)
    return updates.map(({ timestamp }: { timestamp: string }) => timestamp.slice(0, 19))
  })
  expect(new Set(seconds).size).toBe(seconds.length)
})

test('an event whose commit comes late is not passed over by who reads meanwhile', async () => {
  const { id: slow, owner } = await service.newWorkbook()
  const quick = (await owner.call('POST', '/api/v1/workbooks', { title: 'Quick' })).body.workbook_id
  const { body: me } = await owner.call('GET', '/api/v1/me')
  const ctx = await contextOf(service.running, {
    userId: fromWireId('usr', me.user_id),
    accountId: fromWireId('acc', me.account_id),
  })
  const [emitted, waiting] = [gate(), gate()]
  const late = inTransaction(ctx.db, async (tx) => {
    await emitEvent(tx, ctx, { workbookId: fromWireId('wb', slow), kind: 'job.completed', data: { n: 'late' } })
    emitted.open()
    await waiting.passed
  })
  await emitted.passed
  await happen(quick, { n: 'quick' })
  await pause(1_500)

  const during = await readEvents(ctx, { after: null, limit: 100 })
  waiting.open()
  await late

  expect(during).toEqual([])
  await eventually(async () => {
    const read = await readEvents(ctx, { after: null, limit: 100 })
    expect(read.map(({ payload }) => payload.data)).toEqual([{ n: 'late' }, { n: 'quick' }])
  })
})
