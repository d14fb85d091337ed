import { expect, test } from 'vitest'
import { contextOf } from '../../../test/context.ts'
import { defaultAccount } from '../../../test/control-plane.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import type { Context } from '../../platform/context.ts'
import { fromWireId } from '../../platform/ids.ts'
import { readProfile } from './profile/read-profile.ts'
import { readA1 } from './ranges/read-a1.ts'
import { readRow, readRows } from './rows/read-rows.ts'

const service = startService()

const SECRET = 'canary 7305'

/** Notes that one tag lies over; and a reader under whose hands, once the engine has answered, policies change so many times. */
async function newNotes(changes: number) {
  const { owner, at } = await newTable(service, { columns: [{ name: 'note' }], rows: [{ note: SECRET }] })
  await owner.call('POST', `${at}/artifacts/sales/columns/note/tags`, { tag: 'pii' })
  const accountId = fromWireId('acc', await defaultAccount(owner))
  const ctx = await contextOf(service.running, { userId: fromWireId('usr', owner.userId), accountId })
  let left = changes
  const afterwards =
    <A extends unknown[], T>(read: (...asked: A) => Promise<T>) =>
    async (...asked: A): Promise<T> => {
      const answer = await read(...asked)
      if (left-- > 0) await owner.call('PUT', `${at}/policies/pii`, { effect: 'mask' })
      return answer
    }
  const { reader } = ctx
  const changing: Context = {
    ...ctx,
    reader: {
      ...reader,
      page: afterwards(reader.page),
      encodedPage: afterwards(reader.encodedPage),
      rowsById: afterwards(reader.rowsById),
      profile: afterwards(reader.profile),
    },
  }
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  return { ctx: changing, place: { workbookId, name: 'sales' } }
}

type Notes = Awaited<ReturnType<typeof newNotes>>

const rowsAs = (ctx: Notes['ctx'], place: Notes['place'], format: 'json' | 'cells') =>
  readRows(
    ctx,
    place,
    { limit: 10, isCounted: false },
    () => ({ offset: 0 }),
    format === 'cells' ? 'cells' : { format, hasRowIds: true },
  )

const READS: [string, (notes: Notes) => Promise<unknown>][] = [
  ['a page of rows', ({ ctx, place }) => rowsAs(ctx, place, 'cells')],
  ['a page of rows as JSON', async ({ ctx, place }) => String((await rowsAs(ctx, place, 'json')).rows)],
  ['one row', ({ ctx, place }) => readRow(ctx, place, 1)],
  ['a range of cells', ({ ctx, place }) => readA1(ctx, place, 'A1:A2')],
  ['a profile', ({ ctx, place }) => readProfile(ctx, place)],
]

test.each(READS)('%s that is read while a policy is set shows what the policy allows', async (_, read) => {
  const answer = JSON.stringify(await read(await newNotes(1)))

  expect(answer).not.toContain(SECRET)
})

test.each(READS)('%s is refused where policies change again and again', async (_, read) => {
  await expect(read(await newNotes(10))).rejects.toMatchObject({ kind: 'unavailable' })
})

test.each(READS)('%s shows the value as long as no policy is set', async (_, read) => {
  const answer = JSON.stringify(await read(await newNotes(0)))

  expect(answer).toContain(SECRET)
})
