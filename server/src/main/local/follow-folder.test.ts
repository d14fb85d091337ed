import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@bindery-data/sdk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../../test/service.ts'
import { FolderFollower } from './follow-folder.ts'
import { hashOf, noteWritten } from './written-files.ts'

const service = startService()

async function newFollower() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bindery-follow-')))
  const place = { folder: join(root, 'in'), state: join(root, 'state') }
  for (const folder of Object.values(place)) mkdirSync(folder)
  const owner = await service.newPerson()
  const token = await service.newToken(owner, { scopes: ['workbooks:write', 'workspaces:read'] })
  const client = createClient({ url: service.url(), token })
  const follower = new FolderFollower(client, place)
  onTestFinished(async () => {
    await follower.close()
    rmSync(root, { recursive: true })
  })
  const workbook = client.workbook(await follower.open())
  const file = (path: string) => follower.state.files[path]
  return {
    client,
    follower,
    place,
    file,
    write: (name: string, content: string) => writeFileSync(join(place.folder, name), content),
    at: (name: string) => join(place.folder, name),
    sum: async (table: string) => (await workbook.query(`SELECT sum(amount)::INTEGER AS s FROM ${table}`)).rows,
  }
}

const csv = (amount: number) => `region,amount\neast,${amount}\nwest,1\n`

test('each file is a source, and a file that changed is its next revision', async () => {
  const { follower, file, write, sum, at } = await newFollower()
  write('sales.csv', csv(10))
  mkdirSync(at('below'))
  write('below/costs.csv', csv(5))
  await follower.catchUp()
  const first = [await sum('sales'), await sum('below_costs')]

  write('sales.csv', csv(20))
  await follower.catchUp()

  expect(first).toEqual([[{ s: 11 }], [{ s: 6 }]])
  expect(await sum('sales')).toEqual([{ s: 21 }])
  expect([file('sales.csv'), file('below/costs.csv')]).toMatchObject([{ revision: 2 }, { revision: 1 }])
})

test('a file that was only touched is no new revision, and one that cannot be read says why until it changes', async () => {
  const { follower, file, write, at } = await newFollower()
  write('sales.csv', csv(10))
  write('broken.xlsx', 'PK\u0003\u0004 and no more')
  await follower.catchUp()
  const broken = file('broken.xlsx')

  utimesSync(at('sales.csv'), new Date(), new Date(Date.now() - 60_000))
  await follower.catchUp()

  expect(file('sales.csv')).toMatchObject({ revision: 1, error: null })
  expect(broken).toMatchObject({ sourceId: null, error: expect.stringMatching(/./) })
})

test('copies are one source until one of them changes, and a renamed file stays the source it was', async () => {
  const { follower, file, write, at, sum } = await newFollower()
  write('a.csv', csv(10))
  await follower.catchUp()
  copyFileSync(at('a.csv'), at('b.csv'))
  await follower.catchUp()
  const same = file('b.csv')?.sourceId === file('a.csv')?.sourceId

  write('b.csv', csv(30))
  renameSync(at('a.csv'), at('c.csv'))
  await follower.catchUp()

  expect(same).toBe(true)
  expect(file('a.csv')).toMatchObject({ isGone: true })
  expect(file('c.csv')?.sourceId).toBe(file('a.csv')?.sourceId)
  expect([await sum('a'), await sum('b')]).toEqual([[{ s: 11 }], [{ s: 31 }]])
})

test('of copies that change together one keeps the source', async () => {
  const { follower, file, write, client } = await newFollower()
  write('a.csv', csv(10))
  write('b.csv', csv(10))
  await follower.catchUp()

  write('a.csv', csv(20))
  write('b.csv', csv(30))
  await follower.catchUp()

  const tables = await client.workbook(follower.state.workbookId ?? '').tables()
  expect(file('a.csv')?.sourceId).not.toBe(file('b.csv')?.sourceId)
  expect(tables).toHaveLength(2)
})

test('what we wrote ourselves is not read back, until a person changes it', async () => {
  const { follower, file, write, at, place } = await newFollower()
  write('result.csv', csv(10))
  noteWritten(place.state, at('result.csv'), await hashOf(at('result.csv')))
  await follower.catchUp()
  const own = file('result.csv')

  write('result.csv', csv(40))
  await follower.catchUp()

  expect(own).toMatchObject({ sourceId: null, error: null })
  expect(file('result.csv')).toMatchObject({ source: 'result.csv', revision: 1 })
})

test('a follower that starts again reads only what changed meanwhile', async () => {
  const { client, follower, place, file, write } = await newFollower()
  write('a.csv', csv(10))
  write('b.csv', csv(20))
  await follower.catchUp()
  await follower.close()
  write('b.csv', csv(21))

  const next = new FolderFollower(client, place)
  await next.catchUp()

  expect(await next.open()).toBe(follower.state.workbookId)
  expect(next.state.files['a.csv']).toEqual(file('a.csv'))
  expect(next.state.files['b.csv']).toMatchObject({ revision: 2 })
})

test('changes are seen by themselves', async () => {
  const { follower, file, write } = await newFollower()
  const errors: unknown[] = []
  follower.follow((error) => errors.push(error))

  write('late.csv', csv(10))

  await vi.waitFor(() => expect(file('late.csv')).toMatchObject({ revision: 1 }), { timeout: 20_000 })
  expect(errors).toEqual([])
})

test('edits that a changed file overtakes are kept in an older revision, which is named', async () => {
  const { client, follower, file, write } = await newFollower()
  write('a.csv', csv(10))
  await follower.catchUp()
  const { sourceId } = file('a.csv') ?? {}
  const content = new Blob([csv(99)])
  await client
    .workbook(follower.state.workbookId ?? '')
    .source(sourceId ?? '')
    .revise({ content, filename: 'a.csv' })

  write('a.csv', csv(50))
  await follower.catchUp()

  expect(file('a.csv')).toMatchObject({ revision: 3, note: expect.stringContaining('revision 2') })
})
