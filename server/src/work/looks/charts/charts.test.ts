import { expect, test } from 'vitest'
import { contextOf } from '../../../../test/context.ts'
import { newTable } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'
import { fromWireId } from '../../../platform/ids.ts'
import { type NewChart, putChart } from './charts.ts'

const service = startService()

const CHART: NewChart = {
  table: 'sales',
  config: { mark: 'bar', data: { name: 'sales' }, encoding: { x: { field: 'region' }, y: { field: 'amount' } } },
  recipe: { tool: 'create_chart', parameters: { table: 'sales', kind: 'bar' } },
  chartType: 'bar',
  title: '地域別',
}

async function newCharts() {
  const columns = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
  const made = await newTable(service, { columns, rows: [{ region: '東', amount: 1 }] })
  const { body } = await made.call('GET', '/api/v1/me')
  const userId = fromWireId('usr', body.user_id)
  const accountId = fromWireId('acc', body.account_id)
  const ctx = await contextOf(service.running, { userId, accountId })
  const workbookId = fromWireId('wb', made.at.split('/').at(-1) ?? '')
  const put = (name: string, changes: Partial<NewChart> = {}) =>
    putChart(ctx, workbookId, name, { ...CHART, ...changes })
  const list = async () => (await made.call('GET', `${made.at}/charts`)).body.charts
  return { ...made, put, list }
}

test('a chart is an artifact of its table, and is listed as it was made', async () => {
  const { call, at, put, list } = await newCharts()
  const before = await list()

  const { isNew } = await put('売上グラフ')

  expect([before, isNew]).toEqual([[], true])
  expect(await list()).toMatchObject([
    {
      name: '売上グラフ',
      chart_type: 'bar',
      source_table: 'sales',
      title: '地域別',
      config: CHART.config,
      recipe: CHART.recipe,
      config_omitted: null,
    },
  ])
  expect((await call('GET', `${at}/artifacts/${encodeURIComponent('売上グラフ')}`)).body).toMatchObject({
    type: 'chart',
  })
})

test('a recipe that is run again puts its chart in the place of the one before', async () => {
  const { put, list } = await newCharts()
  const first = await put('c')

  const again = await put('c', { config: { mark: 'line' }, title: null })

  expect(again).toEqual({ ...first, isNew: false })
  expect(await list()).toMatchObject([{ name: 'c', config: { mark: 'line' }, title: null }])
})

test('a chart takes no name that a table has, and is of no table that is not there', async () => {
  const { put, list } = await newCharts()

  await expect(put('sales')).rejects.toMatchObject({ code: 'name_taken' })
  await expect(put('c', { table: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await list()).toEqual([])
})

test('what is no drawing is refused, and one that would lead its reader elsewhere', async () => {
  const { put } = await newCharts()
  const refused = (config: NewChart['config']) =>
    expect(put('c', { config })).rejects.toMatchObject({ code: 'validation_error' })

  await refused({ title: 'nothing' })
  await refused({ mark: 'bar', data: { url: 'https://example.org/spy.csv' } })
  await refused({ layer: [{ mark: 'image', encoding: { url: { field: 'x' } } }] })
  await refused({ mark: 'bar', usermeta: 'x'.repeat(600_000) })
})

test('in a governed workbook nothing is revealed of what a chart shows', async () => {
  const { call, at, put, list } = await newCharts()
  await put('c')
  await call('POST', `${at}/artifacts/sales/columns/amount/tags`, { tag: 'money' })
  await call('PUT', `${at}/policies/money`, { effect: 'mask' })

  const charts = await list()

  expect(charts).toMatchObject([{ name: 'c', config: null, recipe: null, config_omitted: 'governed' }])
})

test('charts are read page by page, by name', async () => {
  const { call, at, put } = await newCharts()
  for (const name of ['b', 'c', 'a']) await put(name)

  const first = (await call('GET', `${at}/charts?limit=2`)).body
  const second = (await call('GET', `${at}/charts?limit=2&cursor=${first.next_cursor}`)).body

  const names = [first, second].map(({ charts }) => charts.map(({ name }: { name: string }) => name))
  expect(names).toEqual([['a', 'b'], ['c']])
  expect(second.next_cursor).toBeNull()
})
