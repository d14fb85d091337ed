import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'
import type { Stage } from '../stage.ts'

const PHONE = { width: 390, height: 844 }
const TITLE = 'Correct the March orders'
const CHANGES = {
  rows: [
    { __svc_row_id: 3, amount: 24_000, product: 'Floor lamp, white' },
    { __svc_row_id: 5, paid: true },
    { date: '2026-03-31', region: 'North', product: 'Side table', amount: 1_200 },
  ],
  delete: [7],
}

/** A ledger of another user, shared with the one at the screen, with a proposal of that user's agent in it. */
async function newReview({ url, person }: Stage, change: object = CHANGES) {
  const mia = await newPerson(url, 'Mia Moreno')
  const client = createClient({ url, token: mia.session })
  const { workbook } = await newLedger(client, 12)
  const at = `/w/${workbook.id}`
  await client.api.shareWorkbook({ workbook_id: workbook.id, user_id: person.userId, body: { role: 'editor' } })
  const token = await client.api.createToken({ body: { name: 'agent', scopes: ['workbooks:propose'] } })
  const proposed = await createClient({ url, token: token.token })
    .workbook(workbook.id)
    .propose({
      title: TITLE,
      description: 'The invoices of March say otherwise. I compared all twelve of them.',
      changes: [{ table: 'sales', expected_version: null, ...change }],
      actor: 'agent',
    })
  const rowOf = (id: number) => workbook.table('sales').row(id)
  return { client, workbook, at, one: `${at}/proposals/${proposed.proposal_id}`, id: proposed.proposal_id, rowOf }
}

/** The same, and the table has moved on: one of the proposed cells is another by now. */
async function newClash(stage: Stage) {
  const made = await newReview(stage)
  await made.workbook
    .table('sales')
    .write({ rows: [{ __svc_row_id: 3, amount: 23_500 }], expected_version: null, actor: 'Ken' })
  return made
}

/** A ledger of the user at the screen, which two users may edit and one may read. */
async function newShared({ url, client }: Stage) {
  const { workbook } = await newLedger(client, 12)
  const [mia, ken, vera] = await Promise.all(
    ['Mia Moreno', 'Ken Kato', 'Vera Vogel'].map((name) => newPerson(url, name)),
  )
  if (!mia || !ken || !vera) throw new Error('three users were made')
  for (const [{ userId }, role] of [
    [mia, 'editor'],
    [ken, 'editor'],
    [vera, 'viewer'],
  ] as const)
    await client.api.shareWorkbook({ workbook_id: workbook.id, user_id: userId, body: { role } })
  return { workbook, at: `/w/${workbook.id}`, mia, ken }
}

