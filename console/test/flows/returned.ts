import type { Flow } from '../flow.ts'
import { editedExport, expectEqual, newPayroll } from '../payroll.ts'
import type { Stage } from '../stage.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An editor of the exported table changed two cells of it, added a row, and one of the cells was changed here meanwhile. */
export async function bringBack({ page, open, client }: Stage) {
  const payroll = await newPayroll(client)
  const buffer = await editedExport(payroll, { C2: 420_000, C3: 395_000, A8: 'Goto Ren', B8: '営業部', C8: 340_000 })
  await payroll.salaries.write({ rows: [{ __svc_row_id: 1, salary: 418_000 }], expected_version: null })
  await open(`${payroll.at}/returned`)
  await page
    .getByLabel('Drop the file that came back, or choose it')
    .setInputFiles({ name: 'salaries.xlsx', mimeType: XLSX, buffer })
  await page.getByRole('heading', { name: 'What salaries.xlsx would change' }).waitFor()
  return payroll
}

export const returnedFlows: readonly Flow[] = [
  {
    name: 'a file that came back is looked at before anything is written',
    shot: 'returned-preview',
    run: async (stage) => {
      const { salaryOf } = await bringBack(stage)
      const { page } = stage
      await page.getByText('2 rows changed').waitFor()
      await page.getByText('1 row new').waitFor()
      await page.getByRole('rowheader', { name: 'salary · row 1' }).first().waitFor()
      const written = page.getByRole('region', { name: /^What is written/ })
      await written.getByRole('row', { name: /salary · row 2 388000 395000/ }).waitFor()
      await written.getByRole('row', { name: /new row 1.*Goto Ren/ }).waitFor()
      expectEqual('nothing is written', [await salaryOf(1), await salaryOf(2)], [418_000, 388_000])
    },
  },
  {
    name: 'a file that came back is merged, and its conflicts are one step away',
    shot: 'returned-merged',
    run: async (stage) => {
      const { salaryOf, salaries } = await bringBack(stage)
      const { page } = stage
      await page.getByRole('button', { name: 'Merge it' }).click()
      await page.getByRole('heading', { name: 'salaries.xlsx is merged' }).waitFor()
      expectEqual('merged', [await salaryOf(1), await salaryOf(2)], [420_000, 395_000])
      expectEqual('rows', (await salaries.read()).row_count, 7)
      await page.getByRole('link', { name: 'Decide the conflicts' }).waitFor()
    },
  },
  {
    name: 'a file that was merged is taken back in one step, where it says that it was merged',
    shot: 'returned-undone',
    run: async (stage) => {
      const { salaryOf, salaries } = await bringBack(stage)
      const { page } = stage
      await page.getByRole('button', { name: 'Merge it' }).click()
      await page.getByRole('button', { name: 'Undo: salaries' }).click()
      await page.getByLabel('Drop the file that came back, or choose it').waitFor({ state: 'attached' })
      expectEqual('as before', [await salaryOf(1), await salaryOf(2)], [418_000, 388_000])
      expectEqual('rows', (await salaries.read()).row_count, 6)
    },
  },
  {
    name: 'a file in which most rows are missing is not merged before the user confirms',
    shot: 'returned-missing',
    refusals: [409],
    run: async ({ page, open, client }) => {
      const payroll = await newPayroll(client)
      const gone = Object.fromEntries(
        ['2', '3', '4', '5'].flatMap((row) => ['A', 'B', 'C', 'D', 'E'].map((at) => [at + row, ''])),
      )
      const buffer = await editedExport(payroll, gone)
      await open(`${payroll.at}/returned`)
      await page
        .getByLabel('Drop the file that came back, or choose it')
        .setInputFiles({ name: 'salaries.xlsx', mimeType: XLSX, buffer })
      await page.getByLabel('The missing rows are to be deleted').check()
      await page.getByRole('button', { name: 'Look again' }).click()
      await page.getByText('4 rows gone').waitFor()
      expectEqual('rows', (await payroll.salaries.read()).row_count, 6)
    },
  },
  {
    name: 'tables are sent out as a file that knows its way back',
    shot: 'returned-out',
    run: async ({ page, open, client }) => {
      const { at, workbook } = await newPayroll(client)
      await open(`${at}/returned`)
      await page.getByRole('button', { name: 'Send tables out' }).click()
      await page.getByRole('checkbox', { name: 'salaries' }).check()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Make the file with 1 table' }).click()
      await download
      await page.getByRole('region', { name: 'Out now' }).getByRole('cell', { name: 'salaries' }).waitFor()
      expectEqual('branches', (await client.api.listBranches({ workbook_id: workbook.id })).branches.length, 1)
    },
  },
  {
    name: 'a table is sent out as one file for each department',
    shot: 'returned-split',
    run: async ({ page, open, client }) => {
      const { at, workbook } = await newPayroll(client)
      await open(`${at}/returned`)
      await page.getByRole('button', { name: 'Send tables out' }).click()
      await page.getByRole('checkbox', { name: 'salaries' }).check()
      await page.getByLabel('One file for each value of').selectOption('department')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Make the file with 1 table' }).click()
      expectEqual('file', (await download).suggestedFilename(), 'salaries.zip')
      await page.getByRole('region', { name: 'Out now' }).getByRole('cell', { name: 'Research' }).waitFor()
      const { branches } = await client.api.listBranches({ workbook_id: workbook.id })
      expectEqual('parts', new Set(branches.map(({ part }) => part?.value)).size, 4)
    },
  },
]
