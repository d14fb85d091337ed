import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { expectEqual, newPayroll } from '../payroll.ts'

export const governanceFlows: readonly Flow[] = [
  {
    name: 'a tag is put on a column, and a rule hides it from viewers',
    isTest: true,
    shot: 'governance',
    run: async ({ page, open, client }) => {
      const { at, salaries } = await newPayroll(client)
      await open(`${at}/governance`)
      await page.getByRole('button', { name: 'Put a tag on salary' }).click()
      await page.keyboard.type('pay')
      await page.keyboard.press('Enter')
      await page.getByLabel('Rule of pay for everybody else').selectOption('masked: empty')
      await page.getByLabel('Rule of pay for viewer').selectOption('hidden')
      await page.getByLabel('Rule of pay for admin').selectOption('sees it')
      const row = page.getByRole('row', { name: /salary whole number/ })
      await row.getByRole('cell', { name: 'hidden' }).waitFor()
      await row.getByRole('cell', { name: 'masked: empty' }).first().waitFor()
      const { columns } = await salaries.access({ role: 'viewer' })
      expectEqual('viewer', columns.find(({ name }) => name === 'salary')?.effect, 'deny')
    },
  },
  {
    name: 'a tag is written in Japanese, and every column and rule shows it so',
    shot: 'governance-label',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at, workbook, salaries } = await newPayroll(client)
      await open(`${at}/governance`)
      await page.getByRole('button', { name: 'Put a tag on salary' }).click()
      await page.keyboard.insertText('社外秘')
      await page.keyboard.press('Enter')
      await page.getByLabel('Rule of 社外秘 for viewer').selectOption('hidden')
      await page
        .getByRole('row', { name: /salary/ })
        .getByRole('cell', { name: 'hidden' })
        .waitFor()
      const { columns } = await salaries.access({ role: 'viewer' })
      expectEqual('viewer', columns.find(({ name }) => name === 'salary')?.effect, 'deny')
      const { classifications } = await client.api.listClassifications({ workbook_id: workbook.id })
      expectEqual(
        'labels',
        classifications.map(({ label }) => label),
        ['社外秘'],
      )
    },
  },
  {
    name: 'a column is hidden from a role by one choice, and shown again by another',
    shot: 'governance-cell',
    run: async ({ page, open, client }) => {
      const { at, salaries } = await newPayroll(client)
      const effectFor = async (role: string) =>
        (await salaries.access({ role })).columns.find(({ name }) => name === 'salary')?.effect
      await open(`${at}/governance`)
      const row = page.getByRole('row', { name: /^salary/ })
      await row.getByRole('button', { name: 'Decide what viewer sees of salary' }).click()
      await page.getByLabel('Decide what viewer sees of salary').selectOption('hidden')
      await page.getByText('salary for viewer: hidden').waitFor()
      expectEqual('viewer', await effectFor('viewer'), 'deny')
      expectEqual('editor', await effectFor('editor'), 'allow')
      await row.getByRole('button', { name: 'Decide what viewer sees of salary' }).click()
      await page.getByLabel('Decide what viewer sees of salary').selectOption('sees it')
      await page.getByText('salary for viewer: sees it').waitFor()
      expectEqual('viewer', await effectFor('viewer'), 'allow')
    },
  },
  {
    name: 'one looks at a table through the eyes of a role',
    shot: 'governance-view-as',
    run: async ({ page, open, client }) => {
      const { at, workbook, salaries } = await newPayroll(client)
      await salaries.tag('salary', 'pay')
      await salaries.tag('name', 'pii')
      await workbook.setPolicy('pay', { role: 'viewer', effect: 'mask' })
      await workbook.setPolicy('pii', { role: 'viewer', effect: 'deny' })
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'View as' }).click()
      await page.getByRole('heading', { name: 'salaries as viewer sees it' }).waitFor()
      await page.getByText('1 column hidden').waitFor()
      await page.getByRole('cell', { name: 'masked: empty' }).first().waitFor()
      expectEqual('names', await page.getByText('Aoki Haruka').count(), 0)
    },
  },
  {
    name: 'rows are shown as a person sees them, and none where they hang on a person that is not named',
    shot: 'governance-view-as-person',
    run: async ({ page, url, open, client }) => {
      const { at, workbook } = await newPayroll(client)
      const { userId: user_id } = await newPerson(url, 'Vera Viewer')
      await client.api.shareWorkbook({ workbook_id: workbook.id, user_id, body: { role: 'viewer' } })
      await workbook.setRowPolicy('salaries', { predicate: "'admin' in user.roles or department = 'Sales'" })
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'View as' }).click()
      await page.getByText('sees 2 rows').waitFor()
      await page.getByRole('cell', { name: 'Brandt, Lena' }).waitFor()
      expectEqual('others', await page.getByText('Aoki Haruka').count(), 0)
      await workbook.setRowPolicy('salaries', { predicate: "'admin' in user.roles or name = user.attributes.person" })
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'View as' }).click()
      await page.getByText('Choose a person above').waitFor()
      expectEqual('rows', await page.getByRole('cell', { name: 'Brandt, Lena' }).count(), 0)
      await page.locator('.view-bar select').nth(1).selectOption({ label: 'Vera Viewer' })
      await page.getByText('sees 0 rows').waitFor()
    },
  },
  {
    name: 'a row policy is picked together, counted for a reader, and taken back',
    shot: 'governance-rows',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at, workbook, salaries } = await newPayroll(client)
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'Rows' }).click()
      await page.getByRole('button', { name: 'Limit the rows of a table' }).click()
      await page.getByLabel('Column').selectOption('department')
      await page.getByLabel('Compared with').selectOption('a value')
      await page.getByLabel('Value', { exact: true }).fill('Sales')
      await page.getByRole('button', { name: 'Another condition' }).click()
      const second = page.getByRole('group', { name: 'Condition 2' })
      await second.getByLabel('Column').selectOption('salary')
      await second.getByLabel('Comparison').selectOption('is less than')
      await second.getByLabel('Value').fill('400000')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('1 row of the table').waitFor()
      const { rows, seen_rows } = await salaries.access({ role: 'viewer' })
      expectEqual('viewer', [rows, seen_rows], ['some', 1])
      expectEqual('admin', (await salaries.access({ role: 'admin' })).rows, 'all')
      await page.getByRole('button', { name: 'Remove the row policy of salaries' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      const [policy] = await workbook.rowPolicies()
      const predicate = "'admin' in user.roles or department = 'Sales' and salary < 400000"
      expectEqual('predicate', policy?.predicate, predicate)
    },
  },
  {
    name: 'rows are limited by an attribute from a table, and shown again',
    shot: 'governance-rows-mapping',
    run: async ({ page, open, client }) => {
      const { at, workbook, salaries } = await newPayroll(client)
      await workbook.createTable({ name: 'people', columns: [{ name: 'mail' }, { name: 'team' }] })
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'Rows' }).click()
      await page.getByRole('button', { name: 'Limit the rows of a table' }).click()
      await page.getByLabel('Table', { exact: true }).selectOption('salaries')
      await page.getByLabel('Column', { exact: true }).selectOption('department')
      await page.getByLabel('Compared with').selectOption('an attribute of the reader')
      await page.getByLabel('Attribute', { exact: true }).fill('team')
      await page.getByLabel('Attributes come from').selectOption('a table of this workbook')
      await page.getByLabel('Column of team').selectOption('team')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('attributes from people').waitFor()
      expectEqual('viewer', (await salaries.access({ role: 'viewer' })).seen_rows, 0)
      await page.getByRole('button', { name: 'Change who sees which rows of salaries' }).click()
      await page.getByLabel('Condition', { exact: true }).waitFor()
    },
  },
  {
    name: 'the audit log tells what was done, and that its chain is whole',
    shot: 'governance-audit',
    run: async ({ page, open, client }) => {
      const { at, workbook, salaries } = await newPayroll(client)
      await salaries.tag('salary', 'pay')
      await workbook.setPolicy('pay', { role: 'viewer', effect: 'mask', mask_style: 'hash' })
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'Audit log' }).click()
      await page.getByText('The chain is whole').waitFor()
      await page.getByRole('cell', { name: 'set a rule' }).first().waitFor()
    },
  },
]
