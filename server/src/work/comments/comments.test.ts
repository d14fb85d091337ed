import { describe, expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
const ROWS = [
  { region: 'a', amount: 1 },
  { region: 'b', amount: 2 },
  { region: 'c', amount: 3 },
]
const CELL = { kind: 'cell', row_id: 2, column: 'amount' }

async function newTable() {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const { call, table, at } = made
  const say = (text: string, target: object = CELL, more: object = {}) =>
    call('POST', `${table}/comments`, { target, text, ...more })
  const list = async (query = '', by = call) => (await by('GET', `${table}/comments?${query}`)).body.threads
  const share = async (role: 'viewer' | 'editor') => {
    const other = await service.newPerson()
    await call('PUT', `${at}/members/${other.userId}`, { role })
    return other
  }
  return { ...made, say, list, share }
}

describe('a comment', () => {
  test('begins a thread about a cell, a row or the table, and makes no version', async () => {
    const { call, table, say, list, at } = await newTable()

    const done = await say('Is this right?')
    await say('A new customer', { kind: 'row', row_id: 1 })
    await say('For March', { kind: 'table' })

    expect(done).toMatchObject({
      status: 201,
      body: {
        thread_id: expect.stringMatching(/^cmt_/),
        target: CELL,
        resolved_at: null,
        is_hidden: false,
        comments: [{ text: 'Is this right?', mentions: [], edited_at: null }],
      },
    })
    expect((await list()).map(({ target }: { target: object }) => target)).toEqual([
      { kind: 'table', row_id: null, column: null },
      { kind: 'row', row_id: 1, column: null },
      CELL,
    ])
    expect(await list('row_id=2&column=amount')).toEqual([done.body])
    expect((await call('GET', table)).body.edit_version).toBe(2)
    const { entries } = (await call('GET', `${at}/audit-log?limit=1`)).body
    expect(entries).toMatchObject([{ action: 'comment.write', target: { table: 'sales' } }])
    expect(JSON.stringify(entries)).not.toContain('March')
  })

  test('is answered in its thread by another user, who is named; both appear in the order they were written', async () => {
    const { table, say, list, share } = await newTable()
    const other = await share('editor')
    const { body: thread } = await say('Is this right?')

    const answered = await other.call('POST', `${table}/comments`, { thread_id: thread.thread_id, text: 'Yes' })

    expect(answered).toMatchObject({ status: 201, body: { thread_id: thread.thread_id, target: CELL } })
    expect(await list()).toEqual([answered.body])
    expect(answered.body.comments).toMatchObject([
      { text: 'Is this right?' },
      { text: 'Yes', actor: { user_id: other.userId } },
    ])
  })

  test('is edited by its author alone, and deleted by its author or an admin', async () => {
    const { call, table, say, list, share } = await newTable()
    const other = await share('editor')
    const { body: thread } = await say('Is this rigt?')
    const { body: answered } = await other.call('POST', `${table}/comments`, {
      thread_id: thread.thread_id,
      text: 'Yes',
    })
    const [mine, theirs] = answered.comments.map(
      ({ comment_id }: { comment_id: string }) => `${table}/comments/${comment_id}`,
    )

    const refused = [
      await other.call('PATCH', mine, { text: 'changed' }),
      await other.call('DELETE', mine),
      await call('PATCH', theirs, { text: 'changed' }),
    ]
    const edited = await call('PATCH', mine, { text: 'Is this right?' })
    const deletedFirst = await call('DELETE', mine)
    const withAnswer = await list()
    const deletedByAdmin = await call('DELETE', theirs)

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'not_your_comment']))
    expect(edited.body.comments[0]).toMatchObject({ text: 'Is this right?', edited_at: expect.any(String) })
    expect([deletedFirst.status, deletedByAdmin.status]).toEqual([204, 204])
    expect(withAnswer).toMatchObject([{ comments: [{ text: null }, { text: 'Yes' }] }])
    expect(await list()).toMatchObject([{ comments: [{ text: null }] }])
  })

  test('thread is resolved and opened again; only open ones are listed unless asked for', async () => {
    const { call, table, say, list } = await newTable()
    const { body: thread } = await say('Is this right?')
    const resolve = (resolved: boolean) => call('PUT', `${table}/comments/${thread.thread_id}/resolved`, { resolved })

    const resolved = await resolve(true)
    const afterwards = [await list(), await list('state=resolved'), await list('state=all')]
    const reopened = await resolve(false)

    expect(resolved.body).toMatchObject({ resolved_at: expect.any(String), resolved_by: { credential: 'session' } })
    expect(afterwards.map(({ length }) => length)).toEqual([0, 1, 1])
    expect(reopened.body).toMatchObject({ resolved_at: null, resolved_by: null })
    expect(await list()).toHaveLength(1)
  })

  test('mentions those who see the workbook, and no stranger', async () => {
    const { call, at, say, share } = await newTable()
    const other = await share('viewer')
    const stranger = await service.newPerson()

    const done = await say('Please look', CELL, { mentions: [other.userId] })
    const refused = await say('Please look', CELL, { mentions: [stranger.userId] })

    expect(done.body.comments).toMatchObject([{ mentions: [other.userId] }])
    expect(refused.status).toBe(422)
    const { people } = (await call('GET', `${at}/people`)).body
    expect(people.map(({ user_id }: { user_id: string }) => user_id)).toContain(other.userId)
    expect(JSON.stringify(people)).not.toContain('@')
    expect(people.map(({ role }: { role: string }) => role).toSorted()).toEqual(['owner', 'viewer'])
  })

  test('is read by a viewer, who writes none', async () => {
    const { table, say, list, share } = await newTable()
    const viewer = await share('viewer')
    const { body: thread } = await say('Is this right?')

    const refused = await viewer.call('POST', `${table}/comments`, { target: CELL, text: 'no' })

    expect(await list('', viewer.call)).toEqual([thread])
    expect(refused).toMatchObject({ status: 403, body: { code: 'role_required' } })
  })

  test('needs a target or a thread, and a row and a column that are there', async () => {
    const { call, table, say } = await newTable()

    const answers = [
      await call('POST', `${table}/comments`, { text: 'about nothing' }),
      await say('x', { kind: 'row' }),
      await say('x', { kind: 'cell', row_id: 2 }),
      await say('x', { kind: 'row', row_id: 99 }),
      await say('x', { kind: 'cell', row_id: 2, column: 'nowhere' }),
      await say(''),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 404, 404, 422])
  })

  test('on a deleted row is not shown, and comes back with it', async () => {
    const { call, table, at, say, list } = await newTable()
    await say('Is this right?')

    const { body } = await call('POST', `${table}/rows/delete`, { row_ids: [2], expected_version: null })
    const without = await list()
    await call('POST', `${at}/ops/${body.op_id}/undo`, {})

    expect(without).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})

