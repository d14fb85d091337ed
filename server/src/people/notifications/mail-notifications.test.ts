import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '../../../test/client.ts'
import { type Mailbox, openMailbox, textOf } from '../../../test/mailbox.ts'
import { newPerson } from '../../../test/person.ts'
import { proveByReset } from '../../../test/prove-address.ts'
import { isAskedFor } from '../../../test/run-task.ts'
import { type RunningService, runService } from '../../../test/start-service.ts'
import { fromWireId } from '../../platform/ids.ts'
import { mailSlotEnd } from './notification.ts'

let mailbox: Mailbox
let service: RunningService

beforeAll(async () => {
  mailbox = await openMailbox()
  service = await runService({ workers: 1, settings: { smtp: { url: mailbox.url, from: 'bindery@example.org' } } })
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
})

const url = () => service.urls[0] ?? ''

/** The queue brings the mail at the end of its slot; tests ask for it at once. */
const bringMail = () =>
  service.admin.query(
    `select enqueue_task('mail-notifications', payload, null, null, 3) from graphile_worker._private_jobs
     where key like 'mail-notifications:%' order by id`,
  )

async function newMentioned() {
  const author = await newPerson(url(), 'Aiko')
  const { body: workbook } = await author.call('POST', '/api/v1/workbooks', { title: '売上' })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  await author.call('POST', `${at}/tables`, { name: 'sales', columns: [{ name: 'region' }] })
  /** Proving an address ends what was shared with it before. */
  const invite = async ({ isProven }: { isProven: boolean }) => {
    const person = await newPerson(url())
    const other = isProven ? { ...person, ...(await proveByReset(service, person.email)) } : person
    await author.call('PUT', `${at}/members/${other.userId}`, { role: 'viewer' })
    return other
  }
  const mention = (userId: string, text: string) =>
    author.call('POST', `${at}/tables/sales/comments`, { target: { kind: 'table' }, text, mentions: [userId] })
  return { author, invite, mention }
}

test('what is unread goes out in one mail to a proven address, and quotes nothing that was said', async () => {
  const { invite, mention } = await newMentioned()
  const other = await invite({ isProven: true })

  await mention(other.userId, 'the figure is 4711')
  await mention(other.userId, 'and 0815')
  const isAsked = await isAskedFor(
    service,
    `mail-notifications:${fromWireId('usr', other.userId)}:${mailSlotEnd(Date.now()).getTime()}`,
  )
  await bringMail()

  const text = textOf(await mailbox.mailTo(other.email))
  expect(isAsked).toBe(true)
  expect(text).toContain('Aiko mentioned you in "sales" of "売上"')
  expect(text).toContain('Aiko さんが「売上」の表「sales」であなた宛てにコメントしました')
  expect(text).not.toMatch(/4711|0815/)
  expect(mailbox.count(other.email)).toBe(1)
  expect((await other.call('GET', '/api/v1/me/notifications')).body.unread_count).toBe(3)
})

test('no mail goes to an address that was never proven, about what was read, or of a kind that is switched off', async () => {
  const { invite, mention } = await newMentioned()
  const unproven = await invite({ isProven: false })
  const [reader, quiet, last] = [
    await invite({ isProven: true }),
    await invite({ isProven: true }),
    await invite({ isProven: true }),
  ]
  const markRead = (call: typeof reader.call) => call('PUT', '/api/v1/me/notifications/read', {})
  const settings = [{ kind: 'mention', by_mail: false }]
  await markRead(quiet.call)
  await quiet.call('PATCH', '/api/v1/me/notification-settings', { settings })

  for (const { userId } of [unproven, reader, quiet, last]) await mention(userId, 'Please look')
  await markRead(reader.call)
  await bringMail()

  await mailbox.mailTo(last.email)
  expect([unproven, reader, quiet].map(({ email }) => mailbox.count(email))).toEqual([0, 0, 0])
  const seen = await quiet.call('GET', '/api/v1/me/notifications?state=unread')
  expect(seen.body.notifications).toMatchObject([{ kind: 'mention' }])
  expect((await callAs(url(), null)('GET', '/api/v1/me/notifications')).status).toBe(401)
})
