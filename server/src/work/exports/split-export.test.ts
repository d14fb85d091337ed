import { utils } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { exportFile, filesIn, openBook, rowsIn } from '../../../test/export-file.ts'
import { edited, setCell } from '../../../test/new-branch.ts'
import { newStaff } from '../../../test/new-staff.ts'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()

const COLUMNS = [{ name: 'dept' }, { name: 'item' }, { name: 'yen', type: 'INTEGER' }]
const ROWS = [
  { dept: 'Sales', item: 'travel', yen: 100 },
  { dept: 'R/D', item: 'parts', yen: 200 },
  { dept: 'Sales', item: 'ads', yen: 300 },
  { dept: null, item: 'rent', yen: 400 },
  { dept: 'Sales', item: 'phones', yen: 500 },
]

/** A budget, split by department; `send` takes one of its files back. */
async function newSplit(body: object = {}) {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS, name: 'budget' })
  const { at, owner } = made
  const sent = await exportFile(service.url(), owner, at, { tables: ['budget'], split_by: 'dept', ...body })
  const files = await filesIn(sent.bytes)
  const fileOf = (value: string) => files.get(`budget-${value}.xlsx`) ?? Buffer.alloc(0)
  const send = (bytes: Buffer<ArrayBuffer>, fields: Record<string, string> = {}) =>
    uploadTo(service.url(), owner.session, `${at}/sync`, { bytes, filename: 'any name.xlsx', fields })
  const merge = async (value: string, bytes: Buffer<ArrayBuffer>) => {
    const { branches } = (await made.call('GET', `${at}/branches`)).body
    const { branch_id } = branches.find(({ part }: { part: { value: string } }) => part.value === value)
    const file = { bytes, filename: 'x.xlsx', fields: { branch_id } }
    return uploadTo(service.url(), owner.session, `${made.table}/merge`, file)
  }
  return { ...made, sent, files, fileOf, send, merge }
}

test('one call makes a file for each value of a column, each a branch that knows its part, and a list of them', async () => {
  const { call, at, sent, files, fileOf } = await newSplit()

  expect([sent.status, sent.headers.get('x-svc-parts'), sent.headers.get('content-type')]).toEqual([
    200, '3', 'application/zip',
  ]) // biome-ignore format: a list
  expect([...files.keys()]).toEqual(['parts.csv', 'budget-R_D.xlsx', 'budget-Sales.xlsx', 'budget-empty.xlsx'])
  expect(rowsIn(openBook(fileOf('Sales')))).toEqual([
    ['dept', 'item', 'yen', '__svc_row_id'],
    ['Sales', 'travel', 100, 1],
    ['Sales', 'ads', 300, 3],
    ['Sales', 'phones', 500, 5],
  ])
  const { branches } = (await call('GET', `${at}/branches`)).body
  const known = branches.map(({ part, row_count, filename }: Record<string, unknown>) => [part, row_count, filename])
  expect(known).toEqual([
    [{ column: 'dept', value: null }, 1, 'budget.xlsx'],
    [{ column: 'dept', value: 'Sales' }, 3, 'budget.xlsx'],
    [{ column: 'dept', value: 'R/D' }, 1, 'budget.xlsx'],
  ])
  const list = files.get('parts.csv')?.toString() ?? ''
  expect(list).toContain(`budget-Sales.xlsx,Sales,3,${branches[1].branch_id}`)
})

