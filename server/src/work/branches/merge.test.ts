import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { openBook } from '../../../test/export-file.ts'
import { BRANCHED_ROWS, edited, newBranch as newBranchIn, setCell } from '../../../test/new-branch.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()
const newBranch = (wish: Parameters<typeof newBranchIn>[1] = {}) => newBranchIn(service, wish)

describe('a file that comes back', () => {
  test('unchanged changes nothing, and closes its branch', async () => {
    const { call, at, send, bytes } = await newBranch()

    const merged = await send(edited(bytes, () => {}))

    expect(merged).toMatchObject({
      status: 200,
      body: { inserted: 0, updated: 0, deleted: 0, cells_written: 0, conflict_count: 0, skipped: [], op_id: null },
    })
    expect((await call('GET', `${at}/branches`)).body.branches).toEqual([])
  })

  test('has its edits written, its new rows added and its missing rows deleted, in one op that can be undone', async () => {
    const { call, at, send, bytes, readAll } = await newBranch()
    const before = await readAll()

    const merged = await send(
      edited(bytes, (sheet) => {
        setCell(sheet, 'B2', 100)
        for (const column of 'ABCDE') delete sheet[`${column}3`]
        utils.sheet_add_aoa(sheet, [['北', 4, 4.5, '2026/2/3']], { origin: 'A5' })
      }),
    )

    expect(merged.body).toMatchObject({ inserted: 1, updated: 1, deleted: 1, conflict_count: 0, edit_version: 3 })
    expect(await readAll()).toEqual([
      { ...BRANCHED_ROWS[0], amount: 100, __svc_row_id: 1 },
      { ...BRANCHED_ROWS[2], __svc_row_id: 3 },
      { region: '北', amount: 4, price: '4.50', paid: '2026-02-03', __svc_row_id: 4 },
    ])
    const [op] = (await call('GET', `${at}/ops?limit=1`)).body.ops
    expect(op).toMatchObject({ kind: 'merge', undoable: true, rows: 3 })
    await call('POST', `${at}/ops/${op.op_id}/undo`)
    expect(await readAll()).toEqual(before)
  })

  test('keeps what only the service changed, and tells where both did', async () => {
    const { call, at, send, write, bytes, readAll } = await newBranch()
    await write({
      rows: [
        { __svc_row_id: 1, amount: 50, region: 'E' },
        { __svc_row_id: 2, amount: 22 },
      ],
    })

    const merged = await send(
      edited(bytes, (sheet) => {
        setCell(sheet, 'B2', 100)
        setCell(sheet, 'B3', 22)
      }),
    )

    expect(merged.body).toMatchObject({ updated: 1, cells_written: 1, conflict_count: 1 })
    expect(merged.body.conflicts).toMatchObject([
      { kind: 'overwrite', row_id: 1, column: 'amount', base_value: 1, prior_value: 50, value: 100, status: 'open' },
    ])
    expect((await readAll()).slice(0, 2)).toMatchObject([{ region: 'E', amount: 100 }, { amount: 22 }])
    const { body } = await call('GET', `${at}/conflicts?status=open`)
    expect(body).toMatchObject({ open_count: 1, conflicts: [{ conflict_id: merged.body.conflicts[0].conflict_id }] })
  })

  test('does not delete a row that the service has changed since: it is a conflict', async () => {
    const { send, write, bytes, readAll } = await newBranch()
    await write({ rows: [{ __svc_row_id: 2, amount: 22 }] })

    const merged = await send(
      edited(bytes, (sheet) => {
        for (const column of 'ABCDE') delete sheet[`${column}3`]
      }),
    )

    expect(merged.body).toMatchObject({ deleted: 0, conflicts: [{ kind: 'row_deleted', row_id: 2, column: null }] })
    expect(await readAll()).toHaveLength(3)
  })

  test('does not wipe a table because a filtered view was saved', async () => {
    const { send, bytes, readAll } = await newBranch()
    const filtered = edited(bytes, (sheet) => {
      for (const row of [2, 3]) for (const column of 'ABCDE') delete sheet[`${column}${row}`]
    })

    const refused = await send(filtered)
    const allowed = await send(filtered, { allow_deletes: 'true' })

    expect(refused).toMatchObject({ status: 409, body: { code: 'suspicious_deletion', absent: 2, rows: 3 } })
    expect(allowed.body).toMatchObject({ deleted: 2 })
    expect(await readAll()).toHaveLength(1)
  })

  test('may have its sheet renamed, its columns moved or missing, titles above and rows sorted', async () => {
    const { send, bytes, readAll } = await newBranch()
    const [header = [], ...rows] = utils.sheet_to_json<unknown[]>(openBook(bytes).Sheets.sales ?? {}, {
      header: 1,
      raw: true,
    })
    expect(header).toEqual(['region', 'amount', 'price', 'paid', '__svc_row_id'])
    const moved = [['Sales, as of today'], [], ['__svc_row_id', 'new', 'amount', 'region']]
    for (const row of rows.reverse()) moved.push([row[4], 'x', row[1], row[0]] as string[])
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(moved), 'Renamed')
    utils.book_append_sheet(book, utils.aoa_to_sheet([['notes']]), 'Notes')

    const merged = await send(Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })))

    expect(merged.body).toMatchObject({ inserted: 0, updated: 0, deleted: 0, ignored_columns: ['new'] })
    expect(await readAll()).toHaveLength(3)
  })

  test('has values that do not fit, unknown ids and copied rows reported, and no edit is lost with them', async () => {
    const { send, bytes, readAll } = await newBranch()

    const merged = await send(
      edited(bytes, (sheet) => {
        setCell(sheet, 'B2', 'many')
        setCell(sheet, 'A2', 'East')
        utils.sheet_add_aoa(
          sheet,
          [
            ['北', 1, 1, null, 3],
            ['南', 2, 2, null, 999],
          ],
          { origin: 'A5' },
        )
      }),
    )

    expect(merged.body.skipped).toEqual([
      { row: 2, column: 'amount', code: 'uncastable_value' },
      { row: 5, column: null, code: 'duplicate_row_id' },
      { row: 6, column: null, code: 'unknown_row_id' },
    ])
    expect(await readAll()).toMatchObject([{ region: 'East', amount: 1 }, {}, { region: '007' }, { region: '北' }])
  })

  test('is answered the same when it is sent again, and refused when it is another', async () => {
    const { send, bytes } = await newBranch()
    const file = edited(bytes, (sheet) => setCell(sheet, 'B2', 100))

    const first = await send(file)
    const again = await send(file)
    const other = await send(edited(bytes, (sheet) => setCell(sheet, 'B2', 101)))

    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(other).toMatchObject({ status: 409, body: { code: 'branch_closed' } })
  })

  test('is only looked at in a dry run, which answers the same', async () => {
    const { call, at, send, write, bytes, readAll } = await newBranch()
    await write({ rows: [{ __svc_row_id: 1, amount: 50 }] })
    const before = await readAll()
    const file = edited(bytes, (sheet) => setCell(sheet, 'B2', 100))

    const dry = await send(file, { dry_run: 'true' })

    expect(dry.body).toMatchObject({
      updated: 1,
      op_id: null,
      edit_version: 3,
      conflicts: [{ conflict_id: null, prior_value: 50, value: 100 }],
    })
    expect(await readAll()).toEqual(before)
    expect((await call('GET', `${at}/branches`)).body.branches).toHaveLength(1)
    expect((await send(file)).body).toMatchObject({ updated: 1, conflict_count: 1 })
  })

  test('has each cell that it would write, each new row and each row it would delete listed in a dry run', async () => {
    const { send, bytes } = await newBranch()
    const file = edited(bytes, (sheet) => {
      setCell(sheet, 'B2', 100)
      for (const column of 'ABCDE') delete sheet[`${column}3`]
      utils.sheet_add_aoa(sheet, [['北', 4]], { origin: 'A5' })
    })

    const dry = await send(file, { dry_run: 'true' })

    expect(dry.body.changes).toEqual([
      { kind: 'updated', row_id: 1, new_row: null, column: 'amount', before: 1, value: 100 },
      { kind: 'inserted', row_id: null, new_row: 1, column: 'region', before: null, value: '北' },
      { kind: 'inserted', row_id: null, new_row: 1, column: 'amount', before: null, value: 4 },
      { kind: 'deleted', row_id: 2, new_row: null, column: null, before: null, value: null },
    ])
    expect((await send(file)).body.changes).toBeUndefined()
  })

  test('is merged by whole rows when asked: a row that both sides touched is reported in every cell it wrote', async () => {
    const { send, write, bytes } = await newBranch()
    await write({ rows: [{ __svc_row_id: 1, region: 'E' }] })

    const merged = await send(
      edited(bytes, (sheet) => setCell(sheet, 'B2', 100)),
      { merge_mode: 'row' },
    )

    expect(merged.body.conflicts).toMatchObject([{ column: 'amount', prior_value: 1, value: 100 }])
  })

  test('as csv is merged too, apostrophes before formulas taken away', async () => {
    const rows = [
      { region: '=1+1', amount: 1 },
      { region: "'=2", amount: 2 },
      { region: '-3', amount: 3 },
      { region: 'x;=1+1', amount: 4 },
      { region: 'two\n＝1', amount: 5 },
      { region: "a;'@b", amount: 6 },
    ]
    const { send, bytes, readAll } = await newBranch({ rows, body: { format: 'csv' } })

    const merged = await send(Buffer.from(bytes.toString().replace("'-3,3", "'-4,3")))

    expect(merged.body).toMatchObject({ updated: 1, cells_written: 1, skipped: [] })
    expect((await readAll()).map(({ region }: { region: string }) => region)).toEqual([
      '=1+1',
      "'=2",
      '-4',
      'x;=1+1',
      'two\n＝1',
      "a;'@b",
    ])
    expect(bytes.toString()).toContain("x;'=1+1")
    expect(bytes.toString()).toContain("two\n'＝1")
  })

  test('follows columns that were renamed, retyped and dropped while it was out', async () => {
    const { call, table, send, bytes, readAll } = await newBranch()
    await call('PATCH', `${table}/columns/region`, { new_name: 'area', expected_version: null })
    await call('PATCH', `${table}/columns/amount`, { type: 'VARCHAR', expected_version: null })
    await call('DELETE', `${table}/columns/price?expected_version=null`)

    const merged = await send(
      edited(bytes, (sheet) => {
        setCell(sheet, 'A2', 'East')
        setCell(sheet, 'B2', 100)
        setCell(sheet, 'C2', 9)
      }),
    )

    expect(merged.body).toMatchObject({ updated: 1, cells_written: 2, conflict_count: 0, ignored_columns: ['price'] })
    expect(await readAll()).toMatchObject([{ area: 'East', amount: '100' }, { area: '西', amount: '2' }, {}])
  })
})

