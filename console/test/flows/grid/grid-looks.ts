import { read } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger } from '../../ledger.ts'

const format = async (page: Page, column: string, name: string) => {
  await page.getByRole('button', { name: `Menu of ${column}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Format…' }).click()
  await page.getByRole('menuitem', { name }).first().click()
}

/** How values are shown, and all of a row beside the grid. */
export const gridLookFlows: readonly Flow[] = [
  {
    name: 'the buttons of a table stand in one line, and rules and lineage are opened from its menu',
    shot: 'grid-more',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client)
      await open(at)
      const tops = "new Set([...document.querySelectorAll('.page-actions > *')].map((each) => each.offsetTop)).size"
      expectEqual(await page.evaluate(tops), 1)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Rules' }).click()
      await page.getByRole('heading', { name: 'Rules of sales' }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Lineage' }).waitFor()
    },
  },
  {
    name: 'columns get formats of money and days; values stay as they are, and a file that goes out has the formats',
    shot: 'grid-formats',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await format(page, 'amount', 'Yen')
      await cellWith(page, 0, 3, '¥7,919').waitFor()
      await format(page, 'date', 'Japanese era')
      await cellWith(page, 0, 0, '令和8年2月2日').waitFor()
      await cell(page, 0, 3).click()
      await page.keyboard.press('F2')
      expectEqual(await page.locator('.cell-editor.open').inputValue(), '7919')
      await page.keyboard.press('Escape')
      await page.reload()
      await cellWith(page, 1, 3, '¥15,838').waitFor()

      const file = await workbook.export({ tables: ['sales'] })
      const book = read(await (await file.blob()).arrayBuffer(), { cellNF: true })
      const sheet = book.Sheets.sales
      expectEqual([sheet?.D2?.z, sheet?.A2?.z], ['"¥"#,##0', 'ggge"年"m"月"d"日"'])
      await page.getByRole('button', { name: 'Menu of unit_price' }).click()
      await page.getByRole('menuitem', { name: 'Format…' }).click()
    },
  },
  {
    name: 'a format of one’s own is tried before it is kept',
    shot: 'grid-other-format',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 30)
      await open(at)
      await format(page, 'amount', 'Other format…')
      await page.getByLabel('Format', { exact: true }).fill('#,##0.0,"k"')
      await page.getByText('-1,234.5 is shown as -1.2k').waitFor()
      await page.getByRole('button', { name: 'Apply' }).click()
      await cellWith(page, 0, 3, '7.9k').waitFor()
      await format(page, 'amount', 'Other format…')
    },
  },
  {
    name: 'a row is read and written beside the grid, and what is being typed there is kept when another row is chosen',
    shot: 'grid-row-panel',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      const sales = workbook.table('sales')
      await open(at)
      await cell(page, 4, 1).click()
      await page.keyboard.press('Control+Enter')
      const panel = page.getByRole('complementary', { name: 'Row details' })
      await panel.getByRole('heading', { name: 'Line 5' }).waitFor()
      await panel.getByLabel('product').fill('Desk lamp, brass')
      await page.keyboard.press('Enter')
      await cellWith(page, 4, 2, 'Desk lamp, brass').waitFor()
      await panel.getByLabel('amount').fill('4,321')
      await cell(page, 8, 1).click()
      await panel.getByRole('heading', { name: 'Line 9' }).waitFor()
      await cellWith(page, 4, 3, '4,321').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual([(await sales.row(5)).product, (await sales.row(5)).amount], ['Desk lamp, brass', 4_321])

      await panel.getByRole('button', { name: 'The row before' }).click()
      await panel.getByRole('heading', { name: 'Line 8' }).waitFor()
      await cell(page, 4, 2).click()
      await panel.locator('ins').getByText('Desk lamp, brass').waitFor()
    },
  },
]
