import type { Flow } from '../flow.ts'
import { expectEqual, newConflicts, newPayroll } from '../payroll.ts'

export const conflictsFlows: readonly Flow[] = [
  {
    name: 'a conflict shows base, ours and theirs side by side, and the row it is in',
    shot: 'conflicts',
    run: async ({ page, open, client }) => {
      const { at } = await newConflicts(client)
      await open(`${at}/conflicts`)
      await page.getByRole('columnheader').first().waitFor()
      const heads = await page.getByRole('columnheader').allInnerTexts()
      expectEqual(
        'columns',
        heads.slice(2).map((head) => head.split(/\s/)[0]),
        ['Base', 'Ours', 'Theirs'],
      )
      const row = page.getByRole('row', { name: /salary · row 1/ })
      await row.focus()
      expectEqual(
        'sides',
        (await row.getByRole('gridcell').allInnerTexts()).map((text) => text.split('\n')[0]).slice(1),
        ['412000', '418000', '420000'],
      )
      await page.getByRole('complementary').getByText('経理部').waitFor()
    },
  },
  {
    name: 'the queue of conflicts is emptied with keys alone',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at, salaryOf } = await newConflicts(client)
      await open(`${at}/conflicts`)
      await page.getByRole('row', { name: /salary · row 1/ }).focus()
      await page.keyboard.press('o')
      await page.getByText('2 conflicts to decide').waitFor()
      expectEqual('ours', await salaryOf(1), 418_000)

      await page.getByRole('row', { name: /salary · row 2/ }).focus()
      await page.keyboard.press('t')
      await page.getByText('1 conflict to decide').waitFor()
      expectEqual('theirs', await salaryOf(2), 395_000)

      await page.keyboard.press('t')
      await page.getByRole('heading', { name: 'No conflicts' }).waitFor()
    },
  },
  {
    name: 'many conflicts are decided at once, and the decisions can be read later',
    shot: 'conflicts-closed',
    run: async ({ page, open, client }) => {
      const { at, salaryOf } = await newConflicts(client)
      await open(`${at}/conflicts`)
      await page.getByLabel('Note (kept with the decision)').fill('asked the department')
      await page.getByRole('checkbox', { name: 'Choose all' }).check()
      await page.getByRole('button', { name: 'Keep ours in 3' }).click()
      await page.getByRole('heading', { name: 'No conflicts' }).waitFor()
      expectEqual('ours', [await salaryOf(1), await salaryOf(2)], [418_000, 401_000])

      await page.getByRole('tab', { name: 'Closed' }).click()
      await page.getByText('asked the department').first().waitFor()
    },
  },
  {
    name: 'an override whose transform now makes something else is let go',
    run: async ({ page, open, client }) => {
      const { workbook, at, salaries } = await newPayroll(client)
      const code = 'SELECT department, sum(salary) AS total FROM {{ salaries }} GROUP BY department'
      await workbook.createTransform({ name: 'totals', code, args: { salaries: 'salaries' }, key: ['department'] })
      const totals = workbook.table('totals')
      const [first] = await totals.rows({ filter: { column: 'department', op: '=', value: 'Research' } }).toArray()
      const rowId = Number(first?.__svc_row_id)
      await totals.write({ rows: [{ __svc_row_id: rowId, total: 460_000 }], expected_version: null })
      await salaries.write({ rows: [{ __svc_row_id: 6, salary: 470_000 }], expected_version: null })
      await workbook.recompute()
      await open(`${at}/conflicts`)
      await page.getByRole('row', { name: /totals · total/ }).waitFor()
      await page.getByRole('gridcell', { name: /460000.*in the table now/s }).waitFor()
      await page.getByRole('button', { name: 'Keep theirs' }).click()
      await page.getByRole('heading', { name: 'No conflicts' }).waitFor()
      expectEqual('total', (await totals.row(rowId)).total, 470_000)
    },
  },
  {
    name: 'where no conflict is, the page says when there will be one',
    shot: 'conflicts-none',
    run: async ({ page, open, client }) => {
      const { at } = await newPayroll(client)
      await open(`${at}/conflicts`)
      await page.getByRole('link', { name: 'Take a file back' }).click()
      await page.getByRole('tab', { name: 'Sent out and returned', selected: true }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'No conflicts' }).waitFor()
    },
  },
]
