import type { Client } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger, paste } from '../../ledger.ts'

/** Far more rows than a scrollbar has pixels. */
async function newLongTable(client: Client) {
  const workbook = await client.createWorkbook({ title: 'Long' })
  const code = 'SELECT i AS line FROM range(1, 1000001) AS t (i)'
  await workbook.createTransform({ name: 'long', code, args: {} })
  return { at: `/w/${workbook.id}/tables/long` }
}

/** Pulls the scrollbar twice, in a page too busy to see it rest in between. */
const pullTwice = (page: Page, share: number) =>
  page.evaluate(`new Promise((done) => {
    const grid = document.querySelector('[role=grid]')
    const pull = (share) => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * share }
    grid.addEventListener('scroll', () => setTimeout(() => {
      for (const until = performance.now() + 400; performance.now() < until; );
      pull(${share})
      done()
    }, 20), { once: true })
    pull(0.9)
  })`)

export const gridFlows: readonly Flow[] = [
  {
    name: 'a cell is edited, saved and undone with the keyboard alone',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client)
      await open(at)
      await cell(page, 0, 0).click()
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      await page.keyboard.type('1,234,567')
      await page.keyboard.press('Enter')
      await cellWith(page, 0, 3, '1,234,567').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual((await workbook.table('sales').row(1)).amount, 1_234_567)

      await page.keyboard.press('Control+z')
      await cellWith(page, 0, 3, '7,919').waitFor()

      expectEqual((await workbook.table('sales').row(1)).amount, 7_919)
    },
  },
  {
    name: 'cells pasted from Excel land where they belong, and lines behind the end become rows',
    shot: 'grid',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await cell(page, 0, 0).click()
      await page.keyboard.press('Control+ArrowDown')
      await cell(page, 29, 2).click()
      await paste(page, '"Lamp, ""big"""\t1,200\t¥90.25\r\nStool\t▲300\t12\r\n')
      await cellWith(page, 30, 2, 'Stool').waitFor()
      await cellWith(page, 29, 3, '1,200').waitFor()

      const added = await workbook.table('sales').row(31)
      expectEqual([added.product, added.amount, added.unit_price], ['Stool', -300, '12.00'])
      await cell(page, 20, 3).click()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByText('Sum', { exact: true }).waitFor()
    },
  },
  {
    name: 'below the last row stands an empty line: a row is typed into it cell by cell, and rows are pasted there',
    shot: 'grid-new-line',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 3)
      const sales = workbook.table('sales')
      await open(at)
      await cell(page, 0, 1).click()
      await page.keyboard.press('Control+ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.type('North')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Bench')
      await page.keyboard.press('Tab')
      await page.keyboard.type('1200')
      await page.keyboard.press('Enter')
      // Another row, although the first one is still on its way.
      await page.keyboard.type('77')
      await page.keyboard.press('Enter')
      await cellWith(page, 3, 3, '1,200').waitFor()
      await cellWith(page, 4, 3, '77').waitFor()
      await cellWith(page, 3, 1, 'North').waitFor()
      // A cell shows what is still on its way.
      await page.getByText('All saved').waitFor()
      const added = await sales.row(4)
      expectEqual([added.region, added.product, added.amount], ['North', 'Bench', 1_200])
      expectEqual([(await sales.row(5)).region, (await sales.row(5)).amount], [null, 77])
      await cell(page, 5, 1).click()
      await paste(page, 'East\tStool\r\nWest\tLamp\r\n')
      await cellWith(page, 6, 2, 'Lamp').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual((await sales.read()).row_count, 7)
    },
  },
  {
    name: 'a filter and an order choose the rows, and stand in the address',
    shot: 'grid-filter',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client)
      await open(at)
      await page.getByRole('button', { name: 'Filter…' }).click()
      await page.getByLabel('Column', { exact: true }).selectOption('region')
      await page.getByLabel('How').selectOption('is')
      await page.getByLabel('Value').fill('East')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('100 rows found').waitFor()
      await page.getByRole('button', { name: 'Menu of amount' }).click()
      await page.getByRole('menuitem', { name: 'Sort smallest first' }).click()
      await page
        .getByRole('columnheader', { name: 'amount', exact: false })
        .and(page.locator('[aria-sort=ascending]'))
        .waitFor()
      await page.reload()

      await page.getByText('100 rows found').waitFor()
      await cellWith(page, 0, 1, 'East').waitFor()
    },
  },
  {
    name: 'a masked column is hatched, heard as hidden, and cannot be written',
    shot: 'grid-masked',
    refusals: [403],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      await workbook.table('sales').tag('amount', 'secret')
      await workbook.setPolicy('secret', { effect: 'mask' })
      await open(at)
      await cell(page, 2, 3).and(page.locator('.masked')).click()
      await page.getByLabel('amount, line 3: hidden by a policy').waitFor()
      await page.keyboard.type('9')
      await page.keyboard.press('Enter')

      expectEqual(await page.locator('.grid-cell.refused, .grid-cell.saving').count(), 0)
    },
  },
  {
    name: 'a cell that another user has changed meanwhile shows both values, and either can stand',
    shot: 'grid-conflict',
    isTest: true,
    refusals: [409],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      const sales = workbook.table('sales')
      await open(at)
      await cell(page, 1, 3).click()
      await page.keyboard.press('F2')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('111')
      const theirs = { rows: [{ __svc_row_id: 2, amount: 222 }], expected_version: null, actor: 'Mia Moreno' }
      await sales.write(theirs)
      await page.keyboard.press('Enter')
      await page.getByText('Changed by Mia Moreno').waitFor()
      expectEqual((await sales.row(2)).amount, 222)
      await page.getByRole('button', { name: 'Write mine' }).click()
      await cellWith(page, 1, 3, '111').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual((await sales.row(2)).amount, 111)

      await cell(page, 3, 2).click()
      await page.keyboard.press('F2')
      await page.keyboard.type(' (old)')
      await sales.write({ ...theirs, rows: [{ __svc_row_id: 4, product: 'Floor lamp, brass' }] })
      await page.keyboard.press('Enter')
      await page.getByText('Changed by Mia Moreno').waitFor()
    },
  },
  {
    name: 'what others write appears without a reload, and the history of the row says who wrote it',
    shot: 'grid-history',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      await open(at)
      await cell(page, 4, 1).click()
      const rows = [{ __svc_row_id: 5, region: 'Overseas', amount: 42 }]
      await workbook.table('sales').write({ rows, expected_version: null, actor: 'Night import' })
      await cellWith(page, 4, 1, 'Overseas').waitFor()
      await page.getByRole('button', { name: 'Row details' }).click()

      const panel = page.getByRole('complementary', { name: 'Row details' })
      await panel.getByText('Night import').first().waitFor()
      await panel.locator('ins').getByText('Overseas').waitFor()
    },
  },
  {
    name: 'the scrollbar of a million rows stays where it was pulled to',
    run: async ({ page, open, client }) => {
      const { at } = await newLongTable(client)
      await open(at)
      await cellWith(page, 0, 0, '1').waitFor()
      for (const share of [0.5, 0.25, 0.75]) {
        await pullTwice(page, share)
        await cell(page, 1_000_000 * share, 0)
          .filter({ hasText: /\d/ })
          .waitFor()
      }
    },
  },
  {
    name: 'an input method composes in a cell: Enter takes its candidate, a second one the cell',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 20)
      await open(at)
      await cell(page, 0, 2).click()
      const keyboard = await page.context().newCDPSession(page)
      await keyboard.send('Input.imeSetComposition', { text: 'つくえ', selectionStart: 3, selectionEnd: 3 })
      await page.locator('.cell-editor.open').waitFor()
      const enter = { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 } as const
      await keyboard.send('Input.dispatchKeyEvent', enter)
      await keyboard.send('Input.insertText', { text: '机' })
      await page.locator('.cell-editor.open').waitFor()
      await page.keyboard.press('Enter')
      await cellWith(page, 0, 2, '机').waitFor()
      await page.getByText('All saved').waitFor()

      expectEqual((await workbook.table('sales').row(1)).product, '机')
    },
  },
]
