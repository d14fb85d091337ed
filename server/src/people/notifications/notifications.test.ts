import { describe, expect, test } from 'vitest'
import { newTokenCall, newWorkspace } from '../../../test/control-plane.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { proveByReset } from '../../../test/prove-address.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

type Call = Awaited<ReturnType<typeof service.newPerson>>['call']
type ListedNotification = { kind: string; notification_id: string; count: number }

const AT = '/api/v1/me/notifications'
const listOf = async (call: Call, query = ''): Promise<ListedNotification[]> =>
  (await call('GET', `${AT}?${query}`)).body.notifications
const kindsOf = async (call: Call) => (await listOf(call)).map(({ kind }) => kind)

async function newTable() {
  const columns = [{ name: 'region' }, { name: 'salary', type: 'INTEGER' }]
  const made = await newTableIn(service, { columns, rows: [{ region: 'a', salary: 4711 }] })
  const share = async (role: 'viewer' | 'editor') => {
    const other = await service.newPerson()
    await made.call('PUT', `${made.at}/members/${other.userId}`, { role })
    return other
  }
  const say = (text: string, mentions: string[], target: object = { kind: 'table' }) =>
    made.call('POST', `${made.table}/comments`, { target, text, mentions })
  return { ...made, share, say }
}

describe('a notification', () => {
  test('reaches a user who is mentioned, and not the one who wrote', async () => {
    const { call, say, share } = await newTable()
    const other = await share('viewer')

    const { body: thread } = await say('Please look, 4711', [other.userId])

    const [mention] = await listOf(other.call, 'state=unread')
    expect(mention).toMatchObject({
      kind: 'mention',
      table: 'sales',
      comment_id: thread.thread_id,
      read_at: null,
      actor: { user_id: expect.any(String) },
      workbook: { workbook_id: expect.any(String), title: expect.any(String) },
    })
    expect(JSON.stringify(mention)).not.toContain('4711')
    expect(await kindsOf(call)).toEqual([])
  })

  test('of a share names the workbook, once however often the role changes', async () => {
    const { call, at, share } = await newTable()
    const other = await share('viewer')
    await call('PUT', `${at}/members/${other.userId}`, { role: 'editor' })

    const seen = await listOf(other.call)

    expect(seen).toMatchObject([{ kind: 'invitation', workbook: { title: expect.any(String) }, workspace: null }])
  })

  test('is read one by one or all at once, and by its own user alone', async () => {
    const { say, share } = await newTable()
    const [other, third] = [await share('editor'), await share('editor')]
    await say('one', [other.userId, third.userId])
    await say('two', [other.userId])
    const [newest] = await listOf(other.call)
    const ids = [newest?.notification_id]

    const byStranger = await third.call('PUT', `${AT}/read`, { notification_ids: ids })
    const one = await other.call('PUT', `${AT}/read`, { notification_ids: ids })
    const all = await other.call('PUT', `${AT}/read`, {})

    expect([byStranger, one, all].map(({ body }) => body.unread_count)).toEqual([2, 2, 0])
    expect(await listOf(other.call, 'state=unread')).toEqual([])
    expect(await listOf(third.call, 'state=unread')).toHaveLength(2)
  })

  test('comes in pages', async () => {
    const { say, share } = await newTable()
    const other = await share('viewer')
    await say('one', [other.userId])
    await say('two', [other.userId])

    const first = (await other.call('GET', `${AT}?limit=2`)).body
    const second = (await other.call('GET', `${AT}?limit=2&cursor=${first.next_cursor}`)).body

    expect([...first.notifications, ...second.notifications].map(({ kind }: ListedNotification) => kind)).toEqual([
      'mention',
      'mention',
      'invitation',
    ])
    expect(second.next_cursor).toBeNull()
  })

  test('is gone with what it is about: a deleted comment, a mention taken back, a share that ended, a workbook in the trash', async () => {
    const { call, at, table, say, share } = await newTable()
    const other = await share('viewer')
    const { body: deleted } = await say('one', [other.userId])
    const { body: edited } = await say('two', [other.userId])
    const before = await kindsOf(other.call)

    await call('DELETE', `${table}/comments/${deleted.thread_id}`)
    await call('PATCH', `${table}/comments/${edited.thread_id}`, { text: 'two', mentions: [] })
    const afterComments = await kindsOf(other.call)
    await call('DELETE', `${at}/members/${other.userId}`)
    const afterShare = await kindsOf(other.call)

    expect(before).toEqual(['mention', 'mention', 'invitation'])
    expect(afterComments).toEqual(['invitation'])
    expect(afterShare).toEqual([])
  })

  test('about a hidden column says where, and nothing that stands there or was said', async () => {
    const { call, at, table, say, share } = await newTable()
    const other = await share('viewer')
    await call('PUT', `${table}/columns/salary/tags`, { tags: ['pay'] })
    await call('PUT', `${at}/policies/viewer`, { rules: [{ tag: 'pay', action: 'deny' }] })

    await say('salary is 4711', [other.userId], { kind: 'cell', row_id: 1, column: 'salary' })

    const seen = JSON.stringify(await listOf(other.call))
    expect(seen).not.toMatch(/4711|salary/)
  })

  test('stays with a token that does not reach its workbook', async () => {
    const { say, share } = await newTable()
    const other = await share('viewer')
    await say('Please look', [other.userId])
    const elsewhere = await newWorkspace(other)
    const scopes = ['workbooks:read']
    const pinned = await newTokenCall(service, other, { scopes, resource: `workspace:${elsewhere}` })

    const seen = await pinned('GET', AT)
    const marked = await pinned('PUT', `${AT}/read`, {})

    expect(seen.body).toMatchObject({ notifications: [], unread_count: 0 })
    expect(marked.status).toBe(200)
    expect(await listOf(other.call, 'state=unread')).toHaveLength(2)
  })
})

