import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { newPerson } from '../../../../server/test/person.ts'
import type { Flow } from '../../flow.ts'
import { cell, expectEqual, newLedger } from '../../ledger.ts'

const threadIn = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Someone else, who may write in the workbook. */
async function colleague(url: string, owner: ReturnType<typeof createClient>, workbookId: string, name: string) {
  const person = await newPerson(url, name)
  const member = { workbook_id: workbookId, user_id: person.userId }
  await owner.api.shareWorkbook({ ...member, body: { role: 'editor' } })
  return { ...person, client: createClient({ url, token: person.session }) }
}

export const gridCommentFlows: readonly Flow[] = [
  {
    name: 'a cell is commented with a mention, the answer of another user appears by itself, and the thread is resolved',
    shot: 'grid-comments',
    isTest: true,
    run: async ({ page, open, client, url }) => {
      const { workbook, at } = await newLedger(client, 60)
      const mia = await colleague(url, client, workbook.id, 'Mia Moreno')
      await open(at)
      await cell(page, 2, 3).click()
      await page.keyboard.press('Control+Enter')
      const panel = page.getByRole('complementary', { name: 'Row details' })
      const field = panel.getByRole('combobox', { name: 'Write a comment' })
      await field.fill('Is this right, ')
      await field.press('End')
      await field.pressSequentially('@mi')
      await panel.getByRole('option', { name: 'Mia Moreno' }).waitFor()
      await field.press('Enter')
      await field.pressSequentially('?')
      await panel.getByRole('button', { name: 'Send' }).click()
      await threadIn(page, 'amount').getByText('Is this right, @Mia Moreno ?').waitFor()
      await cell(page, 2, 3).locator('.comment-mark').waitFor()

      const [thread] = await workbook.table('sales').comments().toArray()
      expectEqual(thread?.comments[0]?.mentions, [mia.userId])
      const answer = { thread_id: thread?.thread_id ?? '', text: 'It is: see the invoice.' }
      await mia.client.workbook(workbook.id).table('sales').comment(answer)
      await threadIn(page, 'amount').getByText('It is: see the invoice.').waitFor()
      await threadIn(page, 'amount').getByText('Mia Moreno', { exact: true }).waitFor()
      await threadIn(page, 'amount').getByRole('button', { name: 'Resolve' }).click()
      await cell(page, 2, 3).locator('.comment-mark').waitFor({ state: 'detached' })

      await field.fill('The supplier changed.')
      await panel.getByRole('button', { name: 'Send' }).click()
      await cell(page, 2, 3).locator('.comment-mark').waitFor()
      await threadIn(page, 'amount').getByText('The supplier changed.').waitFor()
    },
  },
  {
    name: 'comments of a table stand beside the grid and lead to their cells; one’s own is edited and deleted',
    shot: 'grid-comments-panel',
    run: async ({ page, open, client }) => {
      const { workbook, at } = await newLedger(client, 60)
      const sales = workbook.table('sales')
      await sales.comment({ target: { kind: 'cell', row_id: 12, column: 'product' }, text: 'Which shelf?' })
      await sales.comment({ target: { kind: 'row', row_id: 5 }, text: 'A new customer' })
      await open(at)
      await page.getByRole('button', { name: 'Comments (2)' }).click()
      const panel = page.getByRole('complementary', { name: 'Comments' })
      await panel.getByRole('button', { name: 'Line 12, product' }).click()
      await page.getByLabel('product, line 12:').waitFor()

      await panel.getByRole('combobox', { name: 'Write a comment' }).fill('For the audit in April')
      await panel.getByRole('button', { name: 'Send' }).click()
      await threadIn(page, 'The table').getByText('For the audit in April').waitFor()
      await threadIn(page, 'The table').getByRole('button', { name: 'Edit' }).click()
      await threadIn(page, 'The table').getByRole('combobox', { name: 'Edit' }).fill('For the audit in May')
      await threadIn(page, 'The table').getByRole('button', { name: 'Save' }).click()
      await threadIn(page, 'The table').getByText('For the audit in May').waitFor()
      await threadIn(page, 'Line 5').getByRole('button', { name: 'Delete' }).click()
      await threadIn(page, 'Line 5').waitFor({ state: 'detached' })
      expectEqual((await sales.comments().toArray()).length, 2)
    },
  },
  {
    name: 'a viewer reads comments and writes none, and of a hidden column sees that something was said and not what',
    shot: 'grid-comments-viewer',
    run: async ({ page, url, person, open }) => {
      const owner = createClient({ url, token: (await newPerson(url)).session })
      const { workbook, at } = await newLedger(owner, 30)
      const sales = workbook.table('sales')
      await sales.comment({ target: { kind: 'cell', row_id: 2, column: 'amount' }, text: 'It was 9 before' })
      await sales.comment({ target: { kind: 'row', row_id: 1 }, text: 'Seen by everybody' })
      await sales.tag('amount', 'secret')
      await workbook.setPolicy('secret', { effect: 'mask', role: 'viewer' })
      const member = { workbook_id: workbook.id, user_id: person.userId }
      await owner.api.shareWorkbook({ ...member, body: { role: 'viewer' } })
      await open(at)
      await page.getByRole('button', { name: 'Comments (2)' }).click()
      const panel = page.getByRole('complementary', { name: 'Comments' })

      await threadIn(page, 'Line 1').getByText('Seen by everybody').waitFor()
      await threadIn(page, 'Line 2, amount').getByText('hidden from you').waitFor()
      expectEqual(await panel.getByText('It was 9 before').count(), 0)
      expectEqual(await panel.getByRole('combobox').count(), 0)
    },
  },
]
