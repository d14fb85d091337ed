import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { newPerson } from '../../../../server/test/person.ts'
import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger, paste } from '../../ledger.ts'

const choose = async (page: Page, column: string, item: string) => {
  await page.getByRole('button', { name: `Menu of ${column}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const shownNames = (page: Page) =>
  page.locator('[data-head]').evaluateAll((heads) => heads.map((head) => head.getAttribute('data-head')))

/** Drags from the middle of one element to a place in another. */
async function drag(page: Page, from: string, to: string, share: number) {
  const [start, end] = [await page.locator(from).boundingBox(), await page.locator(to).boundingBox()]
  if (!start || !end) throw new Error('nothing to drag')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width * share, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

/** What people do with columns, from their header. */
export const gridColumnFlows: readonly Flow[] = [
  {
    name: 'a column is filtered by its values with the keyboard alone, and the counts are those of all rows',
    shot: 'grid-values',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client)
      await open(at)
      await cell(page, 0, 1).click()
      await page.keyboard.press('Alt+ArrowDown')
      // A menu that is drawn gets the focus a moment later, and looks for a word as it is typed.
      await page.locator('[role=menu]:focus-within').waitFor()
      await page.keyboard.type('Filter', { delay: 30 })
      await page.locator('[role=menuitem]:focus', { hasText: 'Filter' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('checkbox', { name: 'East 100' }).waitFor()
      await page.keyboard.type('eas')
      await page.getByRole('checkbox', { name: 'North' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await page.getByText('100 rows found').waitFor()
      await cellWith(page, 0, 1, 'East').waitFor()
      await page.reload()
      await page.getByText('100 rows found').waitFor()

      await choose(page, 'product', 'Filter…')
      await page.getByRole('checkbox', { name: '事務椅子 20' }).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('80 rows found').waitFor()
      await page.getByRole('button', { name: 'product is not 事務椅子' }).first().click()
      await page.getByRole('checkbox', { name: 'Floor lamp 20' }).waitFor()
    },
  },
  {
    name: 'a column is filtered by a range, and the filter is removed from its menu',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client)
      await open(at)
      await choose(page, 'amount', 'Filter…')
      await page.getByRole('tab', { name: 'Condition' }).click()
      await page.getByLabel('How').selectOption('is between')
      await page.getByLabel('From').fill('10,000')
      await page.getByLabel('To', { exact: true }).fill('20,000')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('amount is between 10,000 and 20,000').waitFor()
      await page.getByText('rows found').waitFor()
      await choose(page, 'amount', 'Remove the filter')

      await page.getByText('400 rows').waitFor()
    },
  },
  {
    name: 'columns are widened, moved, frozen and hidden, and stand so after a reload',
    shot: 'grid-columns',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client)
      await open(at)
      await cell(page, 0, 0).waitFor()
      const before = await page.locator('[data-head=product]').boundingBox()
      await drag(page, '[data-head=product] .grid-head-edge', '[data-head=amount]', 0.8)
      const after = await page.locator('[data-head=product]').boundingBox()
      expectEqual((after?.width ?? 0) > (before?.width ?? 0) + 40, true)
      await drag(page, '[data-head=paid] .grid-head-button', '[data-head=region]', 0.2)
      expectEqual((await shownNames(page)).slice(0, 3), ['date', 'paid', 'region'])
      await choose(page, 'paid', 'Move right')
      await choose(page, 'note', 'Hide')
      await choose(page, 'region', 'Freeze up to here')
      await page.reload()
      await cell(page, 0, 0).waitFor()
      expectEqual((await shownNames(page)).slice(0, 3), ['date', 'region', 'paid'])
      expectEqual(await page.locator('.grid-head.frozen').count(), 2)
      await page.getByRole('button', { name: '1 hidden column' }).click()
      await page.getByRole('menuitem', { name: 'note' }).click()

      await page.locator('[data-head=note]').waitFor()
      await choose(page, 'product', 'Fit width to content')
      await page.getByRole('button', { name: 'Menu of product' }).click()
    },
  },
  {
    name: 'a block that would shift over a hidden column is asked about, and lands where it belongs',
    shot: 'grid-paste-hidden',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await cell(page, 0, 0).waitFor()
      await choose(page, 'amount', 'Hide')
      await cell(page, 2, 2).click()
      await paste(page, 'Stool\t300\t12.50\r\nBench\t400\t13.50\r\n')
      const asked = page.getByRole('dialog', { name: 'Where should these 3 columns go?' })
      await asked.getByText('Hidden here: amount').waitFor()
      await asked.getByRole('button', { name: 'Cancel' }).click()
      expectEqual((await workbook.table('sales').row(3)).unit_price, '93.50')
      await cell(page, 2, 2).click()
      await paste(page, 'Stool\t300\t12.50\r\nBench\t400\t13.50\r\n')
      await asked.getByRole('button', { name: 'Show them and paste' }).click()
      await cellWith(page, 3, 3, '400').waitFor()
      const row = await workbook.table('sales').row(3)
      expectEqual([row.product, row.amount, row.unit_price], ['Stool', 300, '12.50'])
      await cell(page, 0, 6).click()
      await paste(page, 'a\tb')
      await page.getByText('1 column of it would be left out').waitFor()
    },
  },
  {
    name: 'a copied link opens the table with the same filter, order and columns in another browser',
    shot: 'grid-link',
    run: async ({ page, open, client, url }) => {
      const { at } = await newLedger(client)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
      await open(at)
      await choose(page, 'region', 'Hide')
      await choose(page, 'product', 'Freeze up to here')
      await choose(page, 'amount', 'Sort largest first')
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied').waitFor()
      const link = String(await page.evaluate('navigator.clipboard.readText()'))
      await page.evaluate(
        `for (const key of Object.keys(localStorage)) if (key.startsWith('bindery.layout')) localStorage.removeItem(key)`,
      )
      await page.goto(link)
      await cell(page, 0, 0).waitFor()

      expectEqual((await shownNames(page)).slice(0, 3), ['date', 'product', 'amount'])
      expectEqual(await page.locator('.grid-head.frozen').count(), 2)
      await page.locator('[data-head=amount]').and(page.locator('[aria-sort=descending]')).waitFor()
      await page.getByRole('button', { name: '1 hidden column' }).click()
      await page.getByRole('menuitem', { name: 'region' }).click()
      await page.locator('[data-head=region]').waitFor()
      expectEqual(page.url().includes('layout'), false)
    },
  },
  {
    name: 'what is typed goes into the column it was typed in, however columns stand',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await choose(page, 'region', 'Hide')
      await choose(page, 'note', 'Move left')
      await cell(page, 0, 4).click()
      await page.keyboard.type('as agreed')
      await page.keyboard.press('Enter')
      await page.getByText('All saved').waitFor()

      const row = await workbook.table('sales').row(1)
      expectEqual([row.note, row.paid, row.region], ['as agreed', false, 'South'])
    },
  },
  {
    name: 'a column is renamed, described and given another type from its menu; what does not fit is refused with its reason',
    shot: 'grid-retype',
    refusals: [422],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 30)
      await open(at)
      await choose(page, 'amount', 'Sort largest first')
      await choose(page, 'amount', 'Rename…')
      await page.getByLabel('Name', { exact: true }).fill('revenue')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await page.locator('[data-head=revenue]').and(page.locator('[aria-sort=descending]')).waitFor()
      await choose(page, 'revenue', 'Description…')
      await page.getByLabel('Description', { exact: true }).fill('Without tax')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('[data-head=revenue] [title*="Without tax"]').waitFor()
      await choose(page, 'revenue', 'Change type…')
      await page.getByLabel('Type', { exact: true }).selectOption('Text')
      await page.getByRole('button', { name: 'Change type', exact: true }).click()
      await page.locator('.grid-head.text[data-head=revenue]').waitFor()
      expectEqual((await workbook.table('sales').columns()).find(({ name }) => name === 'revenue')?.type, 'VARCHAR')

      await choose(page, 'product', 'Change type…')
      await page.getByLabel('Type', { exact: true }).selectOption('Date')
      await page.getByRole('button', { name: 'Change type', exact: true }).click()
      await page.getByText('uncastable_value').or(page.getByText('Desk lamp').last()).first().waitFor()
    },
  },
  {
    name: 'a viewer sorts and filters from the header, and is offered nothing that writes',
    shot: 'grid-viewer-menu',
    run: async ({ page, url, person, open }) => {
      const owner = createClient({ url, token: (await newPerson(url)).session })
      const { workbook, at } = await newLedger(owner, 30)
      const member = { workbook_id: workbook.id, user_id: person.userId }
      await owner.api.shareWorkbook({ ...member, body: { role: 'viewer' } })
      await open(at)
      await page.getByRole('button', { name: 'Menu of region' }).click()

      await page.getByRole('menuitem', { name: 'Sort A to Z' }).waitFor()
      expectEqual(await page.getByRole('menuitem', { name: 'Rename…' }).count(), 0)
    },
  },
]
