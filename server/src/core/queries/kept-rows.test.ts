import { describe, expect, test } from 'vitest'
import type { Call } from '../../../test/client.ts'
import { tablesNaming } from '../../../test/left-behind.ts'
import { newSales } from '../../../test/new-sales.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { openBlobs } from '../../platform/blobs/open-blobs.ts'
import { resultObjectName } from './result.ts'

/** Every type, NULLs, and texts that JSON must escape; about 200 bytes a row. */
const WIDE = `SELECT i, i * 1000000000000 AS big, i / 7 AS d, (i * 1.25)::DECIMAL(12,2) AS amount, DATE '2026-01-01' + i::INT AS day,
  TIMESTAMP '2026-01-01 00:00:00' + INTERVAL (i) SECOND AS at, i % 2 = 0 AS flag, '終"\\' || i AS note,
  [i, NULL] AS list, CASE WHEN i % 3 = 0 THEN NULL ELSE 'x' END AS maybe, '{"n":1.10}'::JSON AS j, md5(i::VARCHAR) AS hash
  FROM range(?) r(i) ORDER BY i`

describe.each(['folder', 's3'] as const)('with objects in a %s', (blobs) => {
  const service = startService({ apiNodes: 2, blobs })

  test.each([
    ['few rows, which are kept in the database', 200],
    ['many rows, which are kept as an object', 9_000],
  ])('a result of %s is paged back as it was, in every format, from every node', async (_, rows) => {
    const { owner, query, workbookId } = await newSales(service)
    const first = await query(WIDE, { params: [rows], limit: 10_000 })
    const other = service.as(owner.session, 1)
    const { id } = first.body

    const paged = await allPages(other, id, Math.ceil(rows / 3))
    const lines = await other('GET', `/api/v1/results/${id}?format=ndjson&limit=10000`)
    const arrow = await bytesOf(1, owner.session, `/api/v1/results/${id}?format=arrow&limit=10000`)
    const atOnce = await bytesOf(0, owner.session, `/api/v1/results/${id}?format=arrow&limit=10000`)

    expect(first.body).toMatchObject({ row_count: rows, truncated: false, next_offset: null })
    expect(first.body.rows.length).toBe(rows)
    expect(paged.rows).toEqual(first.body.rows)
    expect(paged.last).toEqual({
      ...first.body,
      rows: expect.any(Array),
      offset: 2 * Math.ceil(rows / 3),
      limit: Math.ceil(rows / 3),
    })
    expect(lines.body.trimEnd().split('\n').map(JSON.parse)).toEqual(first.body.rows)
    expect(arrow.equals(atOnce)).toBe(true)
    expect(await objectsOf(workbookId)).toHaveLength(rows > 1_000 ? 1 : 0)
  })

  test('an object of a result is deleted when its days are over, and its row goes with the day', async () => {
    const { query, call, workbookId } = await newSales(service)
    const { body } = await query(WIDE, { params: [9_000], limit: 1 })
    const [objectId = ''] = await objectsOf(workbookId)
    const store = await openBlobs(service.running.settings.blobs)
    const before = await store.size(resultObjectName(workbookId, objectId))
    await service.running.admin.query(`update result set expires_at = now() where workbook_id = $1`, [workbookId])
    await service.running.admin.query(`update result_object set expires_at = now() where workbook_id = $1`, [
      workbookId,
    ])

    const expired = await call('GET', `/api/v1/results/${body.id}`)
    await runTask(service.running, 'retention.sweep')

    expect(expired).toMatchObject({ status: 410, body: { code: 'result_expired' } })
    expect(before).toBeGreaterThan(10_000)
    expect(await store.size(resultObjectName(workbookId, objectId))).toBeUndefined()
    expect(await objectsOf(workbookId)).toEqual([])
    store.close()
  })

  test('an object that is gone or damaged is reported, never served', async () => {
    const { query, call, workbookId } = await newSales(service)
    const { body } = await query(WIDE, { params: [9_000], limit: 1 })
    const [objectId = ''] = await objectsOf(workbookId)
    const store = await openBlobs(service.running.settings.blobs)
    await store.put(resultObjectName(workbookId, objectId), Buffer.from('not what was put there'))

    const damaged = await call('GET', `/api/v1/results/${body.id}`)

    expect(damaged).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    store.close()
  })

  test('a workbook that is purged takes its results and their objects along', async () => {
    const { query, call, at, workbookId } = await newSales(service)
    await query(WIDE, { params: [9_000], limit: 1 })
    await query('SELECT 1')
    const [objectId = ''] = await objectsOf(workbookId)
    await call('DELETE', at)
    await service.running.admin.query(
      `update workbook set deleted_at = deleted_at - interval '31 days' where workbook_id = $1`,
      [workbookId],
    )

    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })
    await runTask(service.running, 'retention.sweep')
    await runTask(service.running, 'workbook.purge', { workbook_id: workbookId })

    const store = await openBlobs(service.running.settings.blobs)
    expect(await store.size(resultObjectName(workbookId, objectId))).toBeUndefined()
    expect(await tablesNaming(service.running.admin, { workbook_id: workbookId })).toEqual(['workbook_tombstone'])
    store.close()
  })

  async function objectsOf(workbookId: string): Promise<string[]> {
    const { rows } = await service.running.admin.query('select object_id from result_object where workbook_id = $1', [
      workbookId,
    ])
    return rows.map(({ object_id }) => object_id)
  }

  async function bytesOf(node: number, credential: string, path: string): Promise<Buffer> {
    const response = await fetch(`${service.url(node)}${path}`, { headers: { authorization: `Bearer ${credential}` } })
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream')
    return Buffer.from(await response.arrayBuffer())
  }
})

async function allPages(call: Call, id: string, limit: number) {
  const rows: unknown[] = []
  let last: Record<string, unknown> = {}
  for (let offset: number | null = 0; offset !== null; offset = last.next_offset as number | null) {
    last = (await call('GET', `/api/v1/results/${id}?offset=${offset}&limit=${limit}`)).body
    rows.push(...(last.rows as unknown[]))
  }
  return { rows, last }
}
