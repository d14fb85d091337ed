import { expect, test } from 'vitest'
import { newTable, SALES, THREE_SALES } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

async function newDashboard() {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { body: question } = await made.call('POST', `${made.at}/questions`, { name: 'n', sql: 'SELECT 1 AS n' })
  const { body: view } = await made.call('POST', `${made.at}/saved-views`, { name: 'v', table: 'sales' })
  const tiles = [
    { tile_id: 'a', kind: 'question', question_id: question.question_id, x: 0, y: 0, width: 6, height: 4 },
    { tile_id: 'b', kind: 'view', view_id: view.view_id, title: '売上', x: 6, y: 0, width: 6, height: 4 },
    { tile_id: 'c', kind: 'text', text: '# 今月', x: 0, y: 4, width: 12, height: 1 },
  ]
  const { body } = await made.call('POST', `${made.at}/dashboards`, { name: 'Month', tiles })
  return { ...made, tiles, dashboard: body, one: `${made.at}/dashboards/${body.dashboard_id}` }
}

test('a dashboard is made, listed, read, laid out again, renamed and deleted; what it shows stays', async () => {
  const { call, at, tiles, dashboard, one } = await newDashboard()

  const listed = await call('GET', `${at}/dashboards`)
  const moved = await call('PATCH', one, { tiles: tiles.slice(2), expected_version: 1 })
  const renamed = await call('PATCH', one, { name: '月次', description: 'for the board' })
  const deleted = await call('DELETE', one)

  expect(dashboard.tiles).toMatchObject(tiles)
  expect(listed.body.dashboards).toEqual([dashboard])
  expect(moved.body).toMatchObject({ version: 2, tiles: [{ tile_id: 'c', text: '# 今月', question_id: null }] })
  expect(renamed.body).toMatchObject({ name: '月次', description: 'for the board', tiles: moved.body.tiles })
  expect([deleted.status, (await call('GET', one)).status]).toEqual([204, 404])
  expect((await call('GET', `${at}/questions`)).body.questions).toHaveLength(1)
})

test('tiles lie within twelve columns, each under its own id; names and versions are checked', async () => {
  const { call, at, one, tiles } = await newDashboard()
  const put = async (changes: object) => (await call('PATCH', one, changes)).body.code
  const [tile] = tiles

  expect(await put({ tiles: [{ ...tile, x: 7 }] })).toBe('validation_error')
  expect(await put({ tiles: [tile, tile] })).toBe('validation_error')
  expect(await put({ tiles: [{ ...tile, kind: 'page' }] })).toBe('validation_error')
  expect(await put({ name: 'x', expected_version: 9 })).toBe('version_conflict')
  expect((await call('POST', `${at}/dashboards`, { name: 'Month' })).body.code).toBe('name_taken')
})
