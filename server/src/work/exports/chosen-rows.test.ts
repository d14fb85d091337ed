import { describe, expect, test } from 'vitest'
import { type Exported, exportFile, namesIn, openBook, rowsIn } from '../../../test/export-file.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { rowsInParquet } from '../../../test/rows-in-parquet.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const newTable = async (columns: readonly object[], rows: readonly object[]) => {
  const made = await newTableIn(service, { columns, rows, name: '売上' })
  const take = (body: object = {}): Promise<Exported> => exportFile(service.url(), made.owner, made.at, body)
  return { ...made, take }
}

describe('rows and columns that were asked for', () => {
  const columns = [{ name: 'dept' }, { name: 'n', type: 'INTEGER' }, { name: 'j', type: 'JSON' }]
  const rows = [
    { dept: 'b', n: 2, j: { a: 1 } },
    { dept: 'a', n: 1 },
    { dept: 'b', n: 9, j: [1] },
    { dept: null, n: 5 },
  ]
  const asked = {
    tables: ['売上'],
    filter: { column: 'dept', op: '=', value: 'b' },
    order_by: [{ column: 'n', direction: 'desc' }],
    columns: ['n', 'dept'],
  }

  test('go out as xlsx, csv and Parquet, and nothing else does', async () => {
    const { take } = await newTable(columns, rows)

    const xlsx = await take(asked)
    const csv = await take({ ...asked, format: 'csv', csv: { encoding: 'utf-8' } })
    const parquet = await take({ ...asked, format: 'parquet' })

    expect(rowsIn(openBook(xlsx.bytes))).toEqual([
      ['n', 'dept'],
      [9, 'b'],
      [2, 'b'],
    ])
    expect(csv.bytes.toString()).toBe('n,dept\r\n9,b\r\n2,b\r\n')
    expect(parquet.headers.get('content-type')).toBe('application/vnd.apache.parquet')
    expect(parquet.headers.get('content-disposition')).toContain('.parquet')
    expect(await rowsInParquet(parquet.bytes)).toEqual([
      { n: 9, dept: 'b' },
      { n: 2, dept: 'b' },
    ])
  })

  test('an order alone sorts all rows, empty cells last, JSON as its text', async () => {
    const { take } = await newTable(columns, rows)

    const csv = await take({
      tables: ['売上'],
      order_by: [{ column: 'dept' }],
      format: 'csv',
      csv: { encoding: 'utf-8' },
    })

    expect(csv.bytes.toString().split('\r\n').slice(0, 5)).toEqual([
      'dept,n,j', 'a,1,', 'b,2,"{""a"":1}"', 'b,9,[1]', ',5,',
    ]) // biome-ignore format: a list
  })

  test('need one table, whole tables where they are to come back, and names that are there', async () => {
    const { call, at } = await newTable(columns, rows)
    const send = async (body: object) => {
      const { status, body: problem } = await call('POST', `${at}/export`, { ...asked, ...body })
      return [status, (problem as { code: string }).code]
    }

    expect(await send({ tables: null })).toEqual([422, 'validation_error'])
    expect(await send({ record_branch: true })).toEqual([422, 'validation_error'])
    expect(await send({ formula_mode: 'preserve' })).toEqual([400, 'formula_mode_refused'])
    expect(await send({ columns: ['nope'] })).toEqual([422, 'unknown_column'])
    expect(await send({ filter: { column: 'n', op: '>', value: 'x' } })).toEqual([400, 'uncastable_value'])
    expect(await send({ filter: { column: 'n', op: 'like', value: 1 } })).toEqual([422, 'validation_error'])
  })
})

test('a Parquet file has every type as DuckDB has it; several tables come as a zip file', async () => {
  const columns = [
    { name: '名前' }, { name: 'i', type: 'INTEGER' }, { name: 'b', type: 'BIGINT' }, { name: 'm', type: 'DECIMAL(20,2)' },
    { name: 'yes', type: 'BOOLEAN' }, { name: 'day', type: 'DATE' }, { name: 'j', type: 'JSON' },
  ] // biome-ignore format: a list
  const full = { 名前: '007', i: -5, b: '9007199254740993', m: '123.40', yes: true, day: '2024-02-29', j: { a: 1 } }
  const { call, at, take } = await newTable(columns, [full])
  await call('POST', `${at}/tables`, { name: 'empty', columns: [{ name: 'a' }] })

  const one = await take({ tables: ['売上'], format: 'parquet', include_row_ids: true })
  const all = await take({ format: 'parquet' })

  const [row] = await rowsInParquet(one.bytes)
  expect(row).toEqual({ ...full, j: '{"a":1}', __svc_row_id: '1' })
  expect(all.headers.get('content-type')).toBe('application/zip')
  expect(namesIn(all.bytes)).toEqual(['empty.parquet', '売上.parquet'])
})

test('what a caller may not see is in no Parquet file', async () => {
  const { call, at, owner, table } = await newTableIn(service, {
    columns: [{ name: 'who' }, { name: 'pay', type: 'INTEGER' }, { name: 'secret' }],
    rows: [{ who: 'a', pay: 41, secret: 'x' }],
  })
  await call('POST', `${table}/columns/pay/tags`, { tag: 'money' })
  await call('POST', `${table}/columns/secret/tags`, { tag: 'hidden' })
  await call('PUT', `${at}/policies/money`, { effect: 'mask' })
  await call('PUT', `${at}/policies/hidden`, { effect: 'deny' })

  const { bytes, headers } = await exportFile(service.url(), owner, at, { format: 'parquet' })

  expect(await rowsInParquet(bytes)).toEqual([{ who: 'a', pay: null }])
  expect(headers.get('x-svc-masked-columns')).toBe('sales.pay')
})
