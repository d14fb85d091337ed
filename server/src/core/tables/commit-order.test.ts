import { expect, test, vi } from 'vitest'
import { newOwner } from '../../../test/context.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { checkpointTable, thinTable } from '../../engine/storage/checkpoint-table.ts'
import { sweepSegments } from '../../engine/storage/sweep-segments.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService({ apiNodes: 2 })

test('versions, ops, audit entries and events have no gaps and one order under concurrent writes, without a deadlock', async () => {
  const { call, at, created, owner } = await newTable(service, { columns: [{ name: 'n' }] })
  await call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'n' }] })
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const tableId = fromWireId('art', created.body.table.id)
  const { ctx } = await newOwner(service.running)
  const nodes = [call, service.as(owner.session, 1)]
  const write = (n: number) =>
    nodes[n % 2]?.(
      'POST',
      `${at}/tables/${n % 3 ? 'sales' : 'other'}/rows`,
      { rows: [{ n: String(n) }], expected_version: null },
      n % 4 ? {} : { 'idempotency-key': `write ${n % 8}` },
    )

  const answers = await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => write(n)),
    ...['a', 'b', 'c'].map((column) => call('POST', `${at}/tables/sales/columns`, { column, expected_version: null })),
    call('DELETE', `${at}/tables/other?expected_version=null`),
    ...[1, 2].map(async () => {
      await checkpointTable(ctx.bulk, workbookId, tableId)
      await thinTable(ctx.bulk, workbookId, tableId)
      await sweepSegments(ctx.bulk, workbookId)
    }),
  ])

  expect(answers.filter((answer) => answer && answer.status >= 500)).toEqual([])
  expect(await gapsIn('op', 'op_id', 'at', workbookId)).toEqual([])
  expect(await gapsIn('audit', 'seq', `body::json ->> 'at'`, workbookId)).toEqual([])
  expect(await gapsIn('outbox', 'sequence', 'at', workbookId)).toEqual([])
  expect(await gapsIn('table_version', 'version', 'at', workbookId, `table_id = '${tableId}'`)).toEqual([])
  expect(await gapsIn('table_version', 'version', 'edit_seq', workbookId, `table_id = '${tableId}'`)).toEqual([])
  expect(await gapsIn('table_version', 'version', 'op_id', workbookId, `table_id = '${tableId}'`)).toEqual([])
  const { rows } = await service.running.admin.query(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: '0' }])
})

test('locks are taken in one order: the key of the request, then the head of the workbook', async () => {
  const { write, at } = await newTable(service, { columns: [{ name: 'n' }] })
  const blocker = await service.running.admin.connect()
  await blocker.query('begin')
  await blocker.query('select from workbook_head where workbook_id = $1 for update', [
    fromWireId('wb', at.split('/').at(-1) ?? ''),
  ])
  const keyed = () => write({ rows: [{ n: '1' }] }, { 'idempotency-key': 'one' })

  const first = keyed()
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 10_000 })
  const atHead = await waiting()
  const twin = keyed()
  await vi.waitFor(async () => expect((await waiting()).length).toBe(2), { timeout: 10_000, interval: 5 })
  const atKey = (await waiting()).filter(({ pid }) => pid !== atHead[0]?.pid)
  await blocker.query('rollback')
  blocker.release()

  expect(atHead).toMatchObject([{ held: expect.arrayContaining(['idempotency', 'workbook_head']) }])
  for (const { held } of atKey) expect(held).not.toContain('workbook_head')
  expect([await first, await twin]).toMatchObject([{ status: 200 }, { status: 200 }])
})

/** Where the next number is not one more, or was given before its predecessor. */
async function gapsIn(table: string, number: string, by: string, workbookId: string, where = 'true') {
  const { rows } = await service.running.admin.query(
    `select number, last, is_ordered from (
       select ${number} as number, lag(${number}) over (order by ${number}) as last,
         (${by}) >= lag(${by}) over (order by ${number}) as is_ordered
       from ${table} where workbook_id = $1 and ${where}) as numbered
     where number <> coalesce(last, 0) + 1 or is_ordered is false`,
    [workbookId],
  )
  return rows
}

/** Sessions that wait for a row, with the relations they have touched. */
async function waiting(): Promise<{ pid: number; held: string[] }[]> {
  const { rows } = await service.running.admin.query(
    `select w.pid, array_agg(distinct l.relation::regclass::text) filter (where l.relation is not null) as held
     from pg_locks w join pg_locks l on l.pid = w.pid and l.granted and l.mode in ('RowExclusiveLock', 'RowShareLock')
     join pg_stat_activity a on a.pid = w.pid and a.datname = current_database()
     where not w.granted group by w.pid`,
  )
  return rows
}
