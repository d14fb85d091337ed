import { expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { toWireId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { EVENT_KINDS } from './event.ts'
import { emitEvent } from './events.ts'
import { turnOutbox } from './turn-outbox.job.ts'

const service = startService()

const report = ({ ctx, workbookId }: Owner, data: Record<string, unknown> = {}, actor: string | null = null) =>
  inTransaction(ctx.db, (tx) => emitEvent(tx, ctx, { workbookId, kind: 'artifact.updated', data, actor }))

const outboxOf = async ({ workbookId }: Owner) => {
  const { rows } = await service.running.admin.query('select * from outbox where workbook_id = $1 order by sequence', [
    workbookId,
  ])
  return rows
}

test('an event says what happened where, by whom, in the order and the words of the contract', async () => {
  const owner = await newOwner(service.running)
  const data = { artifact: { id: 'art_1', name: '売上', type: 'table', layer: 'base' }, edit_version: 13 }

  await report(owner, data, 'nightly job')

  const [{ payload, event_id: eventId, sequence, kind }] = await outboxOf(owner)
  expect(Object.keys(payload)).toEqual([
    'id',
    'type',
    'timestamp',
    'sequence',
    'account_id',
    'workspace_id',
    'workbook_id',
    'actor',
    'data',
  ])
  expect(payload).toEqual({
    id: toWireId('evt', eventId),
    type: 'artifact.updated',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    sequence: 1,
    account_id: toWireId('acc', owner.accountId),
    workspace_id: toWireId('ws', owner.workspaceId),
    workbook_id: toWireId('wb', owner.workbookId),
    actor: { name: 'nightly job', user_id: toWireId('usr', owner.userId) },
    data,
  })
  expect({ sequence, kind }).toEqual({ sequence: '1', kind: 'artifact.updated' })
})

test('the kinds are the ten of the interface, and those of comments and proposals, which it does not know', () => {
  const isBeyond = (kind: string) => kind === 'comment.changed' || kind.startsWith('proposal.')
  expect(EVENT_KINDS.filter((kind) => !isBeyond(kind)).toSorted()).toEqual([
    'artifact.deleted', 'artifact.stale', 'artifact.updated', 'conflict.created', 'job.completed',
    'snapshot.committed', 'source.analyzed', 'source.materialized', 'version.branched', 'version.merged',
  ]) // biome-ignore format: a list
  expect(EVENT_KINDS.filter(isBeyond)).toHaveLength(5)
})

test('events of writers at once are numbered without gaps, in the order of their commits', async () => {
  const owner = await newOwner(service.running)
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 20; n++) await report(owner, { writer, n })
  })
  await Promise.all(writers)

  const events = (await outboxOf(owner)).map(({ payload }) => payload)

  expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 160 }, (_, n) => n + 1))
  expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(({ timestamp }) => timestamp).sort())
  for (let writer = 0; writer < 8; writer++) {
    const own = events.filter(({ data }) => data.writer === writer).map(({ data }) => data.n)
    expect(own).toEqual(Array.from({ length: 20 }, (_, n) => n))
  }
})

test('a change that is rolled back emits nothing and leaves no gap', async () => {
  const owner = await newOwner(service.running)
  await report(owner)
  const failing = inTransaction(owner.ctx.db, async (tx) => {
    await emitEvent(tx, owner.ctx, { workbookId: owner.workbookId, kind: 'artifact.stale', data: {} })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')

  await report(owner)

  expect((await outboxOf(owner)).map(({ sequence, kind }) => [sequence, kind])).toEqual([
    ['1', 'artifact.updated'],
    ['2', 'artifact.updated'],
  ])
})

test('an event over 20 KB is a fault, and its change does not happen', async () => {
  const owner = await newOwner(service.running)

  await report(owner, { names: 'x'.repeat(19_000) })
  const tooLarge = report(owner, { names: 'x'.repeat(20_480) })

  await expect(tooLarge).rejects.toMatchObject({ code: '23514' })
  expect(await outboxOf(owner)).toHaveLength(1)
})

test('nothing but the service function writes events: the role itself may not', async () => {
  const owner = await newOwner(service.running)
  await report(owner)
  const today = (
    await service.running.admin.query(`select tableoid::regclass::text as name from outbox where workbook_id = $1`, [
      owner.workbookId,
    ])
  ).rows[0].name

  for (const table of ['outbox', 'outbox_other', today]) {
    await expect(owner.ctx.db.deleteFrom(table).execute(), table).rejects.toMatchObject({ code: '42501' })
  }
})

test('each day has a partition of its own a week ahead; what landed beside it moves in, what is old goes', async () => {
  const owner = await newOwner(service.running)
  await report(owner)
  const { admin } = service.running
  const { rows } = await admin.query(
    `select to_char(now() at time zone 'UTC', 'YYYYMMDD') as today, to_char(now() at time zone 'UTC' + interval '7 days', 'YYYYMMDD') as last`,
  )
  const { today, last } = rows[0]
  // A database whose worker was away: today's partition was never made, and an old one is still there.
  await admin.query(`drop table if exists outbox_${today}`)
  await report(owner)
  await admin.query(`create table outbox_20200102 partition of outbox for values from ('2020-01-02') to ('2020-01-03')`)
  const placeOf = async () =>
    (
      await admin.query(`select tableoid::regclass::text as name from outbox where workbook_id = $1`, [
        owner.workbookId,
      ])
    ).rows
  const beside = await placeOf()

  await turnOutbox(owner.ctx)
  await turnOutbox(owner.ctx)

  expect(beside).toEqual([{ name: 'outbox_other' }])
  expect(await placeOf()).toEqual([{ name: `outbox_${today}` }])
  const { rows: partitions } = await admin.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outbox'::regclass`,
  )
  const names = partitions.map(({ name }) => name)
  expect(names).toContain(`outbox_${last}`)
  expect(names).not.toContain('outbox_20200102')
})
