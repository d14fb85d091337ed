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
  {
    name: 'a program gets the fields it asks for, with a token that reads this workbook alone and was tried',
    shot: 'connect-programs',
    run: async ({ page, open, client, url }) => {
      const { workbook, at } = await newPayroll(client)
      await open(`${at}/connect`)
      await page.getByRole('region', { name: 'Address (URL)' }).getByText(`${url}/odata/${workbook.id}`).waitFor()
      await page.getByRole('button', { name: 'Make a token for reading' }).click()
      await page.getByRole('region', { name: 'Password' }).getByText('svc_pat_').waitFor()
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText('It works').waitFor()
      await page.getByRole('tab', { name: 'Tableau' }).click()
      await page.getByRole('region', { name: 'Database', exact: true }).getByText(workbook.id).waitFor()
      await page.getByRole('tab', { name: 'psql' }).click()
      await page.getByText(`dbname=${workbook.id}`).waitFor()
      const { tokens } = await client.api.listTokens()
      const [made] = tokens.filter(({ name }) => name?.startsWith('Excel'))
      if (made?.resource !== `workbook:${workbook.id}` || made.scopes.join() !== 'workbooks:read')
        throw new Error(`the token reaches ${made?.resource} with ${made?.scopes}`)
    },
  },
]
