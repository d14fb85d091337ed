import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { workbookOf } from '../../../../test/loader-world.ts'
import { startService } from '../../../../test/service.ts'
import { newSourcePlace } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const ORDERS = { bytes: 'code,name,amount\nA1,Ann,10\nB2,Bob,20\n', filename: 'orders.csv' }
const SOURCE = '/sources/orders.csv'

async function uploaded() {
  const place = await newSourcePlace(service)
  await place.upload(ORDERS)
  return {
    ...place,
    again: (body: Body = {}) => place.call('POST', `${SOURCE}/materialize`, body),
    /** Corrects the first region. */
    correct: async (change: (region: Body) => void) => {
      const { body: spec } = await place.call('GET', `${SOURCE}/parse-spec`)
      change(spec.regions[0])
      await place.call('PUT', `${SOURCE}/parse-spec?preview=false`, spec)
    },
    versionOf: async (table: string) => (await place.call('GET', `/tables/${table}`)).body.edit_version,
    tables: async () => (await place.call('GET', '/tables')).body.tables.map(({ name }: Body) => name).sort(),
  }
}

test('making the tables of a source again replaces them, and leaves one that would be the same as it is', async () => {
  const { again, correct, versionOf, tables, rows, events } = await uploaded()
  const before = (await events()).length

  const same = await again()
  const emitted = (await events()).length
  await correct((region) => {
    region.columns[1].name = 'customer'
  })
  const replaced = await again()
  const repeated = await again()

  expect(same).toMatchObject({ status: 200, body: { unchanged: true, archived: [], kept: [], edit_version: 1 } })
  expect(same.body.reports).toMatchObject([{ table: 'orders', inserted: 0, unchanged: 2 }])
  expect(emitted).toBe(before)
  expect(replaced).toMatchObject({ status: 200, body: { unchanged: false, edit_version: 2 } })
  expect(replaced.body.artifacts.map(({ name }: Body) => name)).toEqual(['orders'])
  expect(repeated.body).toMatchObject({ unchanged: true, edit_version: 2 })
  expect(await tables()).toEqual(['orders'])
  expect(await versionOf('orders')).toBe(2)
  expect((await rows('orders'))[0]).toEqual({ code: 'A1', customer: 'Ann', amount: 10 })
})

test('a table that was edited since is overwritten only at the version that the request names', async () => {
  const { again, call, rows } = await uploaded()
  const edit = { rows: [{ code: 'C3', name: 'Cyd', amount: 30 }], expected_version: 1 }
  await call('POST', '/tables/orders/rows', edit)

  const refused = await again()
  const older = await again({ expected_versions: { orders: 1 } })
  const unknown = await again({ expected_versions: { other: 1 } })
  const kept = await rows('orders')
  const source = (await call('GET', SOURCE)).body
  const done = await again({ expected_versions: { orders: 2 } })

  expect(refused).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 2 } })
  expect([older.status, unknown.status]).toEqual([409, 422])
  expect(kept).toHaveLength(3)
  expect([source.status, source.error]).toEqual(['materialized', null])
  expect(done).toMatchObject({ status: 200, body: { edit_version: 3 } })
  expect(await rows('orders')).toHaveLength(2)
})

test('tables that a corrected spec no longer makes are archived and come back with it, unless they are in use', async () => {
  const { again, call, correct, tables } = await uploaded()
  const rename = (name: string) =>
    correct((region) => {
      region.outputs[0].name = name
    })

  await rename('sales')
  const renamed = await again()
  const afterwards = await tables()
  await rename('orders')
  const back = await again()
  const sums = { name: 'sums', code: 'SELECT sum(amount) AS amount FROM {{ t }}', args: { t: 'orders' } }
  await call('POST', '/transforms', sums)
  await rename('sales')
  const used = await again()

  expect(renamed.body).toMatchObject({ archived: ['orders'], kept: [] })
  expect(afterwards).toEqual(['sales'])
  expect(back.body).toMatchObject({ archived: ['sales'], kept: [] })
  expect(used.body).toMatchObject({ archived: [], kept: ['orders'] })
})

test('sheets that were one table and are not any more leave no second copy of their rows', async () => {
  const { call, upload } = await newSourcePlace(service)
  const sheet = (day: string, amount: number) => [
    ['Day', 'Customer', 'Amount'],
    [day, 'Acme', amount],
    [day, 'Beta', amount + 1],
  ]
  const bytes = new Uint8Array(workbookOf({ Jan: sheet('2025-01-05', 10), Feb: sheet('2025-02-05', 70) }))
  await upload({ bytes, filename: 'sales.xlsx' })
  const { body: spec } = await call('GET', '/sources/sales.xlsx/parse-spec')
  spec.regions[0].union = null
  await call('PUT', '/sources/sales.xlsx/parse-spec?preview=false', spec)

  const { body } = await call('POST', '/sources/sales.xlsx/materialize', {})

  expect(body.archived).toEqual(['sales'])
  expect(body.artifacts.map(({ name, row_count }: Body) => [name, row_count]).sort()).toEqual([
    ['Feb', 2],
    ['Jan', 2],
  ])
})

test('rows that another source has added to a table are not overwritten by the one that made it', async () => {
  const { again, analyzed, call, rows } = await uploaded()
  const { path } = await analyzed({ bytes: 'code,name,amount\nC3,Cyd,30\n', filename: 'more.csv' })
  const target = { mode: 'append', table: 'orders', expected_version: 1 }
  await call('POST', `${path}/materialize`, { target })

  const refused = await again()

  expect(refused).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  expect(await rows('orders')).toHaveLength(3)
})

test('a source never replaces a table that it only added rows to', async () => {
  const { again, call, rows, tables } = await uploaded()
  await call('POST', '/tables', { name: 'all', columns: ['code', 'name', 'amount'].map((name) => ({ name })) })
  await call('POST', '/tables/all/rows', { rows: [{ code: 'Z9' }], expected_version: 1 })
  await again({ target: { mode: 'append', table: 'all', expected_version: 2 } })

  const done = await again()

  expect(done.body.unchanged).toBe(true)
  expect(await tables()).toEqual(['all', 'orders'])
  expect(await rows('all')).toHaveLength(3)
})
