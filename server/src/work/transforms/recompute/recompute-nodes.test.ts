import { expect, test } from 'vitest'
import { newTransforms, TOTALS } from '../../../../test/new-transforms.ts'
import { startService } from '../../../../test/service.ts'

/** With a table `totals` made from `sales`, which is stale. */
async function newStaleTotals() {
  const made = await newTransforms(service)
  const created = await made.create('totals', TOTALS)
  if (created.status !== 201) throw new Error(`answered ${created.status}: ${JSON.stringify(created.body)}`)
  await made.write({ rows: [{ region: 'west', amount: 100 }] })
  return made
}

const service = startService({ apiNodes: 2, settings: { engineSpares: 1, sandbox: 'off' } })

test('two nodes asked at once make each stale table once', async () => {
  const { owner, create, write, tableOf, at } = await newTransforms(service)
  await create('totals', TOTALS)
  await create('large', 'SELECT * FROM {{ t }} WHERE total > 5', { t: 'totals' })
  await write({ rows: [{ region: 'west', amount: 100 }] })

  const answers = await Promise.all(
    [0, 1, 0, 1].map((node) => service.as(owner.session, node)('POST', `${at}/recompute`, {})),
  )

  expect(answers.map(({ status, body }) => [status, body.fresh, body.failed])).toEqual(
    answers.map(() => [200, true, []]),
  )
  const made = new Set(answers.flatMap(({ body }) => body.recomputed.map(({ name }: { name: string }) => name)))
  expect(made).toEqual(new Set(['totals', 'large']))
  expect(await tableOf('totals')).toMatchObject({ edit_version: 2, freshness: { stale: false } })
  expect(await tableOf('large')).toMatchObject({ edit_version: 2, freshness: { stale: false } })
})

test('a node that died while it recomputed keeps others from it until the end of its lease, and no longer', async () => {
  const { recompute } = await newStaleTotals()
  const { rows } = await service.running.admin.query(
    `insert into recompute_lease select workbook_id, gen_random_uuid(), now() + interval '2 seconds'
     from workbook order by created_at desc limit 1 returning lease_until`,
  )

  const done = await recompute()

  expect(done).toMatchObject({ recomputed: [{ name: 'totals' }], fresh: true })
  const { rows: now } = await service.running.admin.query('select now() as now, count(*) as left from recompute_lease')
  expect(now[0].now.getTime()).toBeGreaterThan(rows[0].lease_until.getTime())
  expect(Number(now[0].left)).toBe(0)
})

test('of two runs at once on two nodes each that is acknowledged is a version of its own, made from all that was there', async () => {
  const { owner, rowsOf, tableOf, at } = await newStaleTotals()

  const answers = await Promise.all(
    [0, 1].map((node) => service.as(owner.session, node)('POST', `${at}/transforms/totals/run`, {})),
  )

  const made = answers.filter(({ status }) => status === 200)
  expect(made.length, JSON.stringify(answers)).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status !== 200)).toEqual(
    answers.filter(({ status, body }) => status === 503 && body.code === 'unavailable'),
  )
  expect(await tableOf('totals')).toMatchObject({ edit_version: 1 + made.length, freshness: { stale: false } })
  expect(await rowsOf('totals')).toMatchObject([{ total: 15 }, { total: 103 }])
})

test('why a table failed is shown only to callers who see all that its transform sees, also when another one asked first', async () => {
  const { create, write, at, call } = await newTransforms(service)
  const editor = await service.newPerson('Ben')
  await call('PUT', `${at}/members/${editor.userId}`, { role: 'editor' })
  await create('numbers', 'SELECT region::INTEGER AS n FROM {{ sales }} WHERE amount > 100')
  await write({ rows: [{ region: 'hidden text', amount: 200 }] })
  await call('POST', `${at}/artifacts/sales/columns/region/tags`, { tag: 'pii' })
  await call('PUT', `${at}/policies/pii`, { effect: 'mask', role: 'editor' })

  const [first, second] = await Promise.all([
    call('POST', `${at}/recompute`, {}),
    editor.call('POST', `${at}/recompute`, {}),
  ])

  expect(first.body.failed).toMatchObject([{ name: 'numbers', error: expect.stringContaining('hidden text') }])
  expect(second.body.failed).toMatchObject([{ name: 'numbers', stale: true }])
  expect(JSON.stringify(second.body)).not.toContain('hidden text')
})
