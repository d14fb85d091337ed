import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOwner, type Owner } from '../../../test/context.ts'
import { startService } from '../../../test/service.ts'
import { type OpenReader, openReader } from '../../engine/duckdb/open-reader.ts'
import { createLog } from '../../platform/log.ts'
import { createTable } from './create-table.ts'
import { upsertRows } from './rows/upsert-rows.ts'

const service = startService()
let statements = 0
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    statements++
    return result
  },
}
let owner: Owner
let reader: OpenReader

beforeAll(async () => {
  owner = await newOwner(service.running)
  const { settings } = service.running
  const db = owner.ctx.db.withPlugin(counter)
  const { cache } = owner.ctx.bulk.storage
  reader = openReader({ settings, log: createLog('silent'), db, cache })
  owner.ctx = { ...owner.ctx, db, reader, bulk: { ...owner.ctx.bulk, db } }
})
afterAll(() => reader.close())

test('an edit sends PostgreSQL as many statements for a thousand rows as for one, in a large workbook as in a small one, after many edits as after none', async () => {
  await create('one')
  const [insertOne, updateOne] = [await insert('one', 1), await update('one', [1])]

  for (let n = 0; n < 30; n++) await create(`other ${n}`)
  const insertMany = await insert('one', 1_000)
  for (let n = 0; n < 10; n++) await insert('one', 1)
  const updateMany = await update(
    'one',
    Array.from({ length: 1_000 }, (_, n) => n + 1),
  )

  expect(insertMany).toBe(insertOne)
  expect(updateMany).toBe(updateOne)
  expect([insertOne, updateOne].every((count) => count < 10)).toBe(true)
})

const create = (name: string) =>
  createTable(owner.ctx, owner.workbookId, { name, columns: [{ name: 'n', type: 'VARCHAR' }] })

const insert = (name: string, count: number) =>
  fewest(() =>
    statementsOf(
      name,
      Array.from({ length: count }, (_, n) => ({ n: `row ${n}` })),
    ),
  )

const update = (name: string, rowIds: readonly number[]) =>
  fewest((time) =>
    statementsOf(
      name,
      rowIds.map((id) => ({ __svc_row_id: id, n: `changed ${time} ${id}` })),
    ),
  )

/** Of some: one may have to bring the engine to the newest commit, and the reader looks for news of its own beside another. */
async function fewest(edit: (time: number) => Promise<number>): Promise<number> {
  const counts: number[] = []
  for (let time = 0; time < 4; time++) counts.push(await edit(time))
  return Math.min(...counts)
}

async function statementsOf(name: string, rows: Record<string, unknown>[]): Promise<number> {
  const before = statements
  await upsertRows(
    owner.ctx,
    { workbookId: owner.workbookId, name },
    {
      rows,
      expected: null,
      matchOn: null,
      mode: 'upsert',
      onError: 'fail',
      lock: 'table',
      isReturningRows: false,
      actor: null,
    },
  )
  return statements - before
}
