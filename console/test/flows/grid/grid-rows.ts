import type { Page } from 'playwright-core'
import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger } from '../../ledger.ts'

const chooseAt = async (page: Page, row: number, column: number, item: string | RegExp) => {
  await cell(page, row, column).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

const chooseRange = async (page: Page, from: [number, number], to: [number, number]) => {
  await cell(page, ...from).click()
  await cell(page, ...to).click({ modifiers: ['Shift'] })
}

/** What people do with rows and cells besides typing. */
export const gridRowFlows: readonly Flow[] = [
  {
    name: 'rows are duplicated and deleted from the menu of their cells, and one step brings them back',
    shot: 'grid-cell-menu',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await chooseRange(page, [2, 1], [4, 1])
      await chooseAt(page, 3, 1, 'Duplicate 3 rows')
      await page.getByText('33 rows').waitFor()
      expectEqual((await workbook.table('sales').row(31)).region, (await workbook.table('sales').row(3)).region)

      await chooseRange(page, [0, 0], [1, 0])
      await chooseAt(page, 1, 0, 'Delete 2 rows')
      await page.getByText('31 rows').waitFor()
      await page.keyboard.press('Control+z')
      await page.getByText('33 rows').waitFor()
      await page.keyboard.press('Control+z')
      await page.getByText('30 rows').waitFor()
      await page.keyboard.press('Control+y')
      await page.getByText('33 rows').waitFor()

      await cell(page, 1, 2).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Delete the row' }).waitFor()
    },
  },
  {
    name: 'a column is inserted beside another and deleted again from the menu of a cell',
    shot: 'grid-drop-column',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await chooseAt(page, 0, 2, 'Insert a column right…')
      await page.getByLabel('Name', { exact: true }).fill('checked_on')
      await page.getByLabel('Type', { exact: true }).selectOption('Date')
      await page.getByRole('button', { name: 'Add column' }).click()
      await page.locator('[data-head=checked_on][aria-colindex="5"]').waitFor()
      await cell(page, 0, 3).click()
      await page.keyboard.type('2026/4/1')
      await page.keyboard.press('Enter')
      await cellWith(page, 0, 3, '2026-04-01').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual((await workbook.table('sales').row(1)).checked_on, '2026-04-01')

      await chooseAt(page, 0, 3, 'Delete the column…')
      await page.getByRole('button', { name: 'Delete column' }).click()
      await page.locator('[data-head=checked_on]').waitFor({ state: 'detached' })
      expectEqual((await workbook.table('sales').columns()).length, 7)
      await chooseAt(page, 0, 1, 'Delete the column…')
    },
  },
  {
    name: 'cells are filled down and right by keys, and a dragged handle continues a series',
    shot: 'grid-fill',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      const sales = workbook.table('sales')
      await open(at)
      await chooseRange(page, [0, 1], [3, 2])
      await page.keyboard.press('Control+d')
      await cellWith(page, 3, 2, 'Floor lamp').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual([(await sales.row(4)).region, (await sales.row(4)).product], ['South', 'Floor lamp'])
      await page.keyboard.press('Control+z')
      await cellWith(page, 3, 2, 'Side table').waitFor()

      await cell(page, 5, 3).click()
      await page.keyboard.type('10')
      await page.keyboard.press('Enter')
      await page.keyboard.type('20')
      await page.keyboard.press('Enter')
      await chooseRange(page, [5, 3], [6, 3])
      const handle = await page.locator('.fill-handle').boundingBox()
      const end = await cell(page, 9, 3).boundingBox()
      if (!handle || !end) throw new Error('no handle')
      await page.mouse.move(handle.x + 4, handle.y + 4)
      await page.mouse.down()
      await page.mouse.move(end.x + 20, end.y + 14, { steps: 6 })
      await page.mouse.up()
      await cellWith(page, 9, 3, '50').waitFor()
      await page.getByText('All saved').waitFor()

      expectEqual([(await sales.row(8)).amount, (await sales.row(10)).amount], [30, 50])
    },
  },
  {
    name: 'a text is found among all rows, forwards, backwards and around, in the order that is shown',
    shot: 'grid-find',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 2_000)
      const rows = [40, 900, 1_700].map((id) => ({ __svc_row_id: id, note: `Needle ${id}` }))
      await workbook.table('sales').write({ rows, expected_version: null })
      await open(at)
      await cell(page, 0, 0).click()
      await page.keyboard.press('Control+f')
      await page.getByLabel('Find in table').fill('needle')
      await page.getByText('1 of 3 rows').waitFor()
      await cellWith(page, 39, 6, 'Needle 40').and(page.locator('.active')).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('2 of 3 rows').waitFor()
      await cellWith(page, 899, 6, 'Needle 900').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('3 of 3 rows').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('1 of 3 rows').waitFor()
      await page.keyboard.press('Shift+Enter')
      await page.getByText('3 of 3 rows').waitFor()

      await cellWith(page, 1_699, 6, 'Needle 1700').waitFor()
      await page.getByLabel('Find in table').fill('nowhere')
      await page.getByText('Nothing found').waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Find in table').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+f')
    },
  },
  {
    name: 'several ranges are summed up together, and a whole column by the service',
    shot: 'grid-ranges',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 2_000)
      await open(at)
      await chooseRange(page, [0, 3], [1, 3])
      await cell(page, 4, 3).click({ modifiers: ['Control'] })
      await cell(page, 6, 3).click({ modifiers: ['Control', 'Shift'] })
      await page.getByText('2 × 1 + 3 × 1').waitFor()
      // 7,919 times 1, 2, 5, 6 and 7.
      await page.getByText('166,299', { exact: true }).last().waitFor()
      await page.locator('[data-head=amount] .grid-head-button').click()
      await page.getByText('2,000 × 1').waitFor()
      await page.keyboard.press('Control+a')
      await page.getByText('2,000 × 7').waitFor()
      await cell(page, 2, 3).click()
      await page.keyboard.press('Shift+Space')
      await page.getByText('1 × 7').waitFor()
      await cell(page, 2, 3).click()
      await page.keyboard.press('Control+Space')
      await page.getByText('2,000 × 1').waitFor()
      await page.locator('.selection-sums').getByText('Sum').waitFor()
      await chooseRange(page, [0, 3], [1, 3])
      await cell(page, 4, 4).click({ modifiers: ['Control'] })
    },
  },
]
