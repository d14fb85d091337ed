import { describe, expect, test } from 'vitest'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { shared } from './visible-place.ts'

const service = startService()

const newTables = async (workbooks: number, each: number) => {
  const made = await newTable(service, { name: 'first', columns: [{ name: 'region' }, { name: 'pay' }] })
  for (let n = 0; n < workbooks; n++) {
    const { body } = await made.call('POST', '/api/v1/workbooks', { title: `Book ${n}` })
    for (let k = 0; k < each; k++)
      await made.call('POST', `/api/v1/workbooks/${body.workbook_id}/tables`, {
        name: `table ${n}.${k}`,
        columns: [{ name: 'a' }],
      })
  }
  return made
}

type Listed = { name: string; workbook_title: string }
const namesOf = (artifacts: Listed[]) => artifacts.map(({ name }) => name)

describe('me/data', () => {
  test('lists every artifact once, the newest first, whatever the size of the page', async () => {
    const { call } = await newTables(3, 2)
    const whole = namesOf((await call('GET', '/api/v1/me/data')).body.artifacts)

    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await call('GET', `/api/v1/me/data?limit=2${cursor && `&cursor=${cursor}`}`)
      paged.push(...namesOf(body.artifacts))
      cursor = body.next_cursor
    }

    expect(whole).toEqual(['table 2.1', 'table 2.0', 'table 1.1', 'table 1.0', 'table 0.1', 'table 0.0', 'first'])
    expect(paged).toEqual(whole)
  })

  test('shows each as its workbook does, and archived ones apart when asked', async () => {
    const { call, at } = await newTables(0, 0)

    expect((await call('GET', '/api/v1/me/data')).body.artifacts).toMatchObject([
      { name: 'first', type: 'table', workbook_title: 'Ledger', row_count: 0, schema: [{ name: 'region' }, {}] },
    ])
    await call('POST', `${at}/artifacts/first/archive`)
    expect((await call('GET', '/api/v1/me/data')).body.artifacts).toMatchObject([{ state: 'archived' }])
    expect((await call('GET', '/api/v1/me/data?state=active')).body.artifacts).toEqual([])
  })

  test('a denied column is not there, and the trash is not either', async () => {
    const { call, at } = await newTables(0, 0)
    await call('POST', `${at}/artifacts/first/columns/pay/tags`, { tag: 'pay' })
    await call('PUT', `${at}/policies/pay`, { effect: 'deny' })

    const { artifacts } = (await call('GET', '/api/v1/me/data')).body

    expect(artifacts[0].schema).toHaveLength(1)
    await call('DELETE', `${at}/tables/first?expected_version=null`)
    expect((await call('GET', '/api/v1/me/data')).body.artifacts).toEqual([])
  })

  test('a pinned token sees its workbook, a guest what is shared with them, a stranger nothing', async () => {
    const { call, at, owner } = await newTables(1, 1)
    const pinned = await service.newToken(owner, { resource: `workbook:${at.split('/').at(-1)}` })
    const guest = await service.newPerson()
    const seen = async (as: typeof call) => namesOf((await as('GET', '/api/v1/me/data')).body.artifacts)

    expect(await seen(service.as(pinned))).toEqual(['first'])
    expect(await seen(guest.call)).toEqual([])
    await call('PUT', `${at}/members/${guest.userId}`, { role: 'viewer' })
    expect(await seen(guest.call)).toEqual(['first'])
  })

  test('a cursor of another user is refused', async () => {
    const { call } = await newTables(1, 2)
    const { next_cursor } = (await call('GET', '/api/v1/me/data?limit=1')).body
    const guest = await service.newPerson()

    expect(await guest.call('GET', `/api/v1/me/data?cursor=${next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })
})

test('two places share the narrower one, or nothing', () => {
  const account = { accountId: 'a', workspaceId: null, workbookId: null }
  const workspace = { accountId: 'a', workspaceId: 'w', workbookId: null }
  const workbook = { accountId: 'a', workspaceId: 'w', workbookId: 'b' }

  expect(shared(account, workbook)).toEqual(workbook)
  expect(shared(workbook, workspace)).toEqual(workbook)
  expect(shared(workspace, { ...workspace, workspaceId: 'v' })).toBeNull()
  expect(shared(account, { ...account, accountId: 'c' })).toBeNull()
})
