import { createClient } from '@bindery-data/sdk'
import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { expectEqual, newPayroll } from '../payroll.ts'
import { show } from '../perform.ts'
import type { Stage } from '../stage.ts'

/** A payroll of someone else: the person at the console reads the rows of Sales alone, and the column `since` is hidden from them. */
async function newLimited({ url, person }: Pick<Stage, 'url' | 'person'>, role: 'viewer' | 'editor') {
  const owner = await newPerson(url, 'Olive Owner')
  const client = createClient({ url, token: owner.session })
  const payroll = await newPayroll(client)
  const { workbook, salaries } = payroll
  const workbook_id = workbook.id
  await client.api.shareWorkbook({ workbook_id, user_id: person.userId, body: { role } })
  const code = 'select department, sum(salary) as total from {{ s }} group by department'
  await workbook.createTransform({ name: 'totals', code, args: { s: 'salaries' } })
  await salaries.comment({ target: { kind: 'row', row_id: 1 }, text: 'About Aoki' })
  await salaries.comment({ target: { kind: 'row', row_id: 2 }, text: 'About Brandt' })
  const question = async (name: string, measures: { function: 'sum' | 'max'; column: string }[]) => {
    const body = { name, summary: { table: 'salaries', measures }, chart: { kind: 'number' as const, y: [0] } }
    return (await client.api.createQuestion({ workbook_id, body })).question_id
  }
  const seen = await question('Paid in all', [{ function: 'sum', column: 'salary' }])
  const hidden = await question('Newest', [{ function: 'max', column: 'since' }])
  const tiles = [seen, hidden].map((question_id, n) => {
    const place = { x: n * 4, y: 0, width: 4, height: 3 }
    return { tile_id: String(n), kind: 'question' as const, question_id, ...place }
  })
  const { dashboard_id } = await client.api.createDashboard({ workbook_id, body: { name: 'Board', tiles } })
  await salaries.tag('since', 'time')
  await workbook.setPolicy('time', { role, effect: 'deny' })
  await workbook.setRowPolicy('salaries', { predicate: "'admin' in user.roles or department = 'Sales'" })
  return { ...payroll, board: `/w/${workbook_id}/dashboards/${dashboard_id}`, client }
}

export const limitedReaderFlows: readonly Flow[] = [
  {
    name: 'a reader of some rows gets the figures of these rows, and reads in their language what is refused',
    shot: 'limited-dashboard',
    isTest: true,
    run: async ({ page, open, ...stage }) => {
      const { board } = await newLimited(stage, 'viewer')
      await open(board)
      await page.getByText('790,500').waitFor()
      await page.getByText('This question cannot be answered for you').waitFor()
      await show(page, { language: 'ja', theme: 'light' })
      await page.getByText('閲覧が制限されているか、削除された列や表').waitFor()
      expectEqual('refusals in English', await page.getByText('cannot be answered').count(), 0)
    },
  },
  {
    name: 'a reader of some rows reads comments of these rows, and is offered no table that is closed to them',
    shot: 'limited-comments',
    run: async ({ page, open, ...stage }) => {
      const { at } = await newLimited(stage, 'viewer')
      await open(`${at}/tables/salaries`)
      await page.getByRole('button', { name: 'Comments' }).click()
      await page.getByText('About Brandt').waitFor()
      expectEqual('hidden comments', await page.getByText('About Aoki').count(), 0)
      const tables = page.getByRole('region', { name: 'Tables' })
      await tables.getByRole('link', { name: 'salaries' }).waitFor()
      expectEqual('closed tables', await tables.getByRole('link', { name: 'totals' }).count(), 0)
    },
  },
  {
    name: 'a refusal is shown as a refusal, never as an empty list',
    refusals: [403],
    run: async ({ page, open, client }) => {
      const { at } = await newPayroll(client)
      const body = { type: 'x', title: 'Rows are hidden from you', status: 403, code: 'hidden_rows', request_id: 'r' }
      await page.route('**/tables/salaries/comments?*', (route) =>
        route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(body) }),
      )
      await open(`${at}/tables/salaries`)
      await page.getByRole('button', { name: 'Comments' }).click()
      await page.getByText('Rows are hidden from you').waitFor()
      expectEqual('empty list', await page.getByText('Nothing has been said').count(), 0)
    },
  },
]
