import { describe, expect, test } from 'vitest'
import { newOwner } from '../../../test/context.ts'
import { tablesNaming } from '../../../test/left-behind.ts'
import { newTable } from '../../../test/new-table.ts'
import { isAskedFor, runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { segmentObjectName } from '../../engine/storage/segment.ts'
import { fromWireId } from '../../platform/ids.ts'

/** The account's books stay by law; the tombstone says that the workbook was there. */
const STAYS = ['workbook_tombstone']

describe.each(['folder', 's3'] as const)('with objects in a %s', (blobs) => {
  const service = startService({ blobs })

  test('a workbook is gone after its days in the trash: no row names it, and after the grace no object is left', async () => {
    const { workbookId, objects, store } = await trashedWorkbook()
    await age(workbookId, '31 days')

    await runTask(service.running, 'retention.sweep')
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
    const duringGrace = await tablesNaming(service.running.admin, { workbook_id: workbookId })
    const kept = await Promise.all(objects.map((name) => store.size(name)))
    await endGrace(workbookId)
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })

    expect(objects.length).toBeGreaterThan(1)
    expect(duringGrace).toEqual(['segment', 'workbook_head', ...STAYS])
    expect(kept.every((size) => (size ?? 0) > 0)).toBe(true)
    expect(await tablesNaming(service.running.admin, { workbook_id: workbookId })).toEqual(STAYS)
    expect(await Promise.all(objects.map((name) => store.size(name)))).toEqual(objects.map(() => undefined))
    expect(await tombstone(workbookId)).toMatchObject({ is_gone: true, is_log_told: true })
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
  })

  test('a purge that is stopped is finished by the next one, and meanwhile the workbook cannot be restored', async () => {
    const { workbookId, id, owner } = await trashedWorkbook()
    await age(workbookId, '31 days')
    await expect(
      runTask(service.running, 'workbook.purge', { workbook_id: workbookId }, AbortSignal.abort()),
    ).rejects.toThrow()

    expect((await owner.call('GET', '/api/v1/me/trash')).body.trash).toEqual([])
    expect((await owner.call('POST', `/api/v1/me/trash/${id}/restore`)).status).toBe(404)
    await runTask(service.running, 'retention.sweep')
    expect(await isAskedFor(service.running, `workbook.purge:${workbookId}`)).toBe(true)
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
    await endGrace(workbookId)
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })

    expect(await tablesNaming(service.running.admin, { workbook_id: workbookId })).toEqual(STAYS)
  })

  test('before its days are over nothing is taken from a workbook in the trash', async () => {
    const { workbookId, id, owner } = await trashedWorkbook()
    await age(workbookId, '29 days')

    await runTask(service.running, 'retention.sweep')
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })

    expect(await isAskedFor(service.running, `workbook.purge:${workbookId}`)).toBe(false)
    expect((await owner.call('POST', `/api/v1/me/trash/${id}/restore`)).status).toBe(200)
    expect((await owner.call('GET', `/api/v1/workbooks/${id}/tables/sales`)).body).toMatchObject({ row_count: 3 })
  })

  /** With rows, segments, history, a deleted table, members, events, an audit log and a version that is pinned. */
  async function trashedWorkbook() {
    const { owner, call, at, table, write } = await newTable(service, {
      columns: [{ name: 'n' }, { name: 'secret' }],
      rows: [1, 2, 3].map((n) => ({ n: String(n), secret: 'salary' })),
    })
    const id = at.split('/').at(-1) ?? ''
    const workbookId = fromWireId('wb', id)
    await call('PATCH', `${table}/columns/n`, { type: 'INTEGER', expected_version: null })
    await call('PATCH', `${table}/columns/n`, { type: 'BIGINT', expected_version: null })
    await write({ rows: [{ __svc_row_id: 1, secret: 'higher' }] })
    await call('PUT', `${table}/columns/n/description`, { description: 'How many' })
    await call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'a' }] })
    await call('DELETE', `${at}/tables/other?expected_version=null`)
    await service.running.admin.query(
      `insert into pin select workbook_id, table_id, 1, 'snapshot', gen_random_uuid(), null from table_head where workbook_id = $1`,
      [workbookId],
    )
    const { rows } = await service.running.admin.query('select segment_id from segment where workbook_id = $1', [
      workbookId,
    ])
    const objects = rows.map(({ segment_id }) => segmentObjectName(workbookId, segment_id))
    await call('DELETE', at)
    const { ctx } = await newOwner(service.running)
    return { owner, id, workbookId, objects, store: ctx.blobs }
  }

  async function age(workbookId: string, by: string) {
    await service.running.admin.query(
      'update workbook set deleted_at = deleted_at - $2::interval where workbook_id = $1',
      [workbookId, by],
    )
  }

  async function endGrace(workbookId: string) {
    await service.running.admin.query(
      `update segment set unreferenced_since = unreferenced_since - interval '25 hours' where workbook_id = $1`,
      [workbookId],
    )
  }

  async function tombstone(workbookId: string) {
    const { rows } = await service.running.admin.query(
      `select gone_at is not null as is_gone, audit_seq > 0 and octet_length(audit_hash) = 32 as is_log_told
       from workbook_tombstone where workbook_id = $1`,
      [workbookId],
    )
    return rows[0]
  }
})
