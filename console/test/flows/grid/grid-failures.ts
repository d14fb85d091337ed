import type { Client } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import type { Flow } from '../../flow.ts'
import { cell, cellWith, expectEqual, newLedger, paste } from '../../ledger.ts'

/** Answers reads of one address with 503, `times` times or until it is given up. */
async function failReads(page: Page, address: string, times = Number.POSITIVE_INFINITY) {
  let left = times
  await page.route(address, (route) => {
    if (route.request().method() !== 'GET' || left-- <= 0) return route.fallback()
    const problem = { code: 'unavailable', status: 503, title: 'The service is not available', detail: 'Try again.' }
    return route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) })
  })
  return () => page.unroute(address)
}

const secondPage = '**/tables/sales/rows?*offset=200&*'

/** The amounts from the first line to the last are chosen. A slow browser looks at the pages between on its way: reads of them fail before that. */
async function chooseAllAmounts(page: Page, rows: number) {
  await cell(page, 0, 3).click()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await cell(page, rows - 1, 3)
    .filter({ hasText: /\d/ })
    .waitFor()
}

const onClipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>

async function filledAmounts(client: Client, workbookId: string) {
  const sql = 'SELECT count(amount) AS filled, count(*) AS lines FROM sales'
  const { rows } = await client.workbook(workbookId).query(sql)
  return rows[0]
}

export const gridFailureFlows: readonly Flow[] = [
  {
    name: 'a paste over lines that cannot be read writes nothing, and one that is read late makes no row twice',
    shot: 'grid-paste-unread',
    isTest: true,
    refusals: [503],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 450)
      await open(at)
      await cell(page, 0, 2).click()
      const stopFailing = await failReads(page, secondPage)
      const texts = Array.from({ length: 250 }, (_, n) => `Item ${n + 1}`).join('\n')
      await paste(page, texts)
      await page.getByText('Nothing was written').waitFor()
      const before = await workbook.table('sales').read()
      expectEqual([before.row_count, (await workbook.table('sales').row(1)).product], [450, 'Floor lamp'])

      await stopFailing()
      await failReads(page, secondPage, 2)
      await cell(page, 0, 2).click()
      await paste(page, texts)
      await page.getByText('All saved').waitFor()

      const after = await workbook.table('sales').read()
      const [first, last] = [await workbook.table('sales').row(1), await workbook.table('sales').row(250)]
      expectEqual([after.row_count, first.product, last.product], [450, 'Item 1', 'Item 250'])
      await failReads(page, '**/tables/sales/rows?*offset=400&*')
      await cell(page, 0, 2).click()
      await paste(page, `${texts}\n${texts}`)
      await page.getByText('Nothing was written').last().waitFor()
    },
  },
  {
    name: 'a copy is announced when all of it is on the clipboard, and never holds a part of the rows',
    shot: 'grid-copy-unread',
    refusals: [503],
    run: async ({ page, open, client }) => {
      const { at } = await newLedger(client, 900)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(at)
      await page.evaluate('navigator.clipboard.writeText("before")')
      const stopFailing = await failReads(page, secondPage)
      await chooseAllAmounts(page, 900)
      await page.keyboard.press('Control+c')
      await page.getByText('Nothing was copied').waitFor()
      expectEqual([await onClipboard(page), await page.getByText(/^Copied/).count()], ['before', 0])

      await stopFailing()
      await page.keyboard.press('Control+c')
      await page.getByText('Copied 900 rows × 1 column').waitFor()
      const copied = (await onClipboard(page)).split('\n')
      expectEqual([copied.length, copied[0], copied[899]], [900, '7919', String((900 * 7_919) % 250_000)])
    },
  },
  {
    name: 'a cut clears what it has copied, all of it, and nothing when the copy failed',
    isTest: true,
    refusals: [503],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 900)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open(at)
      const stopFailing = await failReads(page, secondPage)
      await chooseAllAmounts(page, 900)
      await page.keyboard.press('Control+x')
      await page.getByText('Nothing was copied').waitFor()
      expectEqual(await filledAmounts(client, workbook.id), { filled: 900, lines: 900 })

      await stopFailing()
      await page.evaluate('navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"))')
      await page.keyboard.press('Control+x')
      await page.getByText('The browser did not let the rows onto the clipboard').waitFor()
      expectEqual(await filledAmounts(client, workbook.id), { filled: 900, lines: 900 })

      await page.keyboard.press('Control+x')
      await page.getByText('All saved').waitFor()
      expectEqual(await filledAmounts(client, workbook.id), { filled: 0, lines: 900 })
      expectEqual((await onClipboard(page)).split('\n').length, 900)
    },
  },
  {
    name: 'more rows than one write takes are neither cut nor cleared nor filled, not even a part of them',
    shot: 'grid-too-many',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 5_001)
      await open(at)
      await chooseAllAmounts(page, 5_001)
      for (const [n, act] of [
        () => page.keyboard.press('Control+x'),
        () => page.keyboard.press('Delete'),
        () => paste(page, '1'),
      ].entries()) {
        await act()
        await page.getByText('Nothing was done: at most 5,000 rows').nth(n).waitFor()
      }

      expectEqual(await filledAmounts(client, workbook.id), { filled: 5_001, lines: 5_001 })
      expectEqual((await workbook.table('sales').row(1)).amount, 7_919)
    },
  },
  {
    name: 'a cell whose row cannot be read again after a conflict says that it is not saved, and can be tried again',
    shot: 'grid-not-saved',
    refusals: [409, 503],
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      await open(at)
      await cell(page, 1, 3).click()
      await page.keyboard.press('F2')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('111')
      const theirs = { rows: [{ __svc_row_id: 2, amount: 222 }], expected_version: null, actor: 'Mia Moreno' }
      await workbook.table('sales').write(theirs)
      const stopFailing = await failReads(page, '**/tables/sales/rows/2')
      await page.keyboard.press('Enter')
      await page.getByText('Not saved').waitFor()
      expectEqual(await page.getByText('Saving…').count(), 0)

      await stopFailing()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Write mine' }).click()
      await cellWith(page, 1, 3, '111').waitFor()
      await page.getByText('All saved').waitFor()
      expectEqual((await workbook.table('sales').row(2)).amount, 111)

      await cell(page, 5, 3).click()
      await page.keyboard.press('F2')
      await page.keyboard.type('1')
      await workbook.table('sales').write({ ...theirs, rows: [{ __svc_row_id: 6, amount: 5 }] })
      await failReads(page, '**/tables/sales/rows/6')
      await page.keyboard.press('Enter')
      await page.getByText('Not saved').waitFor()
    },
  },
]
