import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const newTable = (columns: object[] = COLUMNS, name = 'sales') => newTableIn(service, { columns, name })

describe('a table', () => {
  test('is created empty, at version 1, and read back with its columns', async () => {
    const { created, call, table, at } = await newTable([{ name: '地域' }, { name: 'amount', type: 'numeric(10, 2)' }])

    expect(created).toMatchObject({
      status: 201,
      body: { table: { name: 'sales', type: 'table', edit_version: 1, layer: 'base', table_name: 'sales' } },
    })
    const read = await call('GET', table)
    expect(read).toMatchObject({
      status: 200,
      body: {
        name: 'sales',
        state: 'active',
        row_count: 0,
        edit_version: 1,
        columns: [
          { name: '地域', column: '地域', type: 'VARCHAR', masked: false },
          { name: 'amount', type: 'DECIMAL(10,2)' },
        ],
        freshness: { stale: false, stale_since: null, reason: null, upstream: [] },
        masked_columns: [],
      },
    })
    expect(read.headers.get('etag')).toBe('"1"')
    expect((await call('GET', `${at}/tables`)).body.tables).toMatchObject([
      { name: 'sales', row_count: 0, layer: 'base', state: 'active', edit_version: 1, stale: false },
    ])
    expect((await call('GET', at)).body.table_count).toBe(1)
  })

  test('is found by its id, and by its name however that is composed', async () => {
    const { call, at, created } = await newTable([{ name: 'a' }], 'カ\u3099ス')

    expect(created.body.table.name).toBe('ガス')
    expect((await call('GET', `${at}/tables/${encodeURIComponent('ガス')}`)).status).toBe(200)
    expect((await call('GET', `${at}/tables/${encodeURIComponent('カ\u3099ス')}`)).status).toBe(200)
    expect((await call('GET', `${at}/tables/${created.body.table.id}`)).body.name).toBe('ガス')
  })

  test('is refused when its name is taken, reserved, empty or too long', async () => {
    const { call, at } = await newTable()
    const create = (name: string) => call('POST', `${at}/tables`, { name, columns: [{ name: 'a' }] })

    expect(await create('sales')).toMatchObject({ status: 422, body: { code: 'name_taken' } })
    for (const name of ['__svc_x', '__SVC_x', '', 'x'.repeat(201)])
      expect(await create(name)).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })

  test('is refused when two columns have one name or a type is none', async () => {
    const { call, at } = await newTable()
    const create = (columns: object[]) => call('POST', `${at}/tables`, { name: 'other', columns })

    expect(await create([{ name: 'a' }, { name: 'A' }])).toMatchObject({
      status: 422,
      body: { code: 'name_taken', name: 'A' },
    })
    expect(await create([{ name: 'a', type: 'BLOB' }])).toMatchObject({
      status: 422,
      body: { code: 'validation_error', errors: [{ loc: ['body', 'columns', 0, 'type'] }] },
    })
    expect((await create([])).status).toBe(422)
    expect((await create(Array.from({ length: 201 }, (_, n) => ({ name: `c${n}` })))).status).toBe(422)
  })

  test('finds no room past 500 in a workbook', async () => {
    const { call, at } = await newTable()
    await service.running.admin.query(
      `insert into artifact (workbook_id, artifact_id, kind, layer, name, state)
       select workbook_id, gen_random_uuid(), 'table', 'base', 'filler ' || n, 'archived'
       from artifact, generate_series(1, 499) as n where artifact_id = (select max(artifact_id::text) from artifact)::uuid`,
    )

    expect(await call('POST', `${at}/tables`, { name: 'one more', columns: [{ name: 'a' }] })).toMatchObject({
      status: 409,
      body: { code: 'limit_reached', limit: 500 },
    })
  })

  test('is renamed under the version its sender saw', async () => {
    const { call, table, at } = await newTable()
    await call('POST', `${at}/tables`, { name: 'costs', columns: [{ name: 'a' }] })

    expect(await call('PATCH', table, { new_name: 'costs', expected_version: 1 })).toMatchObject({
      status: 422,
      body: { code: 'name_taken' },
    })
    expect(await call('PATCH', table, { new_name: 'revenue', expected_version: 7 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', expected_version: 7, current_version: 1 },
    })
    expect(await call('PATCH', table, { new_name: 'revenue', expected_version: 1 })).toMatchObject({
      status: 200,
      body: { name: 'revenue', edit_version: 2 },
    })
    expect((await call('GET', table)).status).toBe(404)
  })

  test('goes to the trash, and its name is free at once', async () => {
    const { call, table, at } = await newTable()

    expect((await call('DELETE', table)).status).toBe(422)
    expect(await call('DELETE', `${table}?expected_version=2`)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current_version: 1 },
    })
    expect((await call('DELETE', `${table}?expected_version=1&actor=cleaner`)).status).toBe(204)

    expect((await call('GET', table)).status).toBe(404)
    expect((await call('GET', at)).body.table_count).toBe(0)
    expect((await call('GET', `${at}/ops`)).body.ops).toMatchObject([
      { kind: 'table.delete', table: 'sales', expected_version: 1, actor: { name: 'cleaner' }, undoable: false },
      { kind: 'table.create', edit_version: 1 },
    ])
    expect((await call('GET', `${at}/audit-log`)).body).toMatchObject({
      chain_valid: true,
      entries: [{ action: 'table.delete', op_id: 2 }, { action: 'table.create', op_id: 1 }, {}],
    })
    expect((await call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'a' }] })).status).toBe(201)
  })

  test('is read by a viewer and changed by an editor only', async () => {
    const { owner, table, at } = await newTable()
    const viewer = await service.newPerson()
    await owner.call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })

    expect((await viewer.call('GET', table)).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', `${at}/tables`, { name: 'x', columns: [{ name: 'a' }] }],
      ['PATCH', table, { new_name: 'x', expected_version: null }],
      ['DELETE', `${table}?expected_version=null`],
      ['POST', `${table}/columns`, { column: 'x', expected_version: null }],
      ['POST', `${table}/rows`, { rows: [{}], expected_version: null }],
      ['POST', `${table}/archive`],
    ] as const)
      expect(await viewer.call(method, path, body)).toMatchObject({ status: 403, body: { code: 'role_required' } })
  })
})
