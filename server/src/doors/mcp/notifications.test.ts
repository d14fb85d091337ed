import { expect, test } from 'vitest'
import { connectAgent } from '../../../test/connect-agent.ts'
import { newProposals } from '../../../test/new-proposal.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

test('an agent lists what waits for its user, and marks what it has dealt with as read', async () => {
  const { reviewer, owner, proposed, at } = await newProposals(service)
  const { id } = await proposed()
  const workbook_id = at.split('/').at(-1)
  const token = await service.newToken(reviewer, { scopes: ['workbooks:read'], resource: `workbook:${workbook_id}` })
  const agent = await connectAgent(service.url(), token)

  const unread = await agent.call('list_notifications')
  const [first] = unread.answer.notifications
  const marked = await agent.call('mark_notifications_read', { notification_ids: [first.notification_id] })
  const left = await agent.call('list_notifications')
  const all = await agent.call('list_notifications', { state: 'all', limit: 1 })
  const others = await connectAgent(service.url(), owner.session)

  expect(unread.answer).toMatchObject({
    unread_count: 2,
    notifications: [
      { kind: 'proposal', about: id, workbook_id, unread: true },
      { kind: 'invitation', workbook_id },
    ],
  })
  expect(marked.answer).toEqual({ unread_count: 1 })
  expect(left.answer.notifications).toMatchObject([{ kind: 'invitation' }])
  expect(all.answer).toMatchObject({
    notifications: [{ kind: 'proposal', unread: false }],
    next_cursor: expect.any(String),
  })
  expect((await others.call('list_notifications')).answer.notifications).toEqual([])
  await Promise.all([agent.close(), others.close()])
})
