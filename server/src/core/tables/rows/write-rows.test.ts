import { describe, expect, test } from 'vitest'
import { newTable as newTableIn, PRICED_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const newTable = (rows: object[] = []) => newTableIn(service, { columns: PRICED_SALES, rows })

describe('writing rows', () => {
  test('inserts those without an id and updates those with one, in one version', async () => {
    const { call, table, write } = await newTable([{ region: 'east', amount: 10, price: '1.5' }])

    const done = await write({
      rows: [
        { __svc_row_id: 1, amount: 11 },
        { region: 'west', amount: 3 },
      ],
      expected_version: 2,
      actor: 'nightly job',
    })

    expect(done).toMatchObject({
      status: 200,
      body: {
        edit_version: 3,
        op_id: 3,
        inserted: 1,
        updated: 1,
        unchanged: 0,
        row_ids: [1, 2],
        rejected: [],
        rows: null,
        stale: [],
      },
    })
    const page = await call('GET', `${table}/rows`)
    expect(page.headers.get('etag')).toBe('"3"')
    expect(page.body).toEqual({
      name: 'sales',
      edit_version: 3,
      row_count: 2,
      columns: expect.any(Array),
      rows: [
        { region: 'east', amount: 11, price: '1.50', note: null, __svc_row_id: 1 },
        { region: 'west', amount: 3, price: null, note: null, __svc_row_id: 2 },
      ],
      masked_columns: [],
      freshness: { stale: false, stale_since: null },
      next_cursor: null,
    })
  })

  test('that change nothing make no version and no op', async () => {
    const { write } = await newTable([{ region: 'east', amount: 10, price: '1.50' }])

    const done = await write({ rows: [{ __svc_row_id: 1, amount: '10', price: 1.5 }], expected_version: 2 })

    expect(done.body).toMatchObject({ edit_version: 2, op_id: null, updated: 0, unchanged: 1, row_ids: [1] })
  })

  test('is refused when the table moved on, and says which rows did', async () => {
    const { write } = await newTable([{ region: 'east' }, { region: 'west' }])
    await write({ rows: [{ __svc_row_id: 2, amount: 1 }], expected_version: 2 })

    expect(await write({ rows: [{ __svc_row_id: 1, amount: 1 }], expected_version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', expected_version: 2, current_version: 3, changed_rows: [2] },
    })
  })

  test('is refused as a whole for one bad value, which it names', async () => {
    const { write, readAll } = await newTable([{ region: 'east', amount: 1 }])

    const refused = await write({ rows: [{ region: 'new' }, { __svc_row_id: 1, amount: '1.5' }, { amount: 'x' }] })

    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'uncastable_value',
        column: 'amount',
        row_ids: [1],
        count: 2,
        samples: ['1.5', 'x'],
        errors: [{ loc: ['body', 'rows', 1, 'amount'] }, { loc: ['body', 'rows', 2, 'amount'] }],
      },
    })
    expect(await readAll()).toHaveLength(1)
  })

  test('takes a number for a text as its JSON text, unless its sender is strict', async () => {
    const { write, readAll, call, table } = await newTable([{ region: 'east', amount: 1 }])

    const written = await write({ rows: [{ region: 5 }, { region: -1.5 }, { region: 1e-7 }] })
    const a1 = { range: 'A2', values: [[42]], expected_version: null }
    const placed = await call('PUT', `${table}/a1`, a1)
    const strict = await write({ rows: [{ region: 5 }] }, { prefer: 'handling=strict' })
    const others = await Promise.all([{ region: true }, { region: 2 ** 60 }].map((row) => write({ rows: [row] })))

    expect([written.status, placed.status]).toEqual([200, 200])
    expect((await readAll('columns=region')).map(({ region }: { region: string }) => region)).toEqual([
      '42',
      '5',
      '-1.5',
      '1e-7',
    ])
    for (const refused of [strict, ...others])
      expect(refused).toMatchObject({ status: 400, body: { code: 'uncastable_value' } })
  })

  test('skips bad rows where asked to, and lists them', async () => {
    const { write, readAll } = await newTable([{ region: 'east' }])

    const done = await write({
      rows: [{ amount: 'x' }, { region: 'west' }, { __svc_row_id: 99, region: 'gone' }, { __svc_row_id: 1, amount: 5 }],
      on_error: 'skip',
    })

    expect(done.body).toMatchObject({
      inserted: 1,
      updated: 1,
      row_ids: [null, 2, null, 1],
      rejected: [
        { index: 0, column: 'amount', code: 'uncastable_value' },
        { index: 2, column: '__svc_row_id', code: 'row_not_found' },
      ],
    })
    expect(await readAll('columns=region,amount')).toEqual([
      { region: 'east', amount: 5, __svc_row_id: 1 },
      { region: 'west', amount: null, __svc_row_id: 2 },
    ])
  })

  test('names rows and columns that are not there', async () => {
    const { write } = await newTable([{ region: 'east' }])

    expect(await write({ rows: [{ __svc_row_id: 7, amount: 1 }, { __svc_row_id: 9 }] })).toMatchObject({
      status: 404,
      body: { code: 'row_not_found', row_ids: [7, 9] },
    })
    expect(await write({ rows: [{ regoin: 'x' }], on_error: 'skip' })).toMatchObject({
      status: 422,
      body: { code: 'unknown_column', columns: ['regoin'] },
    })
    for (const __svc_row_id of [0, 1.5, '1', true]) expect((await write({ rows: [{ __svc_row_id }] })).status).toBe(422)
  })

  test('finds rows by their values; NULL matches nothing, several matches are refused', async () => {
    const { write, readAll } = await newTable([
      { region: 'east', amount: 1 },
      { region: 'west', amount: 2 },
      { region: 'west', amount: 3 },
      { amount: 4 },
    ])

    const done = await write({
      rows: [
        { region: 'east', amount: 10 },
        { region: 'north', amount: 20 },
        { region: null, amount: 30 },
      ],
      match_on: ['region'],
    })
    expect(done.body).toMatchObject({ inserted: 2, updated: 1, row_ids: [1, 5, 6] })

    expect(await write({ rows: [{ region: 'west', amount: 0 }], match_on: ['region'] })).toMatchObject({
      status: 409,
      body: { code: 'ambiguous_match', index: 0, row_ids: [2, 3] },
    })
    expect(
      (await write({ rows: [{ region: 'west', amount: 3, price: 1 }], match_on: ['region', 'amount'] })).body,
    ).toMatchObject({ updated: 1, row_ids: [3] })
    expect((await readAll('columns=amount')).map(({ amount }: { amount: number }) => amount)).toEqual([
      10, 2, 3, 4, 20, 30,
    ])
    expect((await write({ rows: [{}], match_on: ['nothing'] })).body.code).toBe('unknown_column')
  })

  test('as insert or update takes only rows of that kind', async () => {
    const { write } = await newTable([{ region: 'east' }])

    expect((await write({ rows: [{ __svc_row_id: 1 }], mode: 'insert' })).status).toBe(422)
    expect((await write({ rows: [{ region: 'x' }], mode: 'update' })).status).toBe(422)
    expect(await write({ rows: [{ region: 'x' }], mode: 'update', match_on: ['region'] })).toMatchObject({
      status: 404,
      body: { code: 'row_not_found' },
    })
    expect((await write({ rows: [{ region: 'x' }], mode: 'insert', match_on: ['region'] })).status).toBe(422)
    expect((await write({ rows: [{ region: 'x' }], mode: 'insert' })).body.inserted).toBe(1)
  })

  test('locks rows instead of the table where asked to', async () => {
    const { write } = await newTable([{ region: 'east' }, { region: 'west' }])
    await write({ rows: [{ __svc_row_id: 2, amount: 1 }] })
    const locked = (row: object) => write({ rows: [row], lock: 'row' })

    expect((await locked({ __svc_row_id: 1, amount: 5, __svc_row_version: 2 })).body.updated).toBe(1)
    expect(await locked({ __svc_row_id: 2, amount: 5, __svc_row_version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current_version: 4, changed_rows: [2] },
    })
    expect((await locked({ __svc_row_id: 2, amount: 5, __svc_row_version: 3 })).body.updated).toBe(1)
    expect((await locked({ __svc_row_id: 2, amount: 6 })).status).toBe(422)
  })

  test('returns the rows as they are now where asked to, digit by digit', async () => {
    const { write } = await newTable()

    const done = await write({
      rows: [{ region: 'east', price: '12345678.90', note: '{"n": 1.0, "big": 123456789012345678901234567890}' }],
      return: 'rows',
    })

    expect(done.body.rows).toEqual([
      { region: 'east', amount: null, price: '12345678.90', note: expect.anything(), __svc_row_id: 1 },
    ])
    expect((await write({ rows: [{ region: 'x' }], return: 'none' })).body.row_ids).toEqual([])
  })

  test('rows that name one row are as if sent one after another', async () => {
    const { write, readAll } = await newTable([{ region: 'east' }])

    const done = await write({
      rows: [
        { __svc_row_id: 1, amount: 1 },
        { __svc_row_id: 1, amount: 2, price: 3 },
      ],
    })
    await write({
      rows: [
        { region: 'n', amount: 1 },
        { region: 'n', price: 9 },
      ],
      match_on: ['region'],
    })

    expect(done.body).toMatchObject({ updated: 1, row_ids: [1, 1] })
    expect(await readAll()).toMatchObject([
      { region: 'east', amount: 2, price: '3.00' },
      { region: 'n', amount: 1, price: '9.00' },
    ])
  })

  test('of a column added later: older rows and those that say nothing hold its default', async () => {
    const { call, table, write, readAll } = await newTable([{ region: 'east' }])
    await call('POST', `${table}/columns`, { column: 'unit', default: 'kg', expected_version: 2 })
    await write({ rows: [{ region: 'west' }, { region: 'north', unit: null }, { region: 'south', unit: 't' }] })

    expect((await readAll('columns=unit&include_row_ids=false')).map(({ unit }: { unit: string }) => unit)).toEqual([
      'kg',
      'kg',
      null,
      't',
    ])
    expect((await write({ rows: [{ __svc_row_id: 1, unit: 'kg' }] })).body.unchanged).toBe(1)
  })

  test('sent twice under one key is done once', async () => {
    const { write, readAll, call, at } = await newTable()
    const once = () => write({ rows: [{ region: 'east' }] }, { 'idempotency-key': 'k1' })

    const answers = await Promise.all([once(), once(), once()])

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await readAll()).toHaveLength(1)
    expect((await call('GET', `${at}/ops?limit=1`)).body.ops[0]).toMatchObject({ idempotency_key: 'k1', rows: 1 })
  })

  test('by many at once: every unconditional write happens, each in a version of its own', async () => {
    const { write, call, table } = await newTable([{ amount: 0 }])

    const done = await Promise.all(
      Array.from({ length: 12 }, (_, n) => write({ rows: [{ __svc_row_id: 1, amount: n + 1 }] })),
    )

    expect(done.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(done.map(({ body }) => body.edit_version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 3),
    )
    expect((await call('GET', table)).body.edit_version).toBe(14)
  })
})

describe('deleting rows', () => {
  test('takes them away, and names those that were not there', async () => {
    const { call, table, readAll } = await newTable([{ region: 'a' }, { region: 'b' }, { region: 'c' }])

    const done = await call('POST', `${table}/rows/delete`, { row_ids: [1, 3, 3, 8], expected_version: 2 })
    const one = await call('DELETE', `${table}/rows/2?expected_version=3`)

    expect(done).toMatchObject({
      status: 200,
      body: { edit_version: 3, op_id: 3, deleted: 2, missing: [8], stale: [] },
    })
    expect(one).toMatchObject({ status: 200, body: { edit_version: 4, deleted: 1, missing: [] } })
    expect(await readAll()).toEqual([])
    expect((await call('DELETE', `${table}/rows/2?expected_version=null`)).body).toMatchObject({
      edit_version: 4,
      op_id: null,
      deleted: 0,
      missing: [2],
    })
  })
})
