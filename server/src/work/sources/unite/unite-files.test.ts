import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { newSourcePlace, startWithJobs } from '../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const service = startWithJobs()

const PLACES = ['Tokyo', 'Osaka', 'Kobe', 'Nara', 'Kyoto', 'Otsu']
const sales = (month: number, more = '') => {
  const extra = more === '' ? '' : `,${more}`
  const rows = PLACES.map(
    (place, n) => `2026-0${month}-0${n + 1},${place},${month * 100 + n}${more === '' ? '' : ',x'}`,
  )
  return { bytes: `day,place,amount${extra}\n${rows.join('\n')}\n`, filename: `sales_2026-0${month}.csv` }
}

async function newPlace() {
  const place = await newSourcePlace(service)
  const { call, owner, at } = place
  const send = async (...files: readonly { bytes: string; filename: string }[]) => {
    const form = new FormData()
    for (const { bytes, filename } of files) form.append('files[]', new Blob([bytes]), filename)
    const headers = { authorization: `Bearer ${owner.session}` }
    const response = await fetch(`${service.url()}${at}/sources`, { method: 'POST', headers, body: form })
    // Safe: an accepted job names itself.
    return finished(((await response.json()) as { job_id: string }).job_id)
  }
  const finished = async (job: string): Promise<Body> => {
    for (;;) {
      const { body } = await owner.call('GET', `/api/v1/jobs/${job}`)
      if (body.status === 'succeeded' || body.status === 'failed') return body
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const tables = async () => (await call('GET', '/tables')).body.tables.map(({ name }: { name: string }) => name).sort()
  return { ...place, send, tables }
}

test('files of one upload whose columns agree are one table, with a column for the file, and never twice', async () => {
  const { send, tables, rows } = await newPlace()

  const first = await send(sales(4), sales(5, 'note'), sales(6))
  const again = await send(sales(4), sales(5, 'note'), sales(6))

  expect(first.result.files.map(({ outcome }: Body) => outcome)).toEqual(['united', 'united', 'united'])
  expect(again.result.files.map(({ outcome }: Body) => outcome)).toEqual(['existing', 'existing', 'existing'])
  expect(await tables()).toEqual(['sales'])
  const made = await rows('sales')
  expect(made).toHaveLength(18)
  expect(made[0]).toMatchObject({ file: 'sales_2026-04', place: 'Tokyo', amount: 400, note: null })
  expect(made[6]).toMatchObject({ file: 'sales_2026-05', place: 'Tokyo', amount: 500, note: 'x' })
})

test('files that end in a total are one table, and their totals another', async () => {
  const { send, tables, rows } = await newPlace()
  const ending = (month: number) => {
    const { bytes, filename } = sales(month)
    const total = PLACES.reduce((sum, _, n) => sum + month * 100 + n, 0)
    return { bytes: `${bytes}Total,,${total}\n`, filename }
  }

  const { result } = await send(ending(4), sales(5), ending(6))

  expect(result.files.map(({ outcome }: Body) => outcome)).toEqual(['united', 'united', 'united'])
  expect(await tables()).toEqual(['sales', 'sales_computed'])
  expect(await rows('sales')).toHaveLength(18)
  expect(await rows('sales_computed')).toMatchObject([
    { file: 'sales_2026-04', amount: 2415 },
    { file: 'sales_2026-06', amount: 3615 },
  ])
})

test('one operation makes a table of each file again', async () => {
  const { send, tables, call } = await newPlace()
  await send(sales(4), sales(5), sales(6))
  const path = '/sources/sales_2026-05.csv'
  const { body: spec } = await call('GET', `${path}/parse-spec`)

  const operations = [{ op: 'separate_tables', region: spec.regions[0].region_id }]
  const { status } = await call('PATCH', `${path}/parse-spec`, { spec_version: spec.spec_version, operations })

  expect(status).toBe(200)
  await vi.waitFor(async () => expect(await tables()).toEqual(['sales_2026-04', 'sales_2026-05', 'sales_2026-06']), {
    timeout: 60_000,
    interval: 500,
  })
})

test('files of other things that came together stay apart', async () => {
  const { send, tables } = await newPlace()

  await send(sales(4), { bytes: 'code,name,price\nA1,pen,10\nA2,ink,20\nA3,pad,30\n', filename: 'products.csv' })

  expect(await tables()).toEqual(['products', 'sales_2026-04'])
})

test('files that came one by one are made one table by an operation, which refuses what has other columns', async () => {
  const { upload, tables, call, rows } = await newPlace()
  for (const file of [sales(4), sales(5)]) await upload({ ...file, bytes: file.bytes })
  await upload({ bytes: 'code,name,price\nA1,pen,10\nA2,ink,20\nA3,pad,30\n', filename: 'products.csv' })
  const path = '/sources/sales_2026-04.csv/parse-spec'
  const unite = (sources: string[]) =>
    call('PATCH', path, { spec_version: 1, operations: [{ op: 'unite_files', sources, name: 'all sales' }] })

  const refused = await unite(['products.csv'])
  const united = await unite(['sales_2026-05.csv'])

  expect([refused.status, refused.body.errors[0].loc.at(-1)]).toEqual([422, 'sources'])
  expect(united.body.preview[0]).toMatchObject({ name: 'all sales', row_count: 6 })
  await vi.waitFor(async () => expect(await tables()).toEqual(['all sales', 'products']), {
    timeout: 60_000,
    interval: 500,
  })
  await vi.waitFor(async () => expect(await rows('all sales')).toHaveLength(12), { timeout: 60_000, interval: 500 })
})

test('files whose names share no word are called after their workbook, also where one of them has that name', async () => {
  const { send, tables, call, rows } = await newPlace()
  await call('PATCH', '', { title: '4月' })
  const named = (month: number) => ({ ...sales(month), filename: `${month}月.csv` })

  await send(named(4), named(5))

  expect(await tables()).toEqual(['4月'])
  expect(await rows('4月')).toHaveLength(12)
})