describe('an invitation to a workspace', () => {
  test('is shown to a user whose address is proven, until it is withdrawn, and to no one who merely typed the address', async () => {
    const owner = await service.newPerson('Aiko')
    const workspace = await newWorkspace(owner, { name: '経理' })
    const [unproven, known] = [await service.newPerson(), await service.newPerson()]
    const proven = await proveByReset(service.running, known.email)
    const at = `/api/control/workspaces/${workspace}/invitations`
    await owner.call('POST', at, { email: unproven.email, base_role: 'viewer' })
    const { body } = await owner.call('POST', at, { email: known.email, base_role: 'viewer' })

    const seen = await listOf(proven.call)
    const unseen = await listOf(unproven.call)
    await owner.call('DELETE', `${at}/${body.invitation_id}`)

    expect(seen).toMatchObject([{ kind: 'invitation', workspace: { name: '経理' }, actor: { name: 'Aiko' } }])
    expect(unseen).toEqual([])
    expect(await listOf(proven.call)).toEqual([])
  })
})

describe('settings', () => {
  const SETTINGS = '/api/v1/me/notification-settings'

  test('are one for each kind, with defaults, and decide what comes from then on', async () => {
    const { say, share } = await newTable()
    const other = await share('viewer')
    const before = (await other.call('GET', SETTINGS)).body

    const changed = await other.call('PATCH', SETTINGS, {
      settings: [{ kind: 'mention', in_console: false, by_mail: false }],
    })
    await say('Please look', [other.userId])

    expect(before.settings).toContainEqual({ kind: 'mention', in_console: true, by_mail: true })
    expect(before.settings).toContainEqual({ kind: 'job_failed', in_console: true, by_mail: false })
    expect(changed.body.settings).toContainEqual({ kind: 'mention', in_console: false, by_mail: false })
    expect(await kindsOf(other.call)).toEqual(['invitation'])
  })
})
