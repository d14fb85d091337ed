import { createClient } from '@bindery-data/sdk'
import type { Page } from 'playwright-core'
import { newPerson } from '../../../server/test/person.ts'
import type { Flow } from '../flow.ts'
import { expectEqual, newLedger } from '../ledger.ts'
import type { Stage } from '../stage.ts'

const PHONE = { width: 390, height: 844 }
const PLACE = /^Notifications/

/** A workbook of another user, shared with the one at the screen, and a way to mention them. */
async function newShared({ url, person }: Stage) {
  const mia = await newPerson(url, 'Mia Moreno')
  const client = createClient({ url, token: mia.session })
  const { workbook, at } = await newLedger(client, 12)
  await client.api.shareWorkbook({ workbook_id: workbook.id, user_id: person.userId, body: { role: 'editor' } })
  const mention = (text: string) =>
    workbook
      .table('sales')
      .comment({ target: { kind: 'cell', row_id: 3, column: 'amount' }, text, mentions: [person.userId] })
  return { workbook, at, mention }
}

const placeIn = (page: Page) => page.getByRole('navigation').getByRole('link', { name: PLACE })

export const notificationFlows: readonly Flow[] = [
  {
    name: 'a mention is counted at the side, leads to its comment, and is read then',
    shot: 'notifications',
    isTest: true,
    run: async (stage) => {
      const { page, open } = stage
      const { mention } = await newShared(stage)
      await mention('Is this right?')
      await open('/')
      await page.getByRole('link', { name: 'Notifications 2 unread' }).click()
      await page.getByRole('link', { name: 'Mia Moreno shared' }).waitFor()
      await page.getByRole('link', { name: 'Mia Moreno mentioned you in “sales”' }).click()
      const panel = page.getByRole('complementary', { name: 'Comments' })
      await panel.getByText('Is this right?').waitFor()
      await page.getByRole('link', { name: 'Notifications 1 unread' }).click()
      await page.getByRole('link', { name: 'Mia Moreno mentioned you' }).waitFor()
    },
  },
  {
    name: 'a mention in the open workbook is counted by itself',
    run: async (stage) => {
      const { page, open } = stage
      const { at, mention } = await newShared(stage)
      await open(at)
      await page.getByRole('link', { name: 'Notifications 1 unread' }).waitFor()
      await mention('Please look')
      await page.getByRole('link', { name: 'Notifications 2 unread' }).waitFor()
    },
  },
  {
    name: 'all notifications are marked as read at once',
    run: async (stage) => {
      const { page, open, client } = stage
      const { mention } = await newShared(stage)
      await mention('Please look')
      await open('/account/notifications')
      await page.getByRole('button', { name: 'Mark all as read' }).click()
      await page.getByText('unread', { exact: true }).first().waitFor({ state: 'detached' })
      expectEqual((await client.api.listMyNotifications({ state: 'unread' })).unread_count, 0)
      await placeIn(page).waitFor()
    },
  },
  {
    name: 'where nothing is to be looked at, the page says what will stand there',
    shot: 'notifications-none',
    run: async ({ page, open }) => {
      await open('/account/notifications')
      await page.getByRole('heading', { name: 'Nothing to look at' }).waitFor()
    },
  },
  {
    name: 'each kind of notification is switched off and on, in the console and by mail',
    shot: 'notification-settings',
    run: async ({ page, open, client }) => {
      await open('/account/settings?part=notifications')
      const box = (name: string, checked: boolean) => page.getByRole('checkbox', { name, checked })
      await box('A comment mentions me: By mail', true).click()
      await box('A comment mentions me: By mail', false).waitFor()
      await box('A job that I started failed: By mail', false).click()
      await box('A job that I started failed: By mail', true).waitFor()
      await open('/account/settings?part=notifications')
      await box('A comment mentions me: By mail', false).waitFor()
      const { settings } = await client.api.getNotificationSettings()
      expectEqual(settings.find(({ kind }) => kind === 'job_failed')?.by_mail, true)
    },
  },
  {
    name: 'on a phone the bell is at the top with its count',
    shot: 'phone-notifications',
    run: async (stage) => {
      const { page, open } = stage
      await newShared(stage)
      await page.setViewportSize(PHONE)
      await open('/')
      await page.getByRole('banner').getByRole('link', { name: PLACE }).click()
      await page.getByRole('link', { name: 'Mia Moreno shared' }).waitFor()
      expectEqual(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    },
  },
]
