import { expect, test } from 'vitest'
import { newStaff } from '../../../test/new-staff.ts'
import { startService } from '../../../test/service.ts'
import { uploadTo } from '../../../test/upload.ts'

const service = startService()

const CSV = [
  'code,region,amount',
  'A-1,north,120',
  'A-2,north,340',
  'A-3,south,275',
  'A-4,south,5',
  'A-5,north,60',
  '',
].join('\n')

async function newSales() {
  const { id, owner } = await service.newWorkbook()
  const at = `/api/v1/workbooks/${id}`
  await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes: CSV, filename: 'sales.csv' })
  const { body } = await owner.call('GET', `${at}/tables`)
  const table: string = body.tables[0].name
  return { call: owner.call, at, table, tableAt: `${at}/tables/${table}` }
}

const cellsOf = (row: { values: { column: string; cell: { cell: string; edited: boolean | null } | null }[] }) =>
  Object.fromEntries(row.values.map(({ column, cell }) => [column, cell && `${cell.cell} ${cell.edited}`]))

test('each value of a row is cited with its file, sheet and cell', async () => {
  const { call, tableAt } = await newSales()

  const { status, body } = await call('POST', `${tableAt}/citations`, { row_ids: [2] })

  expect(status).toBe(200)
  expect(cellsOf(body.rows[0])).toEqual({ code: 'A3 false', region: 'B3 false', amount: 'C3 false' })
  expect(body.rows[0].values[0].cell).toMatchObject({ source: 'sales.csv', revision: 1, sheet: 'sales' })
  expect(body.made_from).toEqual([
    { table: body.name, source: 'sales.csv', revision: 1, sheet: 'sales', ranges: ['A2:C6'] },
  ])
})

test('rows together are cited as ranges, by ids, by a filter, or whole', async () => {
  const { call, tableAt } = await newSales()

  const north = { column: 'region', op: '=', value: 'north' }
  const { body } = await call('POST', `${tableAt}/citations`, {
    columns: ['amount'],
    sets: [{ row_ids: [1, 2, 3] }, { filter: north }, {}],
  })

  const ranges = body.sets.map(({ columns }: { columns: { ranges: { range: string }[] }[] }) =>
    columns.flatMap((column) => column.ranges.map(({ range }) => range)),
  )
  expect(ranges).toEqual([['C2:C4'], ['C2:C3', 'C6'], ['C2:C6']])
  expect(body.sets[1]).toMatchObject({ rows: 3, cited_rows: 3, columns: [{ cells: 3, edited: 0, cut: false }] })
})

test('a value that was edited says so, and one that was put back is as it was read', async () => {
  const { call, tableAt } = await newSales()
  const write = (amount: number) =>
    call('POST', `${tableAt}/rows`, { rows: [{ __svc_row_id: 2, amount }], expected_version: null })

  await write(999)
  const edited = await call('POST', `${tableAt}/citations`, { row_ids: [2], sets: [{ columns: ['amount'] }] })
  await write(340)
  const back = await call('POST', `${tableAt}/citations`, { row_ids: [2] })

  expect(cellsOf(edited.body.rows[0])).toMatchObject({ code: 'A3 false', amount: 'C3 true' })
  expect(edited.body.sets[0].columns[0]).toMatchObject({ cells: 4, edited: 1 })
  expect(cellsOf(back.body.rows[0]).amount).toBe('C3 false')
})

test('rows that came from no file, and columns that were added, have no cell', async () => {
  const { call, tableAt } = await newSales()
  await call('POST', `${tableAt}/columns`, { column: 'note', type: 'VARCHAR', expected_version: null })
  const { body: written } = await call('POST', `${tableAt}/rows`, { rows: [{ code: 'B' }], expected_version: null })

  const { body } = await call('POST', `${tableAt}/citations`, { row_ids: [1, ...written.row_ids] })

  expect(cellsOf(body.rows[0])).toMatchObject({ code: 'A2 false', note: null })
  expect(cellsOf(body.rows[1])).toMatchObject({ code: null, note: null })
})

test('an answer of SQL is cited row by row, a sum by the cells it was made from', async () => {
  const { call, at, table } = await newSales()

  const sql = `SELECT region, sum(amount) AS total FROM "${table}" WHERE amount > ? GROUP BY region ORDER BY region`
  const { status, body } = await call('POST', `${at}/query/citations`, { sql, params: [10] })

  expect(status).toBe(200)
  expect(body.not_cited).toBeNull()
  expect(body.rows.map(({ values }: { values: unknown[] }) => values)).toEqual([
    ['north', 520],
    ['south', 275],
  ])
  expect(body.rows[0]).toMatchObject({ rows: 3, cited_rows: 3 })
  expect(body.rows[0].columns).toMatchObject([
    { name: 'region', holds: true, from: [{ column: 'region', cells: 3 }] },
    { name: 'total', holds: false, from: [{ column: 'amount', ranges: [{ range: 'C2:C3' }, { range: 'C6' }] }] },
  ])
  expect(body.rows[1].columns[1].from[0].ranges).toMatchObject([{ range: 'C4' }])
})