async function openApprovers(page: Page) {
  await page.getByRole('button', { name: 'Change who approves' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who approves proposals' })
  await dialog.getByLabel('Approvals needed').waitFor()
  return dialog
}

export const proposalFlows: readonly Flow[] = [
  {
    name: 'a proposal of an agent is counted at the side and read cell by cell',
    shot: 'proposal',
    run: async (stage) => {
      const { page, open } = stage
      const { at } = await newReview(stage)
      await open(at)
      await page.getByRole('link', { name: 'Proposals 1 open' }).click()
      await page.getByText('agent for Mia Moreno').waitFor()
      await page.getByRole('link', { name: TITLE }).click()
      const row = page.getByRole('row', { name: /row 3 changed/ })
      await row.locator('del', { hasText: '23757' }).waitFor()
      await row.locator('ins', { hasText: '24000' }).waitFor()
      // What does not change says which row it is.
      await row.getByRole('cell', { name: 'West' }).waitFor()
      await page
        .getByRole('row', { name: /new row added/ })
        .locator('ins', { hasText: '2026-03-31' })
        .waitFor()
      await page
        .getByRole('row', { name: /row 7 deleted/ })
        .locator('del', { hasText: '55433' })
        .waitFor()
      const struck = "getComputedStyle(document.querySelector('.proposal-diff .deleted .long .value')).display"
      expectEqual(await page.evaluate(struck), 'inline')
      await page.getByText('1 added').waitFor()
      await page.getByText('Any editor but the author approves.').waitFor()
      await page.getByRole('button', { name: 'Approve' }).waitFor()
    },
  },
  {
    name: 'a reviewer is notified of a proposal, and goes to it',
    run: async (stage) => {
      const { page, open } = stage
      await newReview(stage)
      await open('/account/notifications')
      await page.getByRole('link', { name: `Mia Moreno asks for your review: ${TITLE}` }).click()
      await page.getByRole('heading', { name: TITLE }).waitFor()
    },
  },
  {
    name: 'a proposal is approved with a word, applied, and taken back',
    shot: 'proposal-applied',
    isTest: true,
    run: async (stage) => {
      const { page, open } = stage
      const { one, rowOf } = await newReview(stage)
      await open(one)
      await page.getByLabel('Your comment').fill('Checked with the invoices')
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('Checked with the invoices').waitFor()
      expectEqual((await rowOf(3)).amount, 23_757)
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Applied: 1 added, 2 changed, 1 deleted').waitFor()
      await page.locator('.page-about').getByText('applied').waitFor()
      expectEqual((await rowOf(3)).amount, 24_000)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Taken back').waitFor()
      expectEqual((await rowOf(3)).amount, 23_757)
    },
  },
  {
    name: 'a rejected proposal is closed, and says why',
    shot: 'proposals-closed',
    run: async (stage) => {
      const { page, open } = stage
      const { at, one } = await newReview(stage)
      await open(one)
      await page.getByLabel('Your comment').fill('The invoice of row 3 was cancelled')
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
      await page.locator('.page-about').getByText('rejected').waitFor()
      await page.getByText('The invoice of row 3 was cancelled').waitFor()
      expectEqual(await page.getByRole('button', { name: 'Approve' }).count(), 0)
      await open(`${at}/proposals`)
      await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
      await page.getByRole('tab', { name: 'Closed' }).click()
      await page.getByRole('link', { name: TITLE }).waitFor()
      await page.getByText('rejected').waitFor()
    },
  },
  {
    name: 'where the table moved on, a proposal shows what was, what is and what is proposed',
    shot: 'proposal-conflict',
    run: async (stage) => {
      const { page, open } = stage
      const { one } = await newClash(stage)
      await open(one)
      await page.getByText('1 row of “sales” changed differently').waitFor()
      const sides = page.getByRole('row', { name: /row 3 changed/ }).locator('.diff-sides')
      await sides.waitFor()
      expectEqual(await sides.locator('dd').allTextContents(), ['23757', '23500', '24000'])
    },
  },
  {
    name: 'of a proposal that clashes, a user chooses which values hold',
    shot: 'proposal-choice',
    run: async (stage) => {
      const { page, open } = stage
      const { one, rowOf } = await newClash(stage)
      await open(one)
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('button', { name: 'Apply…' }).click()
      await page.getByRole('radio', { name: 'What is in the table now' }).check()
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await page.getByText('Applied: 1 added').waitFor()
      const { amount, product, paid } = await rowOf(3)
      expectEqual([amount, product, paid], [23_500, 'Floor lamp, white', true])
      expectEqual((await rowOf(5)).paid, true)
    },
  },
  {
    name: 'while a proposal is read, a change of its table shows at once',
    run: async (stage) => {
      const { page, open } = stage
      const { one, workbook } = await newReview(stage)
      await open(one)
      await page.getByRole('row', { name: /row 3 changed/ }).waitFor()
      await workbook.table('sales').write({ rows: [{ __svc_row_id: 3, amount: 1 }], expected_version: null })
      await page.getByText('changed meanwhile').waitFor()
    },
  },
  {
    name: 'a proposal that breaks a rule says which, which tables follow, and who must approve it',
    shot: 'proposal-rules',
    run: async (stage) => {
      const { page, open, person } = stage
      const { client, workbook, one } = await newReview(stage)
      const rules = [{ kind: 'range' as const, column: 'amount', max: 20_000, message: 'At most 20,000 per order' }]
      await workbook.table('sales').setRules({ rules, expected_version: 0, enforce: 'new' })
      const code = 'SELECT region, sum(amount) AS total FROM {{ sales }} GROUP BY region'
      await workbook.createTransform({ name: 'totals', code, args: { sales: 'sales' } })
      const me = await client.me()
      await client.api.setProposalSettings({
        workbook_id: workbook.id,
        body: { reviewers: [person.userId, me.user_id], minimum: 1 },
      })
      await open(one)
      await page.getByText('1 row would break a rule').waitFor()
      await page.getByText('At most 20,000 per order').waitFor()
      const side = page.getByRole('complementary', { name: 'Approvals' })
      await side.getByRole('link', { name: 'totals' }).waitFor()
      await side.getByText('you', { exact: true }).waitFor()
      await side.getByText('not yet').first().waitFor()
    },
  },
  {
    name: 'an author does not approve their own proposal, and withdraws it',
    shot: 'proposals-none',
    run: async ({ page, open, client }) => {
      const { workbook } = await newLedger(client, 12)
      const changes = [{ table: 'sales', expected_version: null, rows: [{ __svc_row_id: 1, amount: 5 }] }]
      const { proposal_id } = await workbook.propose({ title: 'My own', changes })
      await open(`/w/${workbook.id}/proposals/${proposal_id}`)
      await page.getByText('You made it, so another user approves it.').waitFor()
      expectEqual(await page.getByRole('button', { name: 'Approve' }).count(), 0)
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await page.locator('.page-about').getByText('withdrawn').waitFor()
      await page.getByRole('link', { name: 'All proposals' }).click()
      await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    },
  },
  {
    name: 'open proposals are listed with who made them, how far they are and when they expire',
    shot: 'proposals',
    run: async (stage) => {
      const { page, open } = stage
      const { client, workbook, at, id } = await newReview(stage)
      await workbook.propose({
        title: 'Close the year',
        changes: [{ table: 'sales', expected_version: null, rows: [{ __svc_row_id: 2, paid: true }] }],
      })
      await stage.client.workbook(workbook.id).reviewProposal(id, { verdict: 'approve' })
      expectEqual((await client.workbook(workbook.id).proposal(id)).approved, true)
      await open(`${at}/proposals`)
      await page.getByRole('link', { name: 'Close the year' }).waitFor()
      await page.getByText('0 of 1 approval').waitFor()
      await page.getByText('approved', { exact: true }).waitFor()
    },
  },
  {
    name: 'an owner chooses who approves proposals, and how many of them must',
    shot: 'proposals-approvers',
    isTest: true,
    run: async (stage) => {
      const { page, open } = stage
      const { workbook, at, mia, ken } = await newShared(stage)
      await open(`${at}/proposals`)
      await page.getByText('Any editor but the author approves. 1 approval is needed.').waitFor()
      const dialog = await openApprovers(page)
      await dialog.getByRole('radio', { name: 'Only users you choose' }).check()
      await dialog.getByText('Choose at least one reviewer.').waitFor()
      expectEqual(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
      // A viewer could not approve.
      expectEqual(await dialog.getByRole('checkbox', { name: 'Vera Vogel' }).count(), 0)
      await dialog.getByRole('checkbox', { name: 'Mia Moreno' }).check()
      await dialog.getByRole('checkbox', { name: 'Ken Kato' }).check()
      await dialog.getByLabel('Approvals needed').fill('3')
      await dialog.getByText('At most 2.').waitFor()
      await dialog.getByLabel('Approvals needed').fill('2')
      await dialog.getByText('A proposal by one of these users').waitFor()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Approved by Ken Kato, Mia Moreno. 2 approvals are needed.').waitFor()
      const { reviewers, minimum } = await stage.client.api.readProposalSettings({ workbook_id: workbook.id })
      expectEqual([reviewers.toSorted(), minimum], [[mia.userId, ken.userId].toSorted(), 2])
      await openApprovers(page)
    },
  },
  {
    name: 'who approves is shown to every editor, and changed by an admin alone',
    run: async (stage) => {
      const { page, open } = stage
      const { at } = await newReview(stage)
      await open(`${at}/proposals`)
      await page.getByText('Any editor but the author approves. 1 approval is needed.').waitFor()
      expectEqual(await page.getByRole('button', { name: 'Change who approves' }).count(), 0)
    },
  },
  {
    name: 'a reviewer who can no longer edit is removed, on a phone, too',
    shot: 'phone-approvers',
    run: async (stage) => {
      const { page, open } = stage
      const { workbook, at, mia, ken } = await newShared(stage)
      const place = { workbook_id: workbook.id }
      const body = { reviewers: [mia.userId, ken.userId], minimum: 1 }
      await stage.client.api.setProposalSettings({ ...place, body })
      await stage.client.api.unshareWorkbook({ ...place, user_id: ken.userId })
      await page.setViewportSize(PHONE)
      await open(`${at}/proposals`)
      const dialog = await openApprovers(page)
      await dialog.getByText('1 reviewer can no longer edit this workbook').waitFor()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Approved by Mia Moreno. 1 approval is needed.').waitFor()
      expectEqual((await stage.client.api.readProposalSettings(place)).reviewers, [mia.userId])
      expectEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      await openApprovers(page)
    },
  },
  {
    name: 'on a phone a proposal is read as cards, and approved',
    shot: 'phone-proposal',
    run: async (stage) => {
      const { page, open } = stage
      const { one } = await newClash(stage)
      await page.setViewportSize(PHONE)
      await open(one)
      await page.getByText('24000').waitFor()
      expectEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByText('You approved it').waitFor()
    },
  },
]
