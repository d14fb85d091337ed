import { expect, test } from 'vitest'
import { newOwner } from '../../../../test/context.ts'
import { tablesNaming } from '../../../../test/left-behind.ts'
import { newTable } from '../../../../test/new-table.ts'
import { isAskedFor, runTask } from '../../../../test/run-task.ts'
import { startService } from '../../../../test/service.ts'
import { readContents } from '../../../engine/storage/bulk/read-content.ts'
import { segmentObjectName } from '../../../engine/storage/segment.ts'
import { planContent } from '../../../engine/table/content.ts'
import { fromWireId } from '../../../platform/ids.ts'

const service = startService()

test('a table is gone after its days in the trash, with its objects; history still tells what was done to it', async () => {
  const { ids, purge, objects, store, call, at } = await trashedTable()

  await purge()
  await service.running.admin.query(
    `update segment set unreferenced_since = unreferenced_since - interval '25 hours' where table_id = $1`,
    [ids.table_id],
  )
  await runTask(service.running, 'retention.sweep')
  expect(await isAskedFor(service.running, `workbook.tidy:${ids.workbook_id}`)).toBe(true)
  await runTask(service.running, 'workbook.tidy', ids)

  expect(await tablesNaming(service.running.admin, ids)).toEqual(['op'])
  expect(await tablesNaming(service.running.admin, { artifact_id: ids.table_id })).toEqual([])
  expect(objects.length).toBeGreaterThan(0)
  expect(await Promise.all(objects.map((name) => store.size(name)))).toEqual(objects.map(() => undefined))
  expect((await call('GET', `${at}/ops`)).body.ops[0]).toMatchObject({ kind: 'table.delete' })
  expect((await call('GET', `${at}/tables/kept`)).body).toMatchObject({ row_count: 1 })
})

test('of a purged table the versions that are pinned stay, and nothing else; it does not come back from the trash', async () => {
  const { ids, purge, call } = await trashedTable()
  const { body } = await call('GET', '/api/v1/me/trash')
  const { rows } = await service.running.admin.query(
    `insert into pin values ($1, $2, 2, 'snapshot', gen_random_uuid(), null) returning ref`,
    [ids.workbook_id, ids.table_id],
  )

  await purge()

  const { ctx } = await newOwner(service.running)
  const plan = await planContent(ctx.db, ids.workbook_id, ids.table_id, 2)
  const [content] = await readContents(ctx.bulk.storage, plan ? [plan] : [])
  expect([...(content?.values() ?? [])]).toEqual([{ 1: '1' }, { 1: '2' }])
  expect(await versionsIn('table_version', ids.table_id)).toEqual([2])
  expect(await versionsIn('manifest', ids.table_id)).toEqual([2])
  expect(await versionsIn('delta', ids.table_id)).toEqual([])
  expect((await call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)).status).toBe(404)
  expect((await call('GET', '/api/v1/me/trash')).body.trash).toEqual([])

  await service.running.admin.query('delete from pin where ref = $1', [rows[0]?.ref])
  await purge()

  expect(await tablesNaming(service.running.admin, ids)).toEqual(['op', 'segment'])
})

test('a table is left alone before its days in the trash are over', async () => {
  const { ids, purge, call } = await trashedTable('29 days')
  const { body } = await call('GET', '/api/v1/me/trash')

  await purge()

  expect(await isAskedFor(service.running, `table.purge:${ids.table_id}`)).toBe(false)
  expect((await call('POST', `/api/v1/me/trash/${body.trash[0].id}/restore`)).status).toBe(200)
})

/** Deleted that long ago, with segments and edits over them, beside a table that is not. */
async function trashedTable(ago = '31 days') {
  const made = await newTable(service, { columns: [{ name: 'n' }], rows: [{ n: '1' }, { n: '2' }] })
  const { call, at, table, created, write } = made
  const ids = {
    workbook_id: fromWireId('wb', at.split('/').at(-1) ?? ''),
    table_id: fromWireId('art', created.body.table.id),
  }
  await call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null })
  await write({ rows: [{ n: 3 }] })
  await call('PUT', `${table}/columns/n/description`, { description: 'How many' })
  await call('POST', `${at}/tables`, { name: 'kept', columns: [{ name: 'n' }] })
  await call('POST', `${at}/tables/kept/rows`, { rows: [{ n: 'stays' }], expected_version: null })
  await call('DELETE', `${table}?expected_version=null`)
  const { rows } = await service.running.admin.query('select segment_id from segment where table_id = $1', [
    ids.table_id,
  ])
  const objects = rows.map(({ segment_id }) => segmentObjectName(ids.workbook_id, segment_id))
  await service.running.admin.query(
    'update artifact set deleted_at = deleted_at - $2::interval where artifact_id = $1',
    [ids.table_id, ago],
  )
  const { ctx } = await newOwner(service.running)
  const purge = async () => {
    await runTask(service.running, 'retention.sweep')
    await runTask(service.running, 'table.purge', ids)
  }
  return { ...made, ids, objects, store: ctx.blobs, purge }
}

async function versionsIn(from: 'table_version' | 'manifest' | 'delta', tableId: string): Promise<number[]> {
  const { rows } = await service.running.admin.query(`select version from ${from} where table_id = $1`, [tableId])
  return rows.map(({ version }) => Number(version))
}