test('plain rows of SQL are cited with the cells that hold them, computed ones with those they were made from', async () => {
  const { call, at, table } = await newSales()

  const sql = `SELECT code, amount * 2 AS twice, amount FROM "${table}" ORDER BY amount DESC LIMIT 1`
  const { body } = await call('POST', `${at}/query/citations`, { sql })

  const seen = body.rows[0].columns.map((column: { holds: boolean; from: { ranges: { range: string }[] }[] }) => [
    column.holds,
    ...column.from.flatMap(({ ranges }) => ranges.map(({ range }) => range)),
  ])
  expect(seen).toEqual([
    [true, 'A3'],
    [false, 'C3'],
    [true, 'C3'],
  ])
})

test('a statement whose rows cannot be cited says why, and names the parts of files behind it', async () => {
  const { call, at, table } = await newSales()
  const not = async (sql: string) => (await call('POST', `${at}/query/citations`, { sql })).body

  expect((await not(`SELECT DISTINCT region FROM "${table}"`)).not_cited).toBe('distinct')
  expect((await not(`SELECT a.code FROM "${table}" a JOIN "${table}" b USING (code)`)).not_cited).toBe('join')
  expect((await not(`SELECT code FROM (SELECT * FROM "${table}")`)).not_cited).toBe('subquery')
  expect((await not(`SELECT code FROM "${table}" UNION SELECT 'x'`)).not_cited).toBe('set_operation')
  const windowed = await not(`SELECT sum(amount) OVER () FROM "${table}"`)
  expect(windowed).toMatchObject({ not_cited: 'window', made_from: [{ source: 'sales.csv', ranges: ['A2:C6'] }] })
  expect(windowed.rows).toHaveLength(5)
})

test('a derived table is cited by the files of the tables it was made from', async () => {
  const { call, at, table } = await newSales()
  const code = 'SELECT region, sum(amount) AS total FROM {{ sales }} GROUP BY region'
  const made = await call('POST', `${at}/transforms`, { name: 'totals', code, args: { sales: table } })
  expect(made.status).toBeLessThan(300)

  const { body } = await call('POST', `${at}/tables/totals/citations`, { sets: [{}] })
  const asked = await call('POST', `${at}/query/citations`, { sql: 'SELECT * FROM totals' })

  expect(body.derived).toBe(true)
  expect(body.made_from).toMatchObject([{ table, source: 'sales.csv', ranges: ['A2:C6'] }])
  expect(asked.body.not_cited).toBe('derived')
})

test('nothing is cited of a column that the caller may not see', async () => {
  const { owner, editor, at } = await newStaff(service)
  const bytes = 'name,salary,ssn,city\nMori,500,1-2-3,Kyoto\nAbe,400,4-5-6,Nara\n'
  await uploadTo(service.url(), owner.session, `${at}/sources`, { bytes, filename: 'pay.csv' })
  const { body: listed } = await owner.call('GET', `${at}/tables`)
  const table = listed.tables.find(({ name }: { name: string }) => name !== 'staff').name
  for (const [column, tag] of [['salary', 'pay'], ['ssn', 'pii']]) // biome-ignore format: pairs
    await owner.call('POST', `${at}/artifacts/${table}/columns/${column}/tags`, { tag })

  const { body } = await editor.call('POST', `${at}/tables/${table}/citations`, { row_ids: [1], sets: [{}] })
  const denied = await editor.call('POST', `${at}/tables/${table}/citations`, { row_ids: [1], columns: ['salary'] })
  const asked = await editor.call('POST', `${at}/query/citations`, { sql: `SELECT name, ssn FROM "${table}"` })

  expect(cellsOf(body.rows[0])).toEqual({ name: 'A2 false', ssn: null, city: 'D2 false' })
  expect(body.made_from[0].ranges).toEqual(['A2:A3', 'D2:D3'])
  expect(denied).toMatchObject({ status: 422, body: { code: 'unknown_column' } })
  expect(asked.body.rows[0].columns).toMatchObject([
    { name: 'name', from: [{ cells: 1 }] },
    { name: 'ssn', from: [{ cells: 0, elsewhere: 1 }] },
  ])
})
