import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { BookType } from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { LoaderWorld, workbook } from '../../../test/loader-world.ts'
import { quoteText } from '../values/type-rules.ts'
import { SOURCE_FILE } from './load-request.ts'

const world = await LoaderWorld.open()
const staged = world.staged.bind(world)
const opened = world.opened.bind(world)
afterAll(() => world.close())

test('a sheet lands as it is: a sure header names the columns, values keep their kind, gaps stay', async () => {
  const { table, rows } = await staged(
    workbook([
      ['id', 'name', 'amount', 'paid', 'on'],
      [1, '東京', 10.5, true, new Date(Date.UTC(2024, 0, 31))],
      [],
      [2, '007', -3, false, new Date(Date.UTC(1999, 11, 31))],
    ]),
  )

  expect(table.columns.map(({ name, type }) => [name, type])).toEqual([
    ['id', 'BIGINT'],
    ['name', 'VARCHAR'],
    ['amount', 'DOUBLE'],
    ['paid', 'BOOLEAN'],
    ['on', 'DATE'],
  ])
  expect(rows).toEqual([
    ['1', '東京', '10.5', 'true', '2024-01-31'],
    [null, null, null, null, null],
    ['2', '007', '-3', 'false', '1999-12-31'],
  ])
})

test('a first row that is not surely a header stays a row, and columns are named by their letters', async () => {
  const { table, rows } = await staged(workbook([[], [null, 'Sales 2024'], [], [null, 'east', 10], [null, 'west', 20]]))

  expect(table.columns.map(({ name }) => name)).toEqual(['B', 'C'])
  expect(rows).toEqual([
    ['Sales 2024', null],
    [null, null],
    ['east', '10'],
    ['west', '20'],
  ])
})

test('a column that turns into another kind after thousands of rows is text, and every value is what a person read', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, n) => [
    `row ${n}`,
    n / 4,
    new Date(Date.UTC(2024, 0, 1 + (n % 300))),
  ])
  const late = ['late', 'n/a', 'n/a', 'a column of its own']

  const { table, rows } = await staged(workbook([['key', 'value', 'day'], ...numbers, late]))

  expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'key VARCHAR',
    'value VARCHAR',
    'day VARCHAR',
    'D VARCHAR',
  ])
  expect(rows).toHaveLength(5_001)
  expect(rows[1]).toEqual(['row 1', '0.25', '2024-01-02', null])
  expect(rows[4_999]).toEqual(['row 4999', '1249.75', '2024-07-18', null])
  expect(rows[5_000]).toEqual(late)
  expect(table.report.warnings.map(({ code, column, count }) => [code, column, count])).toEqual([
    ['mixed_types', 'value', 1],
    ['mixed_types', 'day', 1],
  ])
})

test('texts of a csv become values only where all of them survive: ids, zeros and doubtful dates stay as they were', async () => {
  const text = [
    'no,zip,card,amount,day,when,doubt',
    '1,0600000,1234567890123456,10.50,2024/1/5,2024-01-05 10:30:00,1/2/2024',
    '2,1000001,6543210987654321,3.25,2024/12/31,2024-01-06 00:00:01,3/4/2024',
  ].join('\r\n')

  const { table, rows } = await staged(Buffer.from(text), 'orders.csv')

  expect(table.columns.map(({ type, format }) => [type, format])).toEqual([
    ['BIGINT', null],
    ['VARCHAR', null],
    ['VARCHAR', null],
    ['DECIMAL(18,2)', null],
    ['DATE', 'YYYY/M/D'],
    ['TIMESTAMP', null],
    ['VARCHAR', null],
  ])
  expect(rows).toEqual([
    ['1', '0600000', '1234567890123456', '10.50', '2024-01-05', '2024-01-05 10:30:00', '1/2/2024'],
    ['2', '1000001', '6543210987654321', '3.25', '2024-12-31', '2024-01-06 00:00:01', '3/4/2024'],
  ])
})

test('booleans, numbers and texts of one column stay apart as texts', async () => {
  const { table, rows } = await staged(
    workbook([
      ['x', 'y'],
      [true, 1],
      [false, true],
      [1, 'TRUE'],
      ['no', 0],
    ]),
  )

  expect(table.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR'])
  expect(rows).toEqual([
    ['TRUE', '1'],
    ['FALSE', 'TRUE'],
    ['1', 'TRUE'],
    ['no', '0'],
  ])
})

test.each<BookType>(['xls', 'xlsb', 'ods', 'xlsx'])(
  'the same sheet sent as %s gives the same table',
  async (bookType) => {
    const rows = [
      ['name', 'amount', 'paid', 'day'],
      ['東京', 10.5, true, new Date(Date.UTC(2024, 0, 31))],
      ['大阪', -3, false, new Date(Date.UTC(2024, 1, 29))],
    ]

    const found = await staged(workbook(rows, { bookType }), 'whatever.bin')

    expect(found.table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'name VARCHAR',
      'amount DOUBLE',
      'paid BOOLEAN',
      'day DATE',
    ])
    expect(found.rows).toEqual([
      ['東京', '10.5', 'true', '2024-01-31'],
      ['大阪', '-3', 'false', '2024-02-29'],
    ])
  },
)

