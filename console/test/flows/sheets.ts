import type { Flow } from '../flow.ts'
import { madeSample } from '../staged-sample.ts'

export const sheetsFlows: readonly Flow[] = [
  {
    name: 'where no sheet is yet, it is said what one is for',
    shot: 'sheets-empty',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Ledger' })
      await open(`/w/${workbook.id}/sheets`)
      await page.getByRole('heading', { name: 'Put tables on a page' }).waitFor()
    },
  },
  {
    name: 'a sheet is put together of tables and texts, and reads at once',
    shot: 'sheet',
    run: async (stage) => {
      const { page } = stage
      const { workbook } = await madeSample(stage)
      await stage.open(`/w/${workbook.id}/sheets`)
      await page.getByRole('button', { name: 'New sheet' }).click()
      await page.getByLabel('Name').fill('Board pack')
      await page.keyboard.press('Enter')
      const preview = page.getByRole('region', { name: 'As it reads' })
      await preview.getByRole('heading', { name: 'Board pack' }).waitFor()
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await preview.getByRole('columnheader').first().waitFor()
      await page.getByRole('button', { name: 'Move up: Table 2' }).click()
      await page.getByRole('button', { name: 'Move down: Table 1' }).waitFor()
      const sheet = await stage.client.api.readSheet({ workbook_id: workbook.id, name: 'Board pack' })
      if (sheet.tables.length !== 1) throw new Error(JSON.stringify(sheet.spec))
    },
  },
]
