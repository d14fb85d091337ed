import { describe, expect, test } from 'vitest'
import { newTable as newTableIn, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = (rows: object[]) => newTableIn(service, { columns: SALES, rows })

describe('cells by their places', () => {
  test('are read with the header as row 1', async () => {
    const { call, table } = await newTable(THREE_SALES)
    const read = async (range: string) => (await call('GET', `${table}/a1?range=${encodeURIComponent(range)}`)).body

    expect(await read('A1:B3')).toEqual({
      range: 'A1:B3',
      values: [
        ['region', 'amount'],
        ['a', 1],
        ['b', 2],
      ],
      edit_version: 2,
    })
    expect(await read('B:B')).toMatchObject({ range: 'B1:B4', values: [['amount'], [1], [2], [3]] })
    expect(await read('3:9')).toMatchObject({
      range: 'A3:C4',
      values: [
        ['b', 2, null],
        ['c', 3, null],
      ],
    })
    expect(await read('b4')).toMatchObject({ range: 'B4', values: [[3]] })
    expect((await read('D1')).code).toBe('range_out_of_bounds')
    expect((await read('A6')).code).toBe('range_out_of_bounds')
    expect((await read('A1:')).code).toBe('validation_error')
  })

  test('are written from one cell on, and rows below the last one are added', async () => {
    const { call, table, at } = await newTable(THREE_SALES)

    const done = await call('PUT', `${table}/a1`, {
      range: 'B3',
      values: [
        [20, 'x'],
        [30, 'y'],
        [40, 'z'],
      ],
      expected_version: 2,
    })

    expect(done).toMatchObject({
      status: 200,
      body: { range: 'B3:C5', edit_version: 3, op_id: 3, inserted: 1, updated: 2, stale: [] },
    })
    expect((await call('GET', `${table}/a1?range=A2:C5`)).body.values).toEqual([
      ['a', 1, null],
      ['b', 20, 'x'],
      ['c', 30, 'y'],
      [null, 40, 'z'],
    ])
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops[0]).toMatchObject({
      kind: 'rows.upsert',
      via: 'a1',
      undoable: true,
    })
  })

  test('are refused in the header, outside the table, or in another shape than the values', async () => {
    const { call, table } = await newTable(THREE_SALES)
    const put = async (range: string, values: unknown[][]) => {
      const { status, body } = await call('PUT', `${table}/a1`, { range, values, expected_version: null })
      return [status, body.code]
    }

    expect(await put('A1', [['x']])).toEqual([400, 'header_not_writable'])
    expect(await put('C2', [['x', 'y']])).toEqual([400, 'range_out_of_bounds'])
    expect(await put('A6', [['x']])).toEqual([400, 'range_out_of_bounds'])
    expect(await put('A2:B3', [['x']])).toEqual([422, 'shape_mismatch'])
    expect(await put('A2', [['x', 1], ['y']])).toEqual([422, 'shape_mismatch'])
    expect(await put('B2', [['x']])).toEqual([400, 'uncastable_value'])
    expect(await put('A5', [['d']])).toEqual([200, undefined])
  })
})