describe('what comes back of a part', () => {
  test('changes, adds and deletes its own rows and no others, in any order, and can be undone', async () => {
    const { call, at, fileOf, send, merge, readAll } = await newSplit()
    const sales = edited(fileOf('Sales'), (sheet) => {
      setCell(sheet, 'C2', 150)
      for (const column of 'ABCD') delete sheet[`${column}3`]
      utils.sheet_add_aoa(
        sheet,
        [
          [null, 'fairs', 50],
          ['Sales', 'gifts', 60],
        ],
        { origin: 'A5' },
      )
    })
    const none = edited(fileOf('empty'), (sheet) => setCell(sheet, 'C2', 444))

    const later = await send(none)
    const merged = await merge('Sales', sales)

    expect(later.body.results).toMatchObject([{ action: 'merged', updated: 1, deleted: 0, skipped: [] }])
    expect(merged.body).toMatchObject({ inserted: 2, updated: 1, deleted: 1, conflict_count: 0, skipped: [] })
    const cellsOf = async () =>
      (await readAll()).map(({ dept, item, yen }: Record<string, unknown>) => [dept, item, yen])
    expect(await cellsOf()).toEqual([
      ['Sales', 'travel', 150], ['R/D', 'parts', 200], [null, 'rent', 444], ['Sales', 'phones', 500], ['Sales', 'fairs', 50], ['Sales', 'gifts', 60],
    ]) // biome-ignore format: a list
    const [op] = (await call('GET', `${at}/ops?limit=1`)).body.ops
    await call('POST', `${at}/ops/${op.op_id}/undo`)
    expect((await cellsOf()).filter(([dept]: unknown[]) => dept === 'Sales')).toEqual(
      ROWS.filter(({ dept }) => dept === 'Sales').map(({ dept, item, yen }) => [dept, item, yen]),
    )
  })

  test('leaves out rows that were given to another part or are of one, and says which', async () => {
    const { fileOf, send, readAll } = await newSplit()
    const before = await readAll()
    const sales = edited(fileOf('Sales'), (sheet) => {
      setCell(sheet, 'A2', 'R/D')
      setCell(sheet, 'C2', 1)
      delete sheet.A3
      utils.sheet_add_aoa(
        sheet,
        [
          ['R/D', 'stolen', 9],
          ['R/D', 'parts', 9, 2],
        ],
        { origin: 'A5' },
      )
    })

    const { body } = await send(sales)

    expect(body.results[0]).toMatchObject({
      inserted: 0,
      updated: 0,
      deleted: 0,
      skipped: [
        { row: 2, column: 'dept', code: 'foreign_row' },
        { row: 3, column: 'dept', code: 'foreign_row' },
        { row: 5, column: 'dept', code: 'foreign_row' },
        { row: 6, column: null, code: 'unknown_row_id' },
      ],
    })
    expect(await readAll()).toEqual(before)
  })

  test('does not write into a row that went to another part meanwhile, nor delete it', async () => {
    const { fileOf, send, write, readAll } = await newSplit()
    await write({
      rows: [
        { __svc_row_id: 1, dept: 'R/D' },
        { __svc_row_id: 3, dept: 'R/D' },
      ],
    })
    const sales = edited(fileOf('Sales'), (sheet) => {
      setCell(sheet, 'C2', 1)
      for (const column of 'ABCD') delete sheet[`${column}3`]
    })

    const { body } = await send(sales)

    expect(body.results[0]).toMatchObject({ updated: 0, deleted: 0, conflict_count: 1 })
    expect(body.results[0].skipped).toEqual([{ row: 2, column: 'dept', code: 'foreign_row' }])
    expect((await readAll()).slice(0, 3)).toMatchObject([{ yen: 100 }, { yen: 200 }, { yen: 300 }])
  })

  test('has the value of its part where the file lost the column, and the renamed column is still the same', async () => {
    const { call, table, fileOf, send, readAll } = await newSplit()
    await call('PATCH', `${table}/columns/dept`, { expected_version: null, new_name: 'unit' })
    const sales = edited(fileOf('Sales'), (sheet) => {
      setCell(sheet, 'A1', 'something else')
      setCell(sheet, 'C2', 101)
      utils.sheet_add_aoa(sheet, [['', 'new', 7]], { origin: 'A5' })
    })

    const { body } = await send(sales)

    expect(body.results[0]).toMatchObject({ inserted: 1, updated: 1, deleted: 0 })
    expect((await readAll()).at(-1)).toMatchObject({ unit: 'Sales', item: 'new', yen: 7 })
  })
})