test('a staged table is written as segments in the order of the sheet, its columns under the ids they are given', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => [`k${n}`, n * 2])

  const written = await opened(workbook([['key', 'twice'], ...rows]), 'file.xlsx', async (loader) => {
    await loader.ask({ kind: 'stage-sheets' })
    const columns = [
      { id: 7, from: 1 },
      { id: 3, from: 0 },
    ]
    const limits = { rows: 2_000, bytes: 64 * 1024 * 1024 }
    const segments = await loader.ask({ kind: 'write', table: 0, columns, idsAfter: 100, limits })
    return { segments, content: await readParquet(segments.map(({ file }) => join(loader.folder, file))) }
  })

  expect(written.segments.map(({ rowLo, rowHi, rows: count }) => [rowLo, rowHi, count])).toEqual([
    [101, 1600, 1500],
    [1601, 3100, 1500],
  ])
  expect(written.content).toHaveLength(3_000)
  expect(written.content[0]).toEqual([101n, 0n, 'k0'])
  expect(written.content[2_999]).toEqual([3100n, 5998n, 'k2999'])
})

test('the lines of a staged table hold its rows as canonical texts', async () => {
  const lines = await opened(Buffer.from('a,b\n1,x\n2,\n'), 'two.csv', async (loader) => {
    await loader.ask({ kind: 'stage-sheets' })
    const file = await loader.ask({ kind: 'lines', table: 0, columns: [1, 0] })
    return readFile(join(loader.folder, file), 'utf8')
  })

  expect(lines).toBe('["x","1"]\n[null,"2"]\n')
})

test('a preview shows cells as they are, with formulas, formats and merged areas', async () => {
  const bytes = workbook(
    [
      ['a', 'b'],
      [1, 2],
    ],
    {
      change: (sheet) => {
        sheet.C2 = { t: 'n', v: 3, f: 'A2+$B$2*SUM(A2:B2)' }
        sheet.D2 = { t: 'n', v: 45_000, z: 'yyyy-mm-dd' }
        sheet['!ref'] = 'A1:D2'
        sheet['!merges'] = [{ s: { r: 0, c: 1 }, e: { r: 0, c: 2 } }]
      },
    },
  )

  const preview = await opened(bytes, 'file.xlsx', (loader) =>
    loader.ask({ kind: 'preview', sheet: null, range: 'B1:D2' }),
  )

  const nothing = { v: null, t: null, f: null, z: null }
  expect(preview).toMatchObject({ sheet: 'Sheet1', range: 'B1:D2', merges: ['B1:C1'] })
  expect(preview.cells).toEqual([
    [{ v: 'b', t: 's', f: null, z: null }, nothing, nothing],
    [
      { v: 2, t: 'n', f: null, z: null },
      { v: 3, t: 'n', f: 'A2+$B$2*SUM(A2:B2)', z: null },
      { v: 45_000, t: 'd', f: null, z: 'yyyy-mm-dd' },
    ],
  ])
})

test.each([
  ['nothing', Buffer.alloc(0), 'unsupported'],
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'unsupported'],
  ['a web page called a workbook', Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'unsupported'],
  ['a workbook cut in half', workbook([['a'], [1]]).subarray(0, 3_000), 'unsupported'],
  ['a workbook with a password', compoundWith('EncryptedPackage'), 'encrypted'],
])('%s is refused in words', async (_, bytes, problem) => {
  const refusal = await staged(bytes, 'file.xlsx').catch((error: unknown) => error)

  expect(refusal).toMatchObject({ problem })
})

test('a file that takes too long or too much memory is refused, and leaves neither a process nor a file behind', async () => {
  const slow = world.newLoad({ deadlineMs: 1, deadlinePerMegabyteMs: 0 })
  const rows = Array.from({ length: 5_000 }, (_, n) => [`k${n}`, n])

  const late = await opened(workbook(rows), 'late.xlsx', (loader) => loader.ask({ kind: 'stage-sheets' }), slow).catch(
    (error: unknown) => error,
  )

  expect(late).toMatchObject({ problem: 'too_slow' })
  await slow.close()
  // Loaders of files before this one may still be on their way out.
  const left = async () =>
    (await readdir(world.folder, { recursive: true })).filter((name) => name.endsWith(SOURCE_FILE))
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
})

test('a loader that dies does not disturb the next file', async () => {
  const died = await opened(workbook([['a'], [1]]), 'file.xlsx', async (loader) => {
    const asked = loader.ask({ kind: 'first-rows', table: 9, limit: 1 })
    return asked
  }).catch((error: unknown) => error)

  const next = await staged(
    workbook([
      ['a', 'b'],
      [1, 2],
    ]),
  )

  expect(died).toMatchObject({ problem: 'corrupt' })
  expect(next.rows).toEqual([['1', '2']])
})

/** As much of an older Office file as tells what is in it. */
function compoundWith(stream: string): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')])
}

async function readParquet(paths: readonly string[]): Promise<unknown[][]> {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  const files = paths.map(quoteText).join(', ')
  const result = await duckdb.runAndReadAll(`SELECT * FROM read_parquet([${files}]) ORDER BY __svc_row_id`)
  return result.getRows()
}
