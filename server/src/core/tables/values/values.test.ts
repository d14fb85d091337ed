import { expect, test } from 'vitest'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'DECIMAL(12,2)' }, { name: 'day', type: 'DATE' }]
const ROWS = [
  { region: 'North', amount: '1200.50', day: '2026-04-01' },
  { region: 'South', amount: '7', day: '2026-04-01' },
  { region: 'North', amount: '7', day: null },
  { region: null, amount: '1200.50', day: '2026-05-01' },
  { region: 'north-east', amount: null, day: '2026-05-01' },
]

const listed = async () => {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const values = (query: string) => made.call('GET', `${made.table}/values?${query}`)
  return { ...made, values }
}

test('the values of a column are listed with their counts, the most frequent first, and the empty ones among them', async () => {
  const { values } = await listed()

  const { status, body } = await values('column=region')

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'sales',
    column: 'region',
    type: 'VARCHAR',
    distinct_count: 4,
    distinct_exact: true,
  })
  expect(body.values).toEqual([
    { value: 'North', count: 2 },
    { value: 'South', count: 1 },
    { value: 'north-east', count: 1 },
    { value: null, count: 1 },
  ])
})

test('a search keeps values that contain the text in either case, a number with or without its commas', async () => {
  const { values } = await listed()

  const texts = await values('column=region&search=NORTH')
  const numbers = await values('column=amount&search=1,200')
  const days = await values('column=day&search=2026-04')

  expect(texts.body.values.map(({ value }: { value: string }) => value)).toEqual(['North', 'north-east'])
  expect(numbers.body.values).toEqual([{ value: '1200.50', count: 2 }])
  expect(days.body.values).toEqual([{ value: '2026-04-01', count: 2 }])
})

test('rows that a filter leaves out are not counted, and only so many values are listed', async () => {
  const { values } = await listed()
  const filter = encodeURIComponent(JSON.stringify({ column: 'amount', op: '=', value: '7' }))

  const { body } = await values(`column=region&filter=${filter}&limit=1`)

  expect(body).toMatchObject({ distinct_count: 2, values: [{ value: 'North', count: 1 }] })
})

test('a masked column has no values to list, and a denied one does not exist', async () => {
  const { owner, at, table } = await listed()
  const viewer = await service.newPerson()
  await owner.call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  for (const [column, tag, effect] of [
    ['region', 'closed', 'mask'],
    ['amount', 'hidden', 'deny'],
  ]) {
    await owner.call('POST', `${table}/columns/${column}/tags`, { tag })
    await owner.call('PUT', `${at}/policies/${tag}`, { effect, role: 'viewer' })
  }

  const masked = await viewer.call('GET', `${table}/values?column=region`)
  const denied = await viewer.call('GET', `${table}/values?column=amount`)
  const unknown = await viewer.call('GET', `${table}/values?column=nowhere`)

  expect(masked).toMatchObject({ status: 403, body: { code: 'masked_column' } })
  expect(denied).toMatchObject({ status: unknown.status, body: { code: unknown.body.code } })
  expect(JSON.stringify([masked.body, denied.body])).not.toMatch(/North|1200/)
})
