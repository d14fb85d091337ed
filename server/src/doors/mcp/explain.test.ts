import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeXlsx } from '../../../../spreadsheet/test/make-xlsx.ts'
import { type ConnectedAgent, connectAgent } from '../../../test/connect-agent.ts'
import { startWithJobs } from '../../../test/source-place.ts'

const service = startWithJobs()

let agent: ConnectedAgent
beforeAll(async () => {
  agent = await connectAgent(service.url(), (await service.newPerson()).session)
})
afterAll(() => agent.close())

const row = (number: number, price: number, count: number) =>
  `<row r="${number}"><c r="A${number}"><v>${price}</v></c><c r="B${number}"><v>${count}</v></c><c r="C${number}"><f>A${number}*B${number}</f><v>${price * count}</v></c></row>`

test('the formula of a cell is explained down to the values it is computed from', async () => {
  const rows = `${row(1, 10, 2)}${row(2, 5, 4)}<row r="3"><c r="C3"><f>SUM(C1:C2)</f><v>40</v></c></row>`
  const base64 = makeXlsx({ rows }).toString('base64')
  const { answer: sent } = await agent.call('upload_file', { filename: 'orders.xlsx', base64, staged: true })

  const asked = { workbook_id: sent.workbook_id, source: sent.source, cell: 'c3' }
  const { answer } = await agent.call('explain_cell', asked)

  expect(answer).toMatchObject({ sheet: '表', cell: 'C3', value: 40, cut: false })
  expect(answer.tree).toEqual([
    '表!C3 = SUM(C1:C2) → 40',
    '  表!C1:C2: 2 cells, 2 numbers, sum 40, 2 formulas',
    '    表!C1 = A1*B1 → 20',
    '      表!A1: 10',
    '      表!B1: 2',
  ])
})
