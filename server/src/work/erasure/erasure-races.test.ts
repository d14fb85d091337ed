import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../test/context.ts'
import { defaultAccount } from '../../../test/control-plane.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { findRegistered } from '../../core/reading/readable-tables.store.ts'
import { fromWireId, newId } from '../../platform/ids.ts'
import { createTransform } from '../transforms/create-transform.ts'
import { prepareTransform } from '../transforms/prepare-transform.ts'
import { eraseValues } from './erase-values.ts'
import { findCopies } from './find-copies.ts'

const service = startService()

const COLUMNS = [{ name: 'name' }, { name: 'phone' }]
const ROWS = [
  { name: 'Aiko', phone: '111' },
  { name: 'Ben', phone: '222' },
]
const COPY = { name: 'made', code: 'SELECT name, phone FROM {{ p }}', args: { p: 'sales' } }

/** People with phones, and the two steps of erasing all of these. */
async function newPeople() {
  const { owner, call, at } = await newTable(service, { columns: COLUMNS, rows: ROWS })
  const accountId = fromWireId('acc', await defaultAccount(owner))
  const ctx = await contextOf(service.running, { userId: fromWireId('usr', owner.userId), accountId })
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const table = await findRegistered(ctx.db, workbookId, 'sales', null)
  const phone = table?.columns.find(({ name }) => name === 'phone')
  if (!table || !phone) throw new Error('the table was made')
  const cells = { tableId: table.artifactId, origins: [phone.origin], rowIds: null }
  const find = () => findCopies(ctx.db, workbookId, cells)
  const erase = (copies: Awaited<ReturnType<typeof find>>) =>
    eraseValues(ctx, { workbookId, erasureId: newId(), table: 'sales', actor: null, cells, copies }, async () => {})
  const readMade = () => call('GET', `${at}/tables/made/rows`)
  return { ctx, call, at, workbookId, find, erase, readMade }
}

describe('values that are erased', { timeout: 120_000 }, () => {
  test('go out of a table that a transform made after copies were looked for', async () => {
    const { call, at, find, erase, readMade } = await newPeople()
    const copies = await find()
    await call('POST', `${at}/transforms`, COPY)
    const before = await readMade()

    await erase(copies)

    expect(before.body.rows).toMatchObject(ROWS)
    expect((await readMade()).body.rows).toMatchObject(ROWS.map(({ name }) => ({ name, phone: null })))
  })

  test('do not come back with a transform that read them before and is put there afterwards', async () => {
    const { ctx, workbookId, find, erase, readMade } = await newPeople()
    const request = {
      ...COPY,
      language: 'sql',
      keyColumns: [],
      description: null,
      materialized: 'table',
      isRun: true,
      isReplacing: false,
      actor: null,
    } as const
    const prepared = await prepareTransform(ctx, workbookId, request)
    await erase(await find())

    const late = createTransform(ctx, workbookId, request, prepared)

    await expect(late).rejects.toMatchObject({ kind: 'unavailable' })
    expect((await readMade()).status).toBe(404)
    const again = await createTransform(ctx, workbookId, request, await prepareTransform(ctx, workbookId, request))
    expect(again.isNew).toBe(true)
    expect((await readMade()).body.rows).toMatchObject(ROWS.map(({ name }) => ({ name, phone: null })))
  })
})