describe('policies', () => {
  async function governed(effect: 'mask' | 'deny') {
    const made = await newTable()
    const { call, at, table, share, say } = made
    const other = await share('editor')
    const { body: thread } = await say('It was 2 before', CELL, { mentions: [other.userId] })
    await call('POST', `${table}/columns/amount/tags`, { tag: 'pay' })
    await call('PUT', `${at}/policies/pay`, { role: 'editor', effect })
    return { ...made, other, thread }
  }

  test('a thread about a denied column does not exist, under any of its addresses', async () => {
    const { table, other, thread, list } = await governed('deny')
    const at = `${table}/comments/${thread.thread_id}`

    const answers = [
      await other.call('POST', `${table}/comments`, { thread_id: thread.thread_id, text: 'x' }),
      await other.call('PATCH', at, { text: 'x' }),
      await other.call('DELETE', at),
      await other.call('PUT', `${at}/resolved`, { resolved: true }),
      await other.call('GET', `${table}/comments?column=amount`),
      await other.call('POST', `${table}/comments`, { target: CELL, text: 'x' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(await list('state=all', other.call)).toEqual([])
  })

  test('of a masked column it is seen that something was said, and not what', async () => {
    const { table, other, thread, list } = await governed('mask')
    const at = `${table}/comments/${thread.thread_id}`

    const refused = [
      await other.call('POST', `${table}/comments`, { thread_id: thread.thread_id, text: 'x' }),
      await other.call('PUT', `${at}/resolved`, { resolved: true }),
      await other.call('POST', `${table}/comments`, { target: CELL, text: 'x' }),
    ]

    const seen = await list('', other.call)
    expect(seen).toMatchObject([{ is_hidden: true, target: CELL, comments: [{ text: null, mentions: [] }] }])
    expect(JSON.stringify(seen)).not.toContain('before')
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'masked_column'))
  })
})
