import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '../../../../test/client.ts'
import { newWorkspace } from '../../../../test/control-plane.ts'
import { type Mailbox, openMailbox, textOf } from '../../../../test/mailbox.ts'
import { newPerson } from '../../../../test/person.ts'
import { type RunningService, runService } from '../../../../test/start-service.ts'

let mailbox: Mailbox
let service: RunningService

beforeAll(async () => {
  mailbox = await openMailbox()
  const smtp = { url: mailbox.url, from: 'bindery@example.org' }
  service = await runService({ workers: 1, settings: { smtp, registrationOpen: false } })
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
})

test('where mail can be sent, the link goes to the invited address alone and lets it in although registration is closed', async () => {
  const [url = ''] = service.urls
  const admin = await newPerson(url, 'Aiko')
  const workspace = await newWorkspace(admin, { name: '経理' })
  const email = 'chie@example.org'
  const stranger = callAs(url, null)

  const invited = await admin.call('POST', `/api/control/workspaces/${workspace}/invitations`, {
    email,
    base_role: 'viewer',
  })
  const text = textOf(await mailbox.mailTo(email))
  const token = /accept-invitation\?token=([\w-]+)/.exec(text)?.[1]
  const closed = await stranger('POST', '/api/auth/register', {
    email,
    name: 'Chie',
    password: 'correct horse battery',
  })
  const joined = await stranger('POST', `/api/auth/invitations/${token}/accept`, {
    name: 'Chie',
    password: 'correct horse battery',
  })

  expect(invited).toMatchObject({ status: 201, body: { url: null } })
  expect(text).toContain('Aiko invites you to the workspace "経理"')
  expect(closed.body.code).toBe('registration_closed')
  expect(joined).toMatchObject({ status: 201, body: { workspace_id: workspace, user: { email } } })
})
