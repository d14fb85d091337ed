import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent } from '../../../test/connect-agent.ts'
import { startWithJobs } from '../../../test/source-place.ts'

const service = startWithJobs()

let agent: ConnectedAgent
beforeAll(async () => {
  agent = await connectAgent(service.url(), (await service.newPerson()).session)
})
afterAll(() => agent.close())

const CSV = 'code,region,amount\nA-1,north,120\nA-2,north,340\nA-3,south,275\n'

async function uploaded() {
  const { answer } = await agent.call('upload_file', { filename: 'orders.csv', text: CSV })
  return { workbook_id: answer.workbook_id as string, table: answer.tables[0].name as string }
}

test('an agent learns which cells an answer was made from, and where to open the file', async () => {
  const { workbook_id, table } = await uploaded()

  const sql = `SELECT region, sum(amount) AS total FROM "${table}" GROUP BY region ORDER BY region`
  const { answer } = await agent.call('query', { workbook_id, sql, cite: true })

  expect(answer.rows).toEqual([
    ['north', 460],
    ['south', 275],
  ])
  expect(answer.citations).toMatchObject({
    not_cited: null,
    rows: [
      ['orders.csv orders!B2:B3 (2 cells)', 'made from orders.csv orders!C2:C3 (2 cells)'],
      ['orders.csv orders!B4', 'made from orders.csv orders!C4 (1 cells)'],
    ],
    made_from: [`${table}: orders.csv orders!A2:C4`],
  })
  expect(answer.citations.links).toHaveLength(1)
  expect(answer.citations.links[0].link).toContain(`/w/${workbook_id}/sources/orders.csv?sheet=orders&cell=A2`)
})

test('rows are cited cell by cell, and edited values say so', async () => {
  const { workbook_id, table } = await uploaded()
  const before = await agent.call('read_rows', { workbook_id, table, cite: true, limit: 1 })
  const edit = { rows: [{ __svc_row_id: 1, amount: 5 }], expected_version: before.answer.edit_version }
  await agent.call('edit_rows', { workbook_id, table, ...edit })

  const after = await agent.call('read_rows', { workbook_id, table, cite: true, limit: 1 })

  const place = 'orders.csv orders'
  expect(before.answer.citations.rows).toEqual([[null, `${place}!A2`, `${place}!B2`, `${place}!C2`]])
  expect(after.answer.citations.rows[0][3]).toBe(`${place}!C2 (edited: the cell holds another value)`)
})

test('a statement that cannot be cited says so, and a table says what it was read from', async () => {
  const { workbook_id, table } = await uploaded()

  const sql = `SELECT DISTINCT region FROM "${table}"`
  const { answer } = await agent.call('query', { workbook_id, sql, cite: true })
  const about = await agent.call('describe_table', { workbook_id, table })

  expect(answer.citations).toMatchObject({
    rows: [],
    not_cited: 'distinct',
    made_from: [expect.stringContaining('A2:C4')],
  })
  expect(about.answer.read_from).toEqual([`${table}: orders.csv orders!A2:C4`])
})
