import { readFileSync } from 'node:fs'
import type { Client } from '@bindery-data/sdk'
import type { Flow } from '../flow.ts'

const SAMPLE = new URL('../../public/samples/sales-report.xlsx', import.meta.url)

/** A file, the tables it became, and two tables made from one of them, one from the other. */
async function newChain(client: Client) {
  const workbook = await client.createWorkbook({ title: 'Quarter' })
  await workbook.upload({ content: new Blob([readFileSync(SAMPLE)]), filename: 'sales-report.xlsx' })
  await workbook.createTable({ name: 'orders', columns: [{ name: 'region' }, { name: 'amount', type: 'BIGINT' }] })
  await workbook.table('orders').append([
    { region: 'North', amount: 3 },
    { region: 'South', amount: 4 },
  ])
  await workbook.createTransform({
    name: 'by region',
    code: 'SELECT region, sum(amount) AS total FROM {{ orders }} GROUP BY region',
    args: { orders: 'orders' },
  })
  await workbook.createTransform({
    name: 'best region',
    code: 'SELECT max(total) AS best FROM {{ input_1 }}',
    args: { input_1: 'by region' },
  })
  return { workbook, at: `/w/${workbook.id}/lineage` }
}

export const lineageFlows: readonly Flow[] = [
  {
    name: 'the way from a file to what is made of it is drawn and listed, and a column is followed back',
    shot: 'lineage',
    run: async ({ page, open, client }) => {
      const { at } = await newChain(client)
      await open(at)
      const list = page.getByRole('navigation', { name: 'Files and tables' })
      await list.getByRole('button', { name: 'sales-report.xlsx' }).waitFor()
      await page.locator('.react-flow__node').filter({ hasText: 'best region' }).click()
      await page.getByRole('button', { name: 'best', exact: true }).click()

      await page.getByRole('status').getByText('orders.amount').waitFor()
    },
  },
  {
    name: 'stale tables are amber, and are recomputed from the graph',
    shot: 'lineage-stale',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newChain(client)
      await open(`${at}?table=by%20region`)
      await workbook.table('orders').write({ rows: [{ region: 'North', amount: 10 }], expected_version: null })
      const recompute = page.getByRole('button', { name: 'Update 2 tables' })
      await recompute.waitFor()
      await page.locator('.lineage-node.stale').first().waitFor()
      await recompute.click()
      await page.getByText('2 tables updated').waitFor()
      await recompute.waitFor({ state: 'detached' })

      const { rows } = await workbook.query('SELECT best FROM "best region"')
      if (Number(rows[0]?.best) !== 13) throw new Error(`it was recomputed as ${rows[0]?.best}`)
      await workbook.table('orders').write({ rows: [{ region: 'South', amount: 1 }], expected_version: null })
      await recompute.waitFor()
    },
  },
]
