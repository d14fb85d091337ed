import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { exportFile, openBook } from '../../../test/export-file.ts'
import { newBranch as newBranchIn, setCell } from '../../../test/new-branch.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()
const newBranch = (wish: Parameters<typeof newBranchIn>[1] = {}) => newBranchIn(service, wish)

describe('a returned file is synced', () => {
  const sync = (owner: { session: string }, at: string, bytes: Uint8Array<ArrayBuffer>, fields = {}) =>
    uploadTo(service.url(), owner.session, `${at}/sync`, { bytes, filename: 'back.xlsx', fields })

  test('by what it says of itself, sheet by sheet', async () => {
    const { call, at, owner, readAll } = await newBranch()
    await call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'a' }] })
    const { bytes } = await exportFile(service.url(), owner, at, { record_branch: true })
    const book = openBook(bytes)
    setCell(book.Sheets.sales ?? {}, 'B2', 100)
    book.SheetNames = book.SheetNames.map((name) => (name === 'sales' ? 'Renamed' : name))
    book.Sheets.Renamed = book.Sheets.sales ?? {}
    for (const mark of book.Workbook?.Names ?? []) mark.Ref = mark.Ref.replace("'sales'", 'Renamed')

    const synced = await sync(owner, at, Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })))

    expect(synced).toMatchObject({ status: 200, body: { conflict_count: 0 } })
    expect(synced.body.results).toMatchObject([
      { action: 'merged', sheet: 'other', table: 'other', updated: 0 },
      { action: 'merged', sheet: 'Renamed', table: 'sales', updated: 1 },
    ])
    expect(await readAll()).toMatchObject([{ amount: 100 }, {}, {}])
  })

  test('in one op for each table, which can be undone', async () => {
    const { call, at, owner, readAll } = await newBranch()
    const before = await readAll()
    const { bytes } = await exportFile(service.url(), owner, at, { record_branch: true })
    const book = openBook(bytes)
    setCell(book.Sheets.sales ?? {}, 'B2', 100)

    await sync(owner, at, Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })))

    const [op] = (await call('GET', `${at}/ops?limit=1`)).body.ops
    expect(op).toMatchObject({ kind: 'sync', undoable: true, rows: 1 })
    expect((await call('POST', `${at}/ops/${op.op_id}/undo`)).status).toBe(200)
    expect(await readAll()).toEqual(before)
  })

  test('as the next revision of the source of its name when it is of no branch, else not at all', async () => {
    const { at, owner, call } = await newBranch()
    const book = (rows: unknown[][]) => {
      const made = utils.book_new()
      utils.book_append_sheet(made, utils.aoa_to_sheet(rows), 'S')
      return Buffer.from(write(made, { type: 'buffer', bookType: 'xlsx' }))
    }

    const unknown = await sync(
      owner,
      at,
      book([
        ['a', 'n'],
        ['x', 1],
      ]),
    )
    const upload = {
      bytes: book([
        ['a', 'n'],
        ['x', 1],
      ]),
      filename: 'back.xlsx',
      fields: { structuring: 'skip' },
    }
    await uploadTo(service.url(), owner.session, `${at}/sources`, upload)
    const revised = await sync(
      owner,
      at,
      book([
        ['a', 'n'],
        ['y', 2],
      ]),
    )

    expect(unknown).toMatchObject({ status: 404, body: { code: 'nothing_to_sync' } })
    expect(revised).toMatchObject({ status: 200, body: { results: [{ action: 'revised', table: 'back' }] } })
    expect((await call('GET', `${at}/tables/back/rows`)).body.rows).toMatchObject([{ a: 'y' }])
  })
})
