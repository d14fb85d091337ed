import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'
import { newConflicts, newPayroll } from '../payroll.ts'
import { stagedSample } from '../staged-sample.ts'
import { bringBack } from './returned.ts'

const PHONE = { width: 390, height: 844 }

/** Nothing stands beyond the edge of the screen. */
async function expectFits(page: Page) {
  expectEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
}

export const phoneFlows: readonly Flow[] = [
  {
    name: 'on a phone a reading is looked at, part by part, and nothing stands beyond the edge',
    shot: 'phone-correct',
    run: async (stage) => {
      const { page, open } = stage
      const { path } = await stagedSample(stage)
      await page.setViewportSize(PHONE)
      await open(path)
      await page.getByRole('gridcell', { name: 'Floor lamp' }).waitFor()
      await expectFits(page)
      await page.getByRole('tab', { name: /^Doubts/ }).click()
      await page.getByRole('tab', { name: /^Region/ }).click()
      await page.getByRole('tab', { name: /^Tables/ }).click()
      await page.getByRole('button', { name: 'Make tables' }).waitFor()
      await expectFits(page)
    },
  },
  {
    name: 'on a phone it is read what a file that came back would write, and whether a table may be shared',
    shot: 'phone-returned',
    run: async (stage) => {
      const { page, client } = stage
      await page.setViewportSize(PHONE)
      const { at } = await bringBack(stage)
      await page.getByRole('row', { name: /salary · row 2 388000 395000/ }).waitFor()
      await expectFits(page)
      const { workspaces } = await client.api.listWorkspaces({})
      for (const { workspace_id } of workspaces)
        await client.api.configureWorkspace({ workspace_id, body: { public_links: 'off' } })
      await stage.open(`${at}/tables/salaries`)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Links are turned off here').waitFor()
      await expectFits(page)
    },
  },
  {
    name: 'on a phone rows are cards; one is opened, read and changed, and the next one follows',
    shot: 'phone-row',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 300)
      await page.setViewportSize(PHONE)
      await open(at)
      await page.getByRole('list', { name: 'sales' }).waitFor()
      await expectFits(page)
      await page.getByRole('button', { name: /^Line 3\b/ }).click()
      const panel = page.getByRole('complementary', { name: 'Row details' })
      await panel.getByRole('textbox', { name: 'product' }).fill('Reading lamp')
      await panel.getByRole('textbox', { name: 'product' }).press('Enter')
      await page.getByText('All saved').waitFor({ state: 'attached' })
      expectEqual((await workbook.table('sales').row(3)).product, 'Reading lamp')
      await panel.getByRole('button', { name: 'The row after' }).click()
      await panel.getByRole('heading', { name: 'Line 4' }).waitFor()
      await expectFits(page)
    },
  },
  {
    name: 'on a phone rows of a table are limited, and nothing stands beyond the edge',
    shot: 'phone-row-policy',
    run: async ({ page, open, client }) => {
      const { at, workbook } = await newPayroll(client)
      await workbook.createTable({ name: 'people', columns: [{ name: 'mail' }, { name: 'team' }] })
      await page.setViewportSize(PHONE)
      await open(`${at}/governance`)
      await page.getByRole('tab', { name: 'Rows' }).click()
      await page.getByRole('button', { name: 'Limit the rows of a table' }).click()
      await page.getByLabel('Compared with').selectOption('an attribute of the reader')
      await page.getByLabel('Attribute', { exact: true }).fill('team')
      await page.getByLabel('Attributes come from').selectOption('a table of this workbook')
      await expectFits(page)
    },
  },
  {
    name: 'on a phone the cards go on as one scrolls, and the menu is behind a button',
    shot: 'phone-cards',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 300)
      await page.setViewportSize(PHONE)
      await open(at)
      await page.getByRole('button', { name: /^Line 1\b/ }).waitFor()
      await page.getByRole('button', { name: /^Line 40\b/ }).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: /^Line 60\b/ }).waitFor()
      expectEqual(await page.getByRole('navigation').isVisible(), false)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Conflicts' }).waitFor()
      await page.keyboard.press('Escape')
      await expectFits(page)
    },
  },
  {
    name: 'on a phone a viewer reads a row and is offered nothing that writes',
    shot: 'phone-viewer',
    run: async ({ page, url, person, open }) => {
      const owner = createClient({ url, token: (await newPerson(url)).session })
      const { workbook, at } = await newLedger(owner, 30)
      const member = { workbook_id: workbook.id, user_id: person.userId }
      await owner.api.shareWorkbook({ ...member, body: { role: 'viewer' } })
      await page.setViewportSize(PHONE)
      await open(at)
      await page.getByRole('button', { name: /^Line 1\b/ }).click()
      const panel = page.getByRole('complementary', { name: 'Row details' })
      await panel.getByRole('textbox', { name: 'product' }).waitFor()
      expectEqual(await panel.getByRole('textbox', { name: 'product' }).isEditable(), false)
      expectEqual(await page.getByRole('button', { name: 'Add a row' }).count(), 0)
      await panel.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: /^Line 1\b/ }).waitFor()
    },
  },
  {
    name: 'on a phone a conflict is read and decided',
    shot: 'phone-conflict',
    run: async ({ page, open, client }) => {
      const { at } = await newConflicts(client)
      await page.setViewportSize(PHONE)
      await open(`${at}/conflicts`)
      await page
        .getByRole('button', { name: /^Keep theirs/ })
        .first()
        .click()
      await page.getByText('2 conflicts to decide').waitFor()
      await expectFits(page)
    },
  },
]
