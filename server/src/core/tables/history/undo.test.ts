import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

async function newTable(rows: object[]) {
  const columns = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
  const made = await newTableIn(service, { columns, rows })
  const write = (sent: object[]) => made.write({ rows: sent })
  const undo = (opId: number, query = '') => made.call('POST', `${made.at}/ops/${opId}/undo${query}`)
  return { ...made, write, undo }
}

describe('undo', () => {
  test('brings updated cells back, and is an op of its own', async () => {
    const { write, undo, readAll, call, at } = await newTable([{ region: 'east', amount: 1 }])
    await write([{ __svc_row_id: 1, amount: 2 }, { region: 'west' }])

    const done = await undo(3)

    expect(done).toMatchObject({ status: 200, body: { op_id: 4, undid: 3, edit_version: 4, rows: 2, stale: [] } })
    expect(await readAll()).toEqual([{ region: 'east', amount: 1, __svc_row_id: 1 }])
    expect((await call('GET', `${at}/ops?limit=2`)).body.ops).toMatchObject([
      { op_id: 4, kind: 'rows.undo', undoable: false },
      { op_id: 3, kind: 'rows.upsert', undoable: false, undone_by: 4 },
    ])
  })

  test('brings deleted rows back under their own ids', async () => {
    const { call, table, undo, readAll, write } = await newTable([{ region: 'a', amount: 1 }, { region: 'b' }])
    await call('POST', `${table}/rows/delete`, { row_ids: [1], expected_version: null })

    expect((await undo(3)).status).toBe(200)

    expect(await readAll()).toMatchObject([
      { region: 'a', amount: 1, __svc_row_id: 1 },
      { region: 'b', __svc_row_id: 2 },
    ])
    expect((await write([{ region: 'c' }])).body.row_ids).toEqual([3])
  })

  test('happens once', async () => {
    const { undo } = await newTable([{ region: 'a' }])

    const answers = await Promise.all([undo(2), undo(2), undo(2)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await undo(2)).toMatchObject({ status: 409, body: { code: 'already_undone', undone_by: 3 } })
  })

  test('is refused when a touched cell changed since, and names it; forced it overwrites', async () => {
    const { write, undo, readAll } = await newTable([{ region: 'east', amount: 1 }])
    await write([{ __svc_row_id: 1, amount: 2 }])
    await write([{ __svc_row_id: 1, amount: 3, region: 'west' }])

    expect(await undo(3)).toMatchObject({
      status: 409,
      body: { code: 'undo_conflict', cells: [{ row_id: 1, column: 'amount', written: 2, current: 3 }] },
    })
    expect((await undo(3, '?force=true')).status).toBe(200)
    expect(await readAll()).toEqual([{ region: 'west', amount: 1, __svc_row_id: 1 }])
  })

  test('skips columns that are gone, and says how many', async () => {
    const { call, table, write, undo, readAll } = await newTable([{ region: 'east', amount: 1 }])
    await write([{ __svc_row_id: 1, amount: 2, region: 'west' }])
    await call('DELETE', `${table}/columns/amount?expected_version=null`)

    expect((await undo(3)).body).toMatchObject({ lost_columns: 1, rows: 1 })
    expect(await readAll()).toEqual([{ region: 'east', __svc_row_id: 1 }])
  })

  test('is for edits of rows only', async () => {
    const { undo, call, at } = await newTable([{ region: 'a' }])

    expect(await undo(1)).toMatchObject({ status: 400, body: { code: 'not_undoable' } })
    expect(await undo(99)).toMatchObject({ status: 404, body: { resource: 'op' } })
    await call('DELETE', `${at}/tables/sales?expected_version=null`)
    expect((await undo(2)).status).toBe(404)
  })
})
