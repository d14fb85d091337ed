import type { Flow } from '../flow.ts'

const csv = (lines: string) => ({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })

export const filesFlows: readonly Flow[] = [
  {
    name: 'a file is followed: its next edition is compared with the one before, cell by cell',
    shot: 'files',
    run: async ({ page, open, client }) => {
      const workbook = await client.createWorkbook({ title: 'Prices' })
      await open(`/w/${workbook.id}/files`)
      await page.locator('main input[type=file]').first().setInputFiles(csv('code,price\nA1,10\nA2,20\n'))
      await page.getByRole('heading', { level: 2, name: 'prices' }).waitFor()
      await page.locator('.followed input[type=file]').setInputFiles(csv('code,price\nA1,10\nA2,25\n'))
      const changes = page.getByRole('region', { name: 'What changed from edition 1 to 2' })
      await changes.getByRole('cell', { name: '25' }).waitFor()
      await page.getByRole('button', { name: 'Bring back edition 1' }).click()
      await page.getByText('The tables are those of edition 1 again.').waitFor()
    },
  },
]
