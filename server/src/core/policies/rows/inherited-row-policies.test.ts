import { describe, expect, test } from 'vitest'
import { BY_REGION, customersOf, newCustomers } from '../../../../test/new-customers.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

type Customers = Awaited<ReturnType<typeof newCustomers>>

const make = async ({ owner, at }: Customers, name: string, code: string, from = 'customers') => {
  const { status, body } = await owner.call('POST', `${at}/transforms`, { name, code, args: { c: from } })
  if (status !== 201) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
}

const rowsOf = async ({ east, at }: Customers, name: string) => {
  const { status, body } = await east.call('GET', `${at}/tables/${name}/rows?include_row_ids=false`)
  return status === 200 ? body.rows : body.code
}

describe('a table that a transform makes row by row', () => {
  test('shows the rows that the policy of its input shows there, whatever its columns are called, and so does what is made from it', async () => {
    const world = await newCustomers(service)
    await make(world, 'doubled', 'select customer, region as area, amount * 2 as twice from {{ c }} where amount > 0')
    await make(world, 'again', 'select * exclude (twice) from {{ c }}', 'doubled')
    const { east, nowhere, owner, at } = world

    const seen = [await rowsOf(world, 'doubled'), await rowsOf(world, 'again')]
    const query = await east.call('POST', `${at}/query`, { sql: 'select count(*) as n, sum(twice) as s from doubled' })
    const access = await east.call('GET', `${at}/tables/doubled/access`)

    expect(seen).toEqual([
      [
        { customer: 'Asahi', area: 'east', twice: 20 },
        { customer: 'Celadon', area: 'east', twice: 60 },
      ],
      [
        { customer: 'Asahi', area: 'east' },
        { customer: 'Celadon', area: 'east' },
      ],
    ])
    expect(query.body.rows).toEqual([{ n: 2, s: 80 }])
    expect(access.body.rows).toBe('some')
    expect(await customersOf(nowhere, `${at}/tables/again/rows`)).toEqual([])
    expect(await customersOf(owner, `${at}/tables/again/rows`)).toHaveLength(4)
  })

  test('takes over a policy that comes, changes and goes after it was made', async () => {
    const world = await newCustomers(service, { predicate: null })
    const { owner, at, setPolicy } = world
    await make(world, 'copy', 'select * from {{ c }}')
    const before = await rowsOf(world, 'copy')

    await setPolicy(BY_REGION)
    const under = await rowsOf(world, 'copy')
    await setPolicy('amount > 777001')
    const changed = await rowsOf(world, 'copy')
    await setPolicy("region = 'west'", 'copy')
    const own = await rowsOf(world, 'copy')
    await owner.call('DELETE', `${at}/policies/rows/copy`)
    await owner.call('DELETE', `${at}/policies/rows/customers`)

    const names = [before, under, changed, own, await rowsOf(world, 'copy')].map((rows) =>
      rows.map(({ customer }: { customer: string }) => customer),
    )
    const all = ['Asahi', 'Hidden-Berg', 'Celadon', 'Hidden-Dorf']
    expect(names).toEqual([all, ['Asahi', 'Celadon'], ['Hidden-Dorf'], ['Hidden-Berg', 'Hidden-Dorf'], all])
  })

  test('is not written over by an editor who does not see all of it', async () => {
    const world = await newCustomers(service)
    await make(world, 'copy', 'select customer, region, amount from {{ c }}')
    const { east, owner, at } = world
    const write = (row: object) => east.call('POST', `${at}/tables/copy/rows`, { expected_version: null, rows: [row] })

    const refused = [
      await write({ __svc_row_id: 1, region: 'west' }),
      await write({ __svc_row_id: 2, customer: 'mine' }),
      await write({ __svc_row_id: 1, customer: 'Asahi & Co' }),
    ]

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'hidden_rows']))
    expect(await customersOf(owner, `${at}/tables/copy/rows`)).toEqual([
      'Asahi',
      'Hidden-Berg',
      'Celadon',
      'Hidden-Dorf',
    ])
  })
})

describe('a table stays closed until it has a policy of its own', () => {
  test.each([
    ['groups', 'select region, count(*) as n from {{ c }} group by region'],
    ['distinct rows', 'select distinct region from {{ c }}'],
    ['a limit', 'select * from {{ c }} limit 3'],
    ['a window', 'select *, sum(amount) over () as total from {{ c }}'],
    ['two tables', 'select a.* from {{ c }} a join {{ c }} b using (customer)'],
    ['two halves', 'select * from {{ c }} union all select * from {{ c }}'],
    ['a query inside', 'select *, (select max(amount) from {{ c }}) as most from {{ c }}'],
    ['lists laid out', 'select region, unnest([customer]) as customer from {{ c }}'],
    ['no column of the predicate', 'select customer from {{ c }}'],
    ['another value under its name', "select * replace ('east' as region) from {{ c }}"],
    ['a value made from it', 'select customer, lower(region) as region from {{ c }}'],
    ['an alias that looks like a copy', "select 'east' as r, r as region, customer from {{ c }}"],
  ])('that has %s', async (_, code) => {
    const world = await newCustomers(service)
    await make(world, 'made', code)

    expect(await rowsOf(world, 'made')).toBe('hidden_rows')
  })

  test('whose transform made its rows otherwise in any version, as these can be read', async () => {
    const world = await newCustomers(service)
    const { owner, at } = world
    const put = (code: string) => owner.call('PUT', `${at}/transforms/copy`, { code, args: { c: 'customers' } })
    await make(world, 'copy', 'select * from {{ c }}')
    const first = await rowsOf(world, 'copy')

    const changed = await put("select * replace ('east' as region) from {{ c }}")
    const other = await rowsOf(world, 'copy')
    await put('select * from {{ c }}')
    const back = await rowsOf(world, 'copy')

    expect(first).toHaveLength(2)
    expect(changed.status).toBe(200)
    expect([other, back]).toEqual(['hidden_rows', 'hidden_rows'])
  })
})

describe('a policy may let editors write what they do not see afterwards', () => {
  test('rows are inserted and moved out of sight; rows that they do not see stay out of reach', async () => {
    const { owner, east, at, table } = await newCustomers(service)
    const set = await owner.call('PUT', `${at}/policies/rows/customers`, {
      predicate: BY_REGION,
      may_write_unseen: true,
    })
    const write = (rows: object[]) => east.call('POST', `${table}/rows`, { expected_version: null, rows })

    const written = await write([
      { __svc_row_id: 1, region: 'west' },
      { customer: 'New', region: 'north', amount: 1 },
    ])
    const again = await write([{ __svc_row_id: 1, region: 'east' }])

    expect(set.body.may_write_unseen).toBe(true)
    expect(written.status).toBe(200)
    expect([again.status, again.body.code]).toEqual([404, 'row_not_found'])
    expect(await customersOf(east, `${table}/rows`)).toEqual(['Celadon'])
    expect(await customersOf(owner, `${table}/rows`)).toHaveLength(5)
    const { body } = await owner.call('GET', `${at}/policies/rows/customers`)
    expect(body.may_write_unseen).toBe(true)
    const reset = await owner.call('PUT', `${at}/policies/rows/customers`, { predicate: BY_REGION })
    expect(reset.body.may_write_unseen).toBe(false)
    expect((await write([{ customer: 'New', region: 'north' }])).body.code).toBe('hidden_rows')
  })
})
