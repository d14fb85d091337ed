import { describe, expect, test } from 'vitest'
import { newTable as newTableIn, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = (rows: object[]) => newTableIn(service, { columns: SALES, rows })

describe('history', () => {
  test('of a row tells every cell that changed, newest first, and by whom', async () => {
    const { call, table, write } = await newTable([{ region: 'a', amount: 1 }])
    await write({ rows: [{ __svc_row_id: 1, amount: 2, note: 'n' }], actor: 'Aiko' })
    await call('DELETE', `${table}/rows/1?expected_version=null`)

    const { body } = await call('GET', `${table}/rows/1/history?limit=2`)
    const rest = await call('GET', `${table}/rows/1/history?limit=2&cursor=${body.next_cursor}`)

    expect(body.changes).toMatchObject([
      { op_id: 4, edit_version: 4, column: 'region', old: 'a', new: null },
      { column: 'amount', old: 2, new: null },
      { column: 'note', old: 'n', new: null },
      { op_id: 3, edit_version: 3, column: 'amount', old: 1, new: 2, actor: { name: 'Aiko' } },
      { column: 'note', old: null, new: 'n' },
    ])
    expect(rest.body).toMatchObject({
      changes: [
        { op_id: 2, column: 'region', old: null, new: 'a' },
        { column: 'amount', new: 1 },
      ],
      next_cursor: null,
    })
  })

  test('of a table tells which rows were edited since a version', async () => {
    const { call, table, write } = await newTable(THREE_SALES)
    await write({ rows: [{ __svc_row_id: 2, amount: 9 }, { region: 'd' }] })
    await call('POST', `${table}/rows/delete`, { row_ids: [1], expected_version: null })
    const walk = async () => {
      const seen: unknown[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await call('GET', `${table}/changes?since=2&limit=2${cursor && `&cursor=${cursor}`}`)
        expect(body).toMatchObject({ from: 2, to: 4 })
        seen.push(...body.changes)
        cursor = body.next_cursor
      }
      return seen
    }

    expect(await walk()).toEqual([
      { row_id: 2, change: 'update', columns: ['amount'] },
      { row_id: 4, change: 'insert', columns: [] },
      { row_id: 1, change: 'delete', columns: [] },
    ])
    expect((await call('GET', `${table}/changes?since=4`)).body.changes).toEqual([])
    await service.running.admin.query('delete from table_version where version = 2')
    expect(await call('GET', `${table}/changes?since=2`)).toMatchObject({
      status: 410,
      body: { code: 'history_expired' },
    })
  })
})
