import type { Flow } from '../flow.ts'
import { newPayroll } from '../payroll.ts'

export const connectFlows: readonly Flow[] = [
  {
    name: 'examples for other tools have the ids of the workbook in them',
    shot: 'connect',
    run: async ({ page, open, client, url }) => {
      const { workbook, at } = await newPayroll(client)
      await open(`${at}/connect`)
      await page.getByRole('region', { name: 'Agent (MCP)' }).getByText(`${url}/mcp`).waitFor()
      await page.getByRole('tab', { name: 'Command line' }).click()
      await page.getByText(`bindery use ${workbook.id}`).waitFor()
      await page.getByRole('tab', { name: 'curl' }).click()
      await page.getByText('/tables/salaries/rows').waitFor()
      await page.getByRole('button', { name: 'Copy: curl' }).click()
      await page.getByText('Copied').waitFor()
    },
  },
]
