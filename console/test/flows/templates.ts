import type { Client } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { workbookOf } from '../../../server/test/loader-world.ts'
import type { Flow } from '../flow.ts'
import { expectEqual } from '../ledger.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Cell = string | number | null
type Claim = { name: string; lines?: readonly (readonly Cell[])[]; more?: readonly Cell[][] }

const LINES = [1, 2, 3, 4].map((n) => [`2026-04-0${n}`, n % 2 ? 'visit' : 'audit', 'train', 9.5 + n * 3])

/** An expense claim as people send it back. */
const claim = ({ name, lines = [['2026-05-01', 'visit', 'train', 7.5]], more = [] }: Claim) =>
  workbookOf({
    Sheet1: [
      ['Expense claim'],
      [],
      ['Employee name', name],
      ['Department', 'Sales'],
      ['Employee no.', 'E-1'],
      ...more,
      [],
      ['Date', 'Purpose', 'Category', 'Amount'],
      ...lines,
      [null, null, 'Total', lines.reduce((sum, line) => sum + Number(line[3]), 0)],
      [],
      ['Approved by', 'Evans'],
    ] as Cell[][],
  })

const NAMES = ['Adams', 'Baker', 'Clark', 'Davis', 'Evans', 'Frank', 'Ghosh', 'Hills', 'Irwin', 'Jones']

/** Ten claims; in two of them a label stands that the first one did not have. */
const returnedClaims = () =>
  NAMES.map((name, n) => ({
    name: `${name.toLowerCase()}.xlsx`,
    mimeType: XLSX,
    buffer: Buffer.from(claim({ name, more: n === 3 || n === 8 ? [['Cost centre', 'K-17']] : [] })),
  }))

async function newClaim(client: Client) {
  const workbook = await client.createWorkbook({ title: 'Claims' })
  const content = new Uint8Array(claim({ name: 'Sample', lines: LINES }))
  const { source } = await workbook.upload({ content, filename: 'claim.xlsx' }, { mode: 'staged' })
  const name = source?.name ?? ''
  await workbook.source(name).analyze()
  return { workbook, path: `/w/${workbook.id}/sources/${encodeURIComponent(name)}` }
}

async function saveTemplate(page: Page) {
  await page.getByRole('button', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('Expense claims')
  await dialog.getByRole('button', { name: 'Save as template' }).click()
  await page.getByText('Template “Expense claims” is saved').waitFor()
}

/** Brings them, and waits until each is read or refused. */
async function bring(page: Page) {
  await page.locator('main input[type=file]').first().setInputFiles(returnedClaims())
  await page.getByRole('heading', { name: /^10 of 10/ }).waitFor({ timeout: 120_000 })
}

export const templatesFlows: readonly Flow[] = [
  {
    name: 'a reading is saved as a template by one button',
    shot: 'template-saved',
    run: async ({ page, open, client }) => {
      const { path } = await newClaim(client)
      await open(path)
      await page.getByRole('gridcell', { name: 'Expense claim' }).waitFor()
      await saveTemplate(page)
    },
  },
  {
    name: 'ten forms are dropped at once: each says which template read it, or why none fits',
    shot: 'templates-many',
    run: async ({ page, open, client }) => {
      const { workbook, path } = await newClaim(client)
      await open(path)
      await page.getByRole('gridcell', { name: 'Expense claim' }).waitFor()
      await saveTemplate(page)
      await open(`/w/${workbook.id}/files`)
      await bring(page)
      const tray = page.getByRole('region', { name: 'Uploads' })
      expectEqual(await tray.getByText('Row of “Expense claims”').count(), 8)
      expectEqual(await tray.getByText('Cost centre').count(), 2)
      const counts = (await workbook.tables()).map(({ row_count }) => row_count)
      expectEqual(counts.includes(8), true)
    },
  },
  {
    name: 'on a phone ten files say how each was read, and nothing stands beyond the edge',
    shot: 'phone-templates-many',
    run: async ({ page, open, client }) => {
      const { workbook, path } = await newClaim(client)
      await open(path)
      await page.getByRole('gridcell', { name: 'Expense claim' }).waitFor()
      await saveTemplate(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await open(`/w/${workbook.id}/files`)
      await bring(page)
      expectEqual(await page.getByText('Row of “Expense claims”').count(), 8)
      expectEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    },
  },
  {
    name: 'files of the same columns that are dropped together become one table by a click',
    shot: 'files-united',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Sales' })
      const month = (n: number) => ({
        name: `sales_2026-0${n}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(
          `day,place,amount\n${['Tokyo', 'Osaka', 'Kobe', 'Nara'].map((place, row) => `2026-0${n}-0${row + 1},${place},${n}${row}0`).join('\n')}\n`,
        ),
      })
      await open(`/w/${workbook.id}/files`)
      await page.locator('main input[type=file]').first().setInputFiles([4, 5, 6].map(month))
      await page.getByRole('button', { name: 'Make one table of them: sales' }).click({ timeout: 120_000 })
      await page.getByRole('heading', { level: 1, name: 'sales' }).waitFor({ timeout: 120_000 })
      await page.getByRole('gridcell', { name: 'sales_2026-04' }).first().waitFor()
      expectEqual((await workbook.tables()).map(({ name, row_count }) => `${name} ${row_count}`).join(), 'sales 12')
      await open(`/w/${workbook.id}/sources/sales_2026-05.csv`)
      await page.getByText('3 files are one table, sales').waitFor()
    },
  },
  {
    name: 'a form that nearly fits says what is different, where it is corrected',
    shot: 'template-nearly',
    run: async ({ page, open, client }) => {
      const { workbook, path } = await newClaim(client)
      await open(path)
      await page.getByRole('gridcell', { name: 'Expense claim' }).waitFor()
      await saveTemplate(page)
      await open(`/w/${workbook.id}/files`)
      await bring(page)
      await open(`/w/${workbook.id}/sources/davis.xlsx`)
      await page.getByText('Nearly one of the template “Expense claims”').waitFor()
    },
  },
]