test('tables without the column are left out and named, or go whole into every file and do not come back', async () => {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS, name: 'budget' })
  const { call, at, owner } = made
  await call('POST', `${at}/tables`, { name: 'accounts', columns: [{ name: 'account' }] })
  await call('POST', `${at}/tables/accounts/rows`, { expected_version: null, rows: [{ account: 'rent' }] })
  const split = (body: object) => exportFile(service.url(), owner, at, { split_by: 'dept', filename: '予算', ...body })

  const without = await split({})
  const beside = await split({ unsplit_tables: 'include' })

  expect(without.headers.get('x-svc-skipped-tables')).toBe('accounts')
  const file = (await filesIn(beside.bytes)).get('予算-Sales.xlsx') ?? Buffer.alloc(0)
  expect(openBook(file).SheetNames).toEqual(['budget', 'accounts'])
  expect(rowsIn(openBook(file), 'accounts')).toEqual([['account'], ['rent']])
  const back = edited(file, (sheet) => setCell(sheet, 'C2', 1))
  const { body } = await uploadTo(service.url(), owner.session, `${at}/sync`, { bytes: back, filename: 'x.xlsx' })
  expect(body.results).toMatchObject([{ sheet: 'budget', action: 'merged', updated: 1 }])
})

test('a part of a column that is hidden is no part: it is not made, not listed and not merged', async () => {
  const { owner, editor, hr, at } = await newStaff(service, [
    { name: 'Aiko', salary: 1, ssn: 'a' },
    { name: 'Ben', salary: 2, ssn: 'b' },
  ])
  const split = (who: typeof owner, column: string) => exportFile(service.url(), who, at, { split_by: column })
  const codeOf = ({ status, bytes }: { status: number; bytes: Buffer }) => [status, JSON.parse(bytes.toString()).code]

  const [masked, denied] = [await split(editor, 'ssn'), await split(editor, 'salary')]
  const sent = await split(hr, 'salary')

  expect([codeOf(masked), codeOf(denied)]).toEqual([
    [403, 'masked_column'],
    [422, 'unknown_column'],
  ])
  expect((await hr.call('GET', `${at}/branches`)).body.branches).toHaveLength(2)
  expect((await editor.call('GET', `${at}/branches`)).body.branches).toEqual([])
  const file = (await filesIn(sent.bytes)).get('staff-1.xlsx') ?? Buffer.alloc(0)
  const back = edited(file, (sheet) => setCell(sheet, 'A2', 'Akiko'))
  const refused = await uploadTo(service.url(), editor.session, `${at}/sync`, { bytes: back, filename: 'x.xlsx' })
  const merged = await uploadTo(service.url(), hr.session, `${at}/sync`, { bytes: back, filename: 'x.xlsx' })
  expect([refused.status, merged.status, merged.body.results?.[0]?.updated]).toEqual([404, 200, 1])
})

test('a split is refused with too many values, as csv, with a filter and to a caller who may only read', async () => {
  const rows = Array.from({ length: 501 }, (_, n) => ({ dept: `d${n}`, item: 'x', yen: n }))
  const { call, at, owner } = await newTable(service, { columns: COLUMNS, rows, name: 'budget' })
  const session = await service.newToken(owner, { scopes: ['workbooks:read'] })
  const codeOf = async (body: object) => {
    const { status, body: problem } = await call('POST', `${at}/export`, { split_by: 'dept', ...body })
    return [status, problem.code]
  }

  expect(await codeOf({})).toEqual([400, 'export_too_large'])
  expect(await codeOf({ format: 'csv' })).toEqual([422, 'validation_error'])
  expect(await codeOf({ tables: ['budget'], columns: ['dept'] })).toEqual([422, 'validation_error'])
  expect(await codeOf({ split_by: 'nope' })).toEqual([422, 'unknown_column'])
  expect((await exportFile(service.url(), { session }, at, { split_by: 'item' })).status).toBe(403)
})
