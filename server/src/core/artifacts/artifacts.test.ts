import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const newTable = () => newTableIn(service, { columns: [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }] })

describe('artifacts', () => {
  test('are listed with what they hold', async () => {
    const { call, at, created } = await newTable()

    expect((await call('GET', `${at}/artifacts`)).body.artifacts).toMatchObject([
      { name: 'sales', type: 'table', id: created.body.table.id, row_count: 0, state: 'active', table_name: 'sales' },
    ])
    expect((await call('GET', `${at}/artifacts/sales`)).body.schema).toMatchObject([
      { name: 'region', type: 'VARCHAR' },
      { name: 'amount', type: 'INTEGER' },
    ])
  })

  test('are archived and brought back; twice changes nothing', async () => {
    const { call, at } = await newTable()

    for (let n = 0; n < 2; n++)
      expect(await call('POST', `${at}/artifacts/sales/archive`)).toMatchObject({
        status: 200,
        body: { name: 'sales', state: 'archived', type: 'table', table_name: 'sales' },
      })
    expect((await call('GET', `${at}/artifacts`)).body.artifacts).toEqual([])
    expect((await call('GET', `${at}/artifacts?state=archived`)).body.artifacts).toHaveLength(1)
    expect((await call('GET', `${at}/tables/sales`)).body.state).toBe('archived')
    for (let n = 0; n < 2; n++)
      expect((await call('POST', `${at}/tables/sales/unarchive`, {})).body).toMatchObject({ state: 'active' })
  })

  test('come back as <name>_raw when their name is in use, or under a name that is given', async () => {
    const { call, at, created } = await newTable()
    const create = () => call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'a' }] })
    await call('POST', `${at}/artifacts/sales/archive`)
    await create()

    expect((await call('POST', `${at}/artifacts/${created.body.table.id}/unarchive`)).body.name).toBe('sales_raw')

    await call('POST', `${at}/artifacts/sales/archive`)
    await create()
    const { id } = (await call('GET', `${at}/artifacts/sales?state=archived`)).body
    expect(await call('POST', `${at}/artifacts/${id}/unarchive`)).toMatchObject({
      status: 409,
      body: { code: 'name_taken', name: 'sales_raw' },
    })
    expect((await call('POST', `${at}/artifacts/${id}/unarchive`, { as_name: 'old' })).body.name).toBe('old')
  })

  test('are described without a new version', async () => {
    const { call, at } = await newTable()

    expect(await call('PUT', `${at}/artifacts/sales/description`, { description: 'What we sold' })).toMatchObject({
      status: 200,
      body: { name: 'sales', description: 'What we sold' },
    })
    expect((await call('GET', `${at}/tables/sales`)).body).toMatchObject({
      description: 'What we sold',
      edit_version: 1,
    })
  })

  test('a chart is an artifact and no table', async () => {
    const { call, at } = await newTable()
    await service.running.admin.query(
      `insert into artifact (workbook_id, artifact_id, kind, name, state)
       select workbook_id, gen_random_uuid(), 'chart', 'trend', 'active' from artifact order by created_at desc limit 1`,
    )

    expect((await call('GET', `${at}/artifacts/trend`)).body).toMatchObject({ type: 'chart', schema: null })
    expect((await call('GET', `${at}/tables/trend`)).status).toBe(404)
    expect((await call('POST', `${at}/tables/trend/archive`)).status).toBe(404)
    expect((await call('POST', `${at}/artifacts/trend/archive`)).status).toBe(200)
  })
})
