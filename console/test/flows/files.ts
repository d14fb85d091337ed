import type { Flow } from '../flow.ts'

const csv = (lines: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })

export const filesFlows: readonly Flow[] = [
  {
    name: 'a file is followed: its next edition is compared with the one before, cell by cell',
    shot: 'files',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Prices' })
      await open(`/w/${workbook.id}/files?part=followed`)
      await page.locator('.files-lead input[type=file]').setInputFiles(csv('code,price\nA1,10\nA2,20\n'))
      await page.getByRole('heading', { level: 2, name: 'prices' }).waitFor()
      await page.locator('.followed input[type=file]').setInputFiles(csv('code,price\nA1,10\nA2,25\n'))
      const changes = page.getByRole('region', { name: 'What changed from edition 1 to 2' })
      await changes.getByRole('cell', { name: '25' }).waitFor()
      await page.getByRole('button', { name: 'Bring back edition 1' }).click()
      await page.getByText('The tables are those of edition 1 again.').waitFor()
    },
  },
  {
    name: 'files stand by what became of them: waiting, made into tables with links to each, sent out',
    shot: 'files-uploaded',
    isTest: true,
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Prices' })
      await workbook.upload({ content: 'code,price\nA1,10\n', filename: 'prices.csv' })
      await workbook.upload({ content: 'code,stock\nA1,3\n', filename: 'stock.csv' }, { mode: 'staged' })
      await open(`/w/${workbook.id}/files`)
      await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: 'stock.csv' }).waitFor()
      const made = page.getByRole('region', { name: 'Made into tables' })
      await made
        .getByRole('row', { name: /prices\.csv/ })
        .getByRole('link')
        .nth(1)
        .click()
      await page.getByRole('gridcell', { name: 'A1' }).waitFor()
      await page.goBack()
      await page.getByRole('tab', { name: 'Sent out and returned' }).click()
      await page.getByRole('button', { name: 'Send tables out' }).waitFor()
      await page.getByRole('tab', { name: 'Uploaded' }).click()
      await made.waitFor()
    },
  },
]
