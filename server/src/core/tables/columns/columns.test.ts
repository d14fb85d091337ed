import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const newTable = (columns: object[] = COLUMNS, name = 'sales') => newTableIn(service, { columns, name })

describe('columns', () => {
  test('are added, renamed and dropped, each one version', async () => {
    const { call, table } = await newTable()

    const added = await call('POST', `${table}/columns`, {
      column: 'rate',
      type: 'double',
      default: 0.5,
      expected_version: 1,
    })
    const renamed = await call('PATCH', `${table}/columns/rate`, { new_name: 'share', expected_version: 2 })
    const dropped = await call('DELETE', `${table}/columns/region?expected_version=3`)

    expect(added).toMatchObject({ status: 201, body: { name: 'sales', edit_version: 2, op_id: 2, stale: [] } })
    expect(renamed).toMatchObject({ status: 200, body: { edit_version: 3 } })
    expect(dropped).toMatchObject({
      status: 200,
      body: { edit_version: 4, columns: [{ name: 'amount' }, { name: 'share', type: 'DOUBLE' }] },
    })
    expect((await call('GET', `${table}/columns`)).body.columns).toEqual(dropped.body.columns)
    expect((await call('GET', `${table.replace('/tables/', '/artifacts/')}/columns`)).body.edit_version).toBe(4)
  })

  test('are refused when the name is taken, the default does not fit, or the last one would go', async () => {
    const { call, table } = await newTable([{ name: 'only' }])
    const add = (body: object) => call('POST', `${table}/columns`, { expected_version: null, ...body })

    expect(await add({ column: 'ONLY' })).toMatchObject({ status: 422, body: { code: 'name_taken' } })
    expect(await add({ column: 'n', type: 'INTEGER', default: '1.5' })).toMatchObject({
      status: 400,
      body: { code: 'uncastable_value', column: 'n', count: 1, samples: ['1.5'] },
    })
    expect(await add({ column: 'n', type: 'BLOB' })).toMatchObject({ status: 422 })
    expect(await call('DELETE', `${table}/columns/only?expected_version=null`)).toMatchObject({
      status: 400,
      body: { code: 'last_column' },
    })
    expect(await call('DELETE', `${table}/columns/nothing?expected_version=null`)).toMatchObject({
      status: 404,
      body: { resource: 'column' },
    })
  })

  test('change by name or by type, never by both or neither', async () => {
    const { call, table } = await newTable()

    for (const body of [{}, { new_name: 'x', type: 'VARCHAR' }])
      expect((await call('PATCH', `${table}/columns/region`, { expected_version: 1, ...body })).status).toBe(422)
  })

  test('are described without a new version, and keep it when renamed', async () => {
    const { call, table } = await newTable()

    expect(
      await call('PUT', `${table}/columns/region/description`, { description: 'Where it was sold' }),
    ).toMatchObject({ status: 200, body: { name: 'sales', column: 'region', description: 'Where it was sold' } })
    await call('PATCH', `${table}/columns/region`, { new_name: 'area', expected_version: 1 })

    expect((await call('GET', table)).body).toMatchObject({
      edit_version: 2,
      columns: [{ name: 'area', description: 'Where it was sold' }, { description: null }],
    })
  })
})

describe('the version a write expects', () => {
  test('must be said: as expected_version, as If-Match, or alike in both', async () => {
    const { call, table } = await newTable()
    const add = (column: string, body: object, headers: Record<string, string> = {}) =>
      call('POST', `${table}/columns`, { column, ...body }, headers)

    expect(await add('a', {})).toMatchObject({ status: 422, body: { errors: [{ loc: ['body', 'expected_version'] }] } })
    expect((await add('a', {}, { 'if-match': '"1"' })).status).toBe(201)
    expect((await add('b', { expected_version: 2 }, { 'if-match': '"2"' })).status).toBe(201)
    expect((await add('c', { expected_version: 3 }, { 'if-match': '"2"' })).status).toBe(422)
    expect((await add('c', {}, { 'if-match': 'two' })).status).toBe(422)
    expect((await add('c', {}, { 'if-match': '"2"' })).status).toBe(409)
  })

  test('may be declined, which history tells', async () => {
    const { call, table, at } = await newTable()

    await call('POST', `${table}/columns`, { column: 'a', expected_version: null, actor: 'nightly job' })

    expect((await call('GET', `${at}/ops?limit=1`)).body).toMatchObject({
      ops: [{ kind: 'column.add', unconditional: true, expected_version: null, actor: { name: 'nightly job' } }],
      next_before: 2,
    })
    expect((await call('GET', `${at}/ops?limit=1&before=2`)).body).toMatchObject({
      ops: [{ op_id: 1 }],
      next_before: null,
    })
  })
})
