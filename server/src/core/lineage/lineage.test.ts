import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../test/new-transforms.ts'
import { OpenLineageRunEvent } from '../../../test/open-lineage-schema.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService({ settings: { engineSpares: 1 } })

test('lineage can be walked up to the tables something is made from, and down to what is made from it', async () => {
  const { create, call, at, write } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT region FROM {{ t }} WHERE total > 5', { t: 'totals' })
  await write({ rows: [{ region: 'x', amount: 1 }] })

  const up = await call('GET', `${at}/tables/large/lineage?direction=up`)
  const down = await call('GET', `${at}/tables/sales/lineage?direction=down&depth=1`)

  expect(up.status).toBe(200)
  expect(up.body.nodes).toMatchObject([
    { name: 'large', type: 'table', layer: 'derived', state: 'active', stale: true },
    { name: 'totals', layer: 'derived', stale: true },
    { name: 'sales', layer: 'base', stale: false },
  ])
  expect(up.body.edges).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ from: 'sales', to: 'totals', kind: 'transform', transform: 'totals', op_id: 3 }),
      expect.objectContaining({ from: 'totals', to: 'large', kind: 'transform', transform: 'large' }),
    ]),
  )
  expect(down.body.nodes.map(({ name }: { name: string }) => name)).toEqual(['sales', 'totals'])
})

test('lineage goes up to the file a table was read from', async () => {
  const { owner, at, create, call } = await newTransforms(service)
  await uploadTo(service.url(), owner.session, `${at}/sources`, {
    bytes: 'code,amount\nA,1\nB,2\n',
    filename: 'orders.csv',
    fields: { structuring: 'skip' },
  })
  await create('sums', 'SELECT sum(amount) AS total FROM {{ o }}', { o: 'orders' })

  const { body } = await call('GET', `${at}/tables/sums/lineage?direction=up`)

  expect(body.nodes).toContainEqual(expect.objectContaining({ name: 'orders.csv', type: 'source', layer: null }))
  expect(body.edges).toContainEqual(
    expect.objectContaining({ from: 'orders.csv', to: 'orders', kind: 'materialize', transform: null }),
  )
})

test('columns depend on what they are made of and on what decides the rows; where that cannot be known, on all', async () => {
  const { create, call, at } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('some', "SELECT amount * 2 AS twice FROM {{ sales }} WHERE region = 'east'")
  await create('all_of_it', 'SELECT COLUMNS(*) FROM {{ sales }}')

  const columnsOf = async (name: string) =>
    (await call('GET', `${at}/tables/${name}/lineage?direction=up`)).body.columns

  const [region, amount] = ['region', 'amount'].map((column) => ({ table: 'sales', column }))
  expect(await columnsOf('totals')).toEqual([
    { to: { table: 'totals', column: 'region' }, from: [region], exact: true },
    { to: { table: 'totals', column: 'total' }, from: [amount, region], exact: true },
  ])
  expect(await columnsOf('some')).toEqual([
    { to: { table: 'some', column: 'twice' }, from: [amount, region], exact: true },
  ])
  expect(await columnsOf('all_of_it')).toMatchObject([
    { from: expect.arrayContaining([region, amount]), exact: false },
    { from: expect.arrayContaining([region, amount]), exact: false },
  ])
})

test('lineage is given as OpenLineage events that fit its schema', async () => {
  const { create, call, at } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT region FROM {{ t }} WHERE total > 5', { t: 'totals' })

  const { body } = await call('GET', `${at}/tables/large/lineage?direction=up&format=openlineage`)

  expect(body.events).toHaveLength(2)
  for (const event of body.events) expect([...Value.Errors(OpenLineageRunEvent, event)]).toEqual([])
  const large = body.events.find(({ job }: { job: { name: string } }) => job.name === 'large')
  expect(large.inputs).toMatchObject([{ name: 'totals' }])
  expect(large.outputs[0].facets.columnLineage.fields.region.inputFields).toMatchObject([
    { name: 'totals', field: 'region', transformations: [{ type: 'DIRECT' }] },
    { name: 'totals', field: 'total', transformations: [{ type: 'INDIRECT' }] },
  ])
})
