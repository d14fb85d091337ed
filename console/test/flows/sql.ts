import type { Client } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'

async function newSales(client: Client) {
  const workbook = await client.createWorkbook({ title: 'Sales' })
  await workbook.createTable({ name: 'sales', columns: [{ name: 'region' }, { name: 'amount', type: 'BIGINT' }] })
  const rows = ['North', 'South', 'East', 'West'].flatMap((region, n) =>
    Array.from({ length: 30 }, (_, m) => ({ region, amount: (n + 2) * (m + 1) })),
  )
  await workbook.table('sales').append(rows)
  await workbook.createTable({ name: '売上 明細', columns: [{ name: '金額', type: 'BIGINT' }, { name: '部門' }] })
  return { workbook, at: `/w/${workbook.id}/sql` }
}

const TOTALS = 'SELECT region, sum(amount) AS total FROM sales GROUP BY region ORDER BY total DESC'

export const sqlFlows: readonly Flow[] = [
  {
    name: 'a query is completed from the schema, run by a key, and shows its rows',
    shot: 'sql',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at } = await newSales(client)
      await open(at)
      await page.getByRole('textbox', { name: 'SQL' }).click()
      await page.keyboard.type('SELECT region, sum(amount) AS total FROM sal')
      await page.locator('.cm-tooltip-autocomplete').getByText('sales', { exact: true }).click()
      await page.keyboard.type(' GROUP BY region ORDER BY total DESC')
      await page.getByText('Valid: 2 columns').waitFor()
      await page.keyboard.press('Control+Enter')

      await page.getByRole('gridcell', { name: 'West' }).waitFor()
      await page.getByRole('gridcell', { name: '2,325' }).waitFor()
      await page.getByText(/^4 rows in/).waitFor()
      await page.getByText('sales', { exact: true }).first().click()
    },
  },
  {
    name: 'columns are completed from the tables that the query names, and behind their aliases',
    shot: 'sql-columns',
    run: async ({ page, open, client }) => {
      const { at } = await newSales(client)
      await open(at)
      await page.getByRole('textbox', { name: 'SQL' }).click()
      await page.keyboard.insertText('SELECT  FROM sales s')
      for (let n = 0; n < ' FROM sales s'.length; n++) await page.keyboard.press('ArrowLeft')
      await page.keyboard.type('reg')
      await page.locator('.cm-tooltip-autocomplete').getByText('region').click()
      await page.keyboard.type(', s.am')
      await page.locator('.cm-tooltip-autocomplete').getByText('amount').click()
      await page.getByText('Valid: 2 columns').waitFor()
    },
  },
  {
    name: 'a mistake is underlined where it is, with what to write instead',
    shot: 'sql-error',
    run: async ({ page, open, client }) => {
      const { at } = await newSales(client)
      await open(at)
      await page.getByRole('textbox', { name: 'SQL' }).click()
      await page.keyboard.insertText('SELECT region,\n  sum(amuont)\nFROM sales GROUP BY 1')

      await page.locator('.cm-lintRange-error').filter({ hasText: 'amuont' }).waitFor()
      await page.getByText(/Line 2, column 7: .*amuont/).waitFor()
    },
  },
  {
    name: 'a query is saved as a transform, and its table opens',
    shot: 'sql-transform',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newSales(client)
      await open(`${at}?table=sales`)
      await page.getByText('Valid: 2 columns').waitFor()
      await page.getByRole('button', { name: 'Save as transform…' }).click()
      await page.getByLabel('Name of the new table').fill('sales copy')
      await page.getByRole('button', { name: 'Make the table' }).click()
      await page.getByRole('button', { name: 'Open it' }).click()

      await page.getByRole('heading', { name: 'sales copy' }).waitFor()
      await page.getByText('derived table').waitFor()
      await page.getByRole('gridcell', { name: 'North' }).first().waitFor()
      const [transform] = await workbook.transforms().toArray()
      if (!transform?.code?.includes('{{ sales }}')) throw new Error(`it was saved as ${transform?.code}`)
    },
  },
  {
    name: 'the rows of a query become a chart',
    shot: 'sql-chart',
    run: async ({ page, open, client }) => {
      const { at } = await newSales(client)
      await open(at)
      await page.getByRole('textbox', { name: 'SQL' }).click()
      await page.keyboard.insertText(TOTALS)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByRole('gridcell', { name: 'West' }).waitFor()
      await page.getByRole('tab', { name: 'Chart' }).click()

      await page.getByRole('img', { name: 'Bars of total by region' }).waitFor()
    },
  },
  {
    name: 'a query from a table begins with the filter and the order of its grid',
    shot: 'sql-from-grid',
    run: async ({ page, open, client }) => {
      const { workbook } = await newSales(client)
      const search = { filter: [{ column: 'region', op: '=', value: 'North' }], order: { column: 'amount', isDescending: true } } // biome-ignore format: an address
      const query = Object.entries(search).map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`)
      await open(`/w/${workbook.id}/tables/sales?${query.join('&')}`)
      await page.getByRole('link', { name: 'Query' }).click()
      await page.getByText('Valid: 2 columns').waitFor()
      await page.getByText("WHERE region = 'North'").waitFor()
      if ((await page.getByText('__svc_row_id').count()) > 0) throw new Error('a column of the service is asked for')
      await page.getByRole('button', { name: 'Run' }).click()
      await page.getByText(/^30 rows in/).waitFor()
    },
  },
]
