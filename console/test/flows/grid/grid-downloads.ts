import { readFileSync } from 'node:fs'
import type { Flow } from '../../flow.ts'
import { cellWith, expectEqual, newLedger } from '../../ledger.ts'

export const downloadFlows: readonly Flow[] = [
  {
    name: 'what a filter leaves of a table is downloaded as Excel, CSV and Parquet, and copied as Markdown',
    shot: 'grid-download',
    isTest: true,
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 30)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const filter = JSON.stringify([{ column: 'region', op: '=', value: 'North' }])
      await open(`${at}?filter=${encodeURIComponent(filter)}`)
      await cellWith(page, 0, 1, 'North').waitFor()
      const choose = async (name: string | RegExp) => {
        await page.getByRole('button', { name: 'Download' }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      for (const [name, ending] of [
        [/xlsx/, 'xlsx'],
        [/^CSV, for Excel/, 'csv'],
        [/^Parquet/, 'parquet'],
      ] as const) {
        const download = page.waitForEvent('download')
        await choose(name)
        const file = await download
        expectEqual(file.suggestedFilename(), `sales.${ending}`)
        if (ending === 'csv') {
          const text = readFileSync(await file.path(), 'utf8')
          expectEqual([text.startsWith('\uFEFFdate,region'), text.includes('South')], [true, false])
        }
        if (ending === 'parquet')
          expectEqual(
            readFileSync(await file.path())
              .subarray(0, 4)
              .toString(),
            'PAR1',
          )
      }
      await choose('Copy as Markdown')
      await page.getByText('7 rows copied as Markdown').waitFor()
      const copied = await page.evaluate('navigator.clipboard.readText()')
      expectEqual(String(copied).split('\n')[0], '| date | region | product | amount | unit_price | paid | note |')
      expectEqual(String(copied).includes('South'), false)
      await page.getByRole('button', { name: 'Download' }).click()
    },
  },
  {
    name: 'a download has the rows of the screen in their order, without hidden columns; the whole table is offered beside it',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 30)
      const filter = encodeURIComponent(JSON.stringify([{ column: 'region', op: '=', value: 'North' }]))
      const order = encodeURIComponent(JSON.stringify({ column: 'amount', isDescending: true }))
      const layout = encodeURIComponent(JSON.stringify({ order: [], hidden: ['note'], frozen: 0, widthsPx: {} }))
      await open(`${at}?filter=${filter}&order=${order}&layout=${layout}`)
      await cellWith(page, 0, 1, 'North').waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: /^CSV/ }).click()
      const text = readFileSync(await (await download).path(), 'utf8')
      const [head = '', ...lines] = text.trim().split(/\r?\n/)
      // A note may go on in the next line.
      const rows = lines.filter((line) => /^\d{4}-/.test(line))
      expectEqual([head.replace('\uFEFF', '').split(',').slice(0, 2), rows.length], [['date', 'region'], 7])
      // A product may hold a comma, and stands in quotes then.
      const amounts = rows.map((row) => Number(row.replace(/"[^"]*"/, 'quoted').split(',')[3]))
      expectEqual(
        amounts,
        amounts.toSorted((a, b) => b - a),
      )
      await page.getByText('sales is downloaded').waitFor()
      expectEqual(head.includes('note'), false)
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('menuitem', { name: 'The whole table as Excel' }).waitFor()
    },
  },
  {
    name: 'a viewer is not offered to add a row',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 5)
      await page.route('**/api/v1/workbooks/wb_*', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'viewer' } })
      })
      await open(at)
      await page.getByRole('button', { name: 'Download' }).waitFor()
      expectEqual(await page.getByRole('button', { name: 'Add a row' }).count(), 0)
    },
  },
  {
    name: 'without a connection the page says so, and goes on when it is back',
    shot: 'offline',
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 5)
      await open(at)
      await page.context().setOffline(true)
      await page.getByText('You are offline').waitFor()
      await page.context().setOffline(false)
      await page.getByText('You are offline').waitFor({ state: 'detached' })
      await page.context().setOffline(true)
      await page.getByText('You are offline').waitFor()
    },
  },
]
