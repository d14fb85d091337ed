import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent } from '../../../test/connect-agent.ts'
import { startWithJobs } from '../../../test/source-place.ts'

const service = startWithJobs()

let agent: ConnectedAgent
beforeAll(async () => {
  agent = await connectAgent(service.url(), (await service.newPerson()).session)
})
afterAll(() => agent.close())

test('an agent tries an edit, writes it, and takes its whole conversation back', async () => {
  const text = 'code,amount\nA-1,120\nA-2,340\n'
  const { answer: sent } = await agent.call('upload_file', { filename: 'orders.csv', text })
  const at = { workbook_id: sent.workbook_id, table: sent.tables[0].name }
  const { answer: before } = await agent.call('read_rows', at)
  const edit = { ...at, rows: [{ __svc_row_id: 1, amount: 5 }], session: 'talk' }

  const tried = await agent.call('edit_rows', { ...edit, expected_version: before.edit_version, dry_run: true })
  const still = await agent.call('read_rows', at)
  const done = await agent.call('edit_rows', { ...edit, expected_version: before.edit_version })
  const more = { ...at, expected_version: done.answer.edit_version, delete_row_ids: [2], session: 'talk' }
  await agent.call('edit_rows', more)
  const plan = await agent.call('undo_operation', { workbook_id: at.workbook_id, session: 'talk', dry_run: true })
  const undone = await agent.call('undo_operation', { workbook_id: at.workbook_id, session: 'talk' })

  expect(tried.answer.dry_run.rows).toEqual([
    { row_id: 1, change: 'update', cells: [{ column: 'amount', before: 120, after: 5 }] },
  ])
  expect(still.answer.rows).toEqual(before.rows)
  expect(plan.answer.tables).toMatchObject([{ table: at.table, row_count: 2 }])
  expect(undone.answer.undone).toHaveLength(2)
  expect((await agent.call('read_rows', at)).answer.rows).toEqual(before.rows)
})
