import type { Client } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'
import { expectEqual, newPayroll } from '../payroll.ts'

/** A state with a name, and what was done since. */
async function newStates(client: Client) {
  const payroll = await newPayroll(client)
  await payroll.workbook.commitVersion('March closing', { summary: 'as sent to the auditors' })
  await payroll.salaries.write({
    rows: [
      { __svc_row_id: 1, salary: 430_000 },
      { name: 'Goto Ren', department: '営業部', salary: 340_000 },
    ],
    expected_version: null,
  })
  await payroll.salaries.deleteRows({ row_ids: [4], expected_version: null })
  await payroll.workbook.createTable({ name: 'bonuses', columns: [{ name: 'name' }] })
  return payroll
}

export const historyFlows: readonly Flow[] = [
  {
    name: 'an edit is seen cell by cell',
    shot: 'history',
    run: async ({ page, open, client }) => {
      const { at } = await newStates(client)
      await open(`${at}/history`)
      const edit = page.getByRole('listitem').filter({ hasText: 'Rows written' }).first()
      await edit.getByRole('button', { name: 'Show cells' }).click()
      await edit.getByRole('row', { name: /1 salary 412000 430000/ }).waitFor()
    },
  },
  {
    name: 'an edit is undone from the history',
    run: async ({ page, open, client }) => {
      const { at, salaryOf } = await newStates(client)
      await open(`${at}/history`)
      await page.getByRole('button', { name: 'Undo: Rows written · salaries' }).first().click()
      await page.getByText('Undone in 2 rows').waitFor()
      expectEqual('salary', await salaryOf(1), 412_000)
      await page.getByText('undone', { exact: true }).waitFor()
    },
  },
  {
    name: 'an undo that would put older values over newer ones asks first',
    shot: 'history-undo',
    refusals: [409],
    run: async ({ page, open, client }) => {
      const { at, salaries, salaryOf } = await newStates(client)
      await salaries.write({ rows: [{ __svc_row_id: 1, salary: 450_000 }], expected_version: null })
      await open(`${at}/history`)
      await page.getByRole('button', { name: 'Undo: Rows written · salaries' }).nth(1).click()
      await page.getByRole('dialog', { name: 'Some of it was changed since' }).getByText('450000').waitFor()
      expectEqual('salary', await salaryOf(1), 450_000)
    },
  },
  {
    name: 'the state of now is given a name',
    shot: 'history-states',
    run: async ({ page, open, client }) => {
      const { at, workbook } = await newStates(client)
      await open(`${at}/history`)
      await page.getByRole('tab', { name: 'Versions and snapshots' }).click()
      await page.getByText('Changed since the newest snapshot').waitFor()
      await page.getByRole('button', { name: 'Name this state' }).click()
      await page.getByLabel('Name', { exact: true }).fill('April draft')
      await page.keyboard.press('Enter')
      await page.getByText('Nothing has changed since the newest snapshot').waitFor()
      const labels = (await workbook.versions().toArray()).map(({ label }) => label)
      expectEqual('versions', labels, ['April draft', 'March closing'])
    },
  },
  {
    name: 'any two states are compared, table by table',
    shot: 'history-compare',
    run: async ({ page, open, client }) => {
      const { at } = await newStates(client)
      await open(`${at}/history`)
      await page.getByRole('tab', { name: 'Compare' }).click()
      await page.getByRole('row', { name: /salaries changed 1 1 1/ }).waitFor()
      await page.getByRole('row', { name: /bonuses new/ }).waitFor()
      await page.getByRole('button', { name: 'Swap' }).click()
      await page.getByRole('row', { name: /bonuses deleted/ }).waitFor()
    },
  },
  {
    name: 'what a restore would change is seen before it is done',
    shot: 'history-restore',
    run: async ({ page, open, client }) => {
      const { at, salaryOf } = await newStates(client)
      await open(`${at}/history`)
      await page.getByRole('tab', { name: 'Versions and snapshots' }).click()
      await page.getByRole('button', { name: 'Restore March closing' }).click()
      const dialog = page.getByRole('dialog', { name: 'Restore March closing' })
      await dialog.getByRole('row', { name: /salaries changed/ }).waitFor()
      await dialog.getByRole('row', { name: /bonuses archived, because it was made later/ }).waitFor()
      expectEqual('nothing is written', await salaryOf(1), 430_000)
    },
  },
  {
    name: 'a state is restored, and the one before it is kept',
    run: async ({ page, open, client }) => {
      const { at, salaryOf, workbook } = await newStates(client)
      await open(`${at}/history`)
      await page.getByRole('tab', { name: 'Versions and snapshots' }).click()
      await page.getByRole('button', { name: 'Restore March closing' }).click()
      await page.getByRole('button', { name: 'Restore 2 tables' }).click()
      await page.getByText('March closing is restored. The state before it was kept.').waitFor()
      expectEqual('salary', await salaryOf(1), 412_000)
      const kept = await workbook.snapshots().toArray()
      if (!kept.some(({ summary }) => summary?.startsWith('Before'))) throw new Error('no safety snapshot')
    },
  },
]