describe('a merge is refused', () => {
  test('of an unknown branch, of another table, without row ids, and of a derived one', async () => {
    const { call, at, owner, bytes, send, branchId } = await newBranch()
    await call('POST', `${at}/tables`, { name: 'other', columns: [{ name: 'a' }] })
    const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
    const file = edited(bytes, () => {})

    expect(codeOf(await send(file, { branch_id: 'br_00000000000000000000000001' }))).toEqual([404, 'not_found'])
    const other = { bytes: file, filename: 'x.xlsx', fields: { branch_id: branchId } }
    expect(codeOf(await uploadTo(service.url(), owner.session, `${at}/tables/other/merge`, other))).toEqual([
      400,
      'branch_mismatch',
    ])
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['region'], ['x']]), 'sales')
    const without = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
    expect(codeOf(await send(without))).toEqual([422, 'missing_row_ids'])
    expect(codeOf(await send(Buffer.from([0, 1, 2])))).toEqual([415, 'unsupported_file'])
  })
})

describe('a branch', () => {
  test('is listed while it is open, and emits an event when it is made and merged', async () => {
    const { call, at, send, bytes, branchId } = await newBranch()

    const { body } = await call('GET', `${at}/branches`)
    await send(edited(bytes, (sheet) => setCell(sheet, 'B2', 100)))

    expect(body.branches).toMatchObject([
      { branch_id: branchId, table: 'sales', row_count: 3, base_edit_version: 2, format: 'xlsx', status: 'open' },
    ])
    const { rows } = await service.running.admin.query(
      "select payload -> 'data' as data from outbox where kind like 'version.%' and payload -> 'data' ->> 'branch_id' = $1 order by sequence",
      [branchId],
    )
    expect(rows.map(({ data }) => data)).toEqual([
      { branch_id: branchId, tables: ['sales'], base_edit_versions: { sales: 2 } },
      { branch_id: branchId, table: 'sales', edit_version: 3, inserted: 0, updated: 1, deleted: 0, conflict_count: 0 },
    ])
  })
})
