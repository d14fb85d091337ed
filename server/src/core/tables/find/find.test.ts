import { expect, test } from 'vitest'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'product' }, { name: 'amount', type: 'BIGINT' }]
const NAMES = ['Desk lamp', 'Shelf', 'Floor LAMP', 'Chair', 'lampshade']

const searched = async () => {
  const rows = NAMES.map((product, n) => ({ product, amount: 5_000 - n * 1_000 }))
  const made = await newTable(service, { columns: COLUMNS, rows })
  const find = async (query: string) => (await made.call('GET', `${made.table}/find?${query}`)).body
  return { ...made, find }
}

test('each next row that shows the text is found, with its place and its number among the matches', async () => {
  const { find } = await searched()

  const first = await find('text=lamp')
  const second = await find(`text=lamp&from=${first.match.offset + 1}`)
  const third = await find(`text=lamp&from=${second.match.offset + 1}`)
  const none = await find(`text=lamp&from=${third.match.offset + 1}`)

  expect(first).toMatchObject({ count: 3, match: { offset: 0, number: 1, columns: ['product'] } })
  expect(second.match).toMatchObject({ offset: 2, number: 2 })
  expect(third.match).toMatchObject({ offset: 4, number: 3 })
  expect(none).toMatchObject({ count: 3, match: null })
})

test('the row before is found too, from within the rows and from behind them', async () => {
  const { find } = await searched()

  expect((await find('text=lamp&from=4&direction=previous')).match).toMatchObject({ offset: 2, number: 2 })
  expect((await find('text=lamp&from=900&direction=previous')).match).toMatchObject({ offset: 4, number: 3 })
  expect((await find('text=lamp&from=0&direction=previous')).match).toBeNull()
})

test('places are those of the order and the filter that are asked for', async () => {
  const { find } = await searched()
  const filter = encodeURIComponent(JSON.stringify({ column: 'product', op: '!=', value: 'Shelf' }))

  const found = await find(`text=lamp&order_by=amount&filter=${filter}&from=1`)

  // Up by amount and without the shelf: lampshade, Chair, Floor LAMP, Desk lamp.
  expect(found).toMatchObject({ count: 3, match: { offset: 2, number: 2 } })
})

test('a number is found as the grid shows it', async () => {
  const { find } = await searched()

  expect(await find('text=4,000')).toMatchObject({ count: 1, match: { offset: 1, columns: ['amount'] } })
})

test('nothing is found in a column that is masked or denied', async () => {
  const { owner, at, table } = await searched()
  const viewer = await service.newPerson()
  await owner.call('PUT', `${at}/members/${viewer.userId}`, { role: 'viewer' })
  await owner.call('POST', `${table}/columns/product/tags`, { tag: 'closed' })
  for (const effect of ['mask', 'deny']) {
    await owner.call('PUT', `${at}/policies/closed`, { effect, role: 'viewer' })

    const { body } = await viewer.call('GET', `${table}/find?text=lamp`)

    expect(body).toMatchObject({ count: 0, match: null })
  }
})
