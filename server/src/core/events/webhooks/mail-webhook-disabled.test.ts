import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox, textOf } from '../../../../test/mailbox.ts'
import { newPerson } from '../../../../test/person.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { type RunningService, runService } from '../../../../test/start-service.ts'

let mailbox: Mailbox
let receiver: Receiver
let service: RunningService

beforeAll(async () => {
  mailbox = await openMailbox()
  receiver = await openReceiver()
  service = await runService({ workers: 1, settings: { smtp: { url: mailbox.url, from: 'bindery@example.org' } } })
})
afterAll(async () => {
  receiver.close()
  await service.close()
  await mailbox.close()
})

test('the owner of a webhook that was switched off learns so, and what to do', async () => {
  const owner = await newPerson(service.urls[0] ?? '')
  const { body } = await owner.call('POST', '/api/v1/me/webhooks', { url: receiver.url })
  receiver.answer(410)

  await owner.call('POST', `/api/v1/me/webhooks/${body.webhook_id}/test`)
  const text = textOf(await mailbox.mailTo(owner.email))

  expect(text).toContain(receiver.url)
  expect(text).toContain('gone (410)')
  expect(text).toContain('PATCH /api/v1/me/webhooks/')
  expect(text).not.toContain(body.secret)
})
