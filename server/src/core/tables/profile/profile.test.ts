import { expect, test } from 'vitest'
import { newTable as newTableIn } from '../../../../test/new-table.ts'
import { startService } from '../../../../test/service.ts'

const service = startService()

type Rows = readonly Record<string, unknown>[]
const profiled = async (columns: object[], rows: Rows) => {
  const made = await newTableIn(service, { columns, rows })
  const profile = async (query = '') => (await made.call('GET', `${made.table}/profile?${query}`)).body
  return { ...made, profile }
}

test('a number has counts, extremes, mean, deviation and quantiles', async () => {
  const amounts = [1, 2, 3, 4, 4, null]
  const { profile } = await profiled(
    [{ name: 'n', type: 'INTEGER' }],
    amounts.map((n) => ({ n })),
  )

  const body = await profile()

  expect(body).toMatchObject({ name: 'sales', edit_version: 2, row_count: 6, sampled: false })
  expect(body.columns).toEqual([
    {
      name: 'n',
      type: 'INTEGER',
      masked: false,
      null_count: 1,
      null_ratio: 1 / 6,
      distinct_count: 4,
      distinct_exact: true,
      min: 1,
      max: 4,
      mean: 2.8,
      stddev: expect.closeTo(1.30384, 5),
      quantiles: { p25: 2, p50: 3, p75: 4 },
      histogram: [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2],
      top_values: [
        { value: 4, count: 2 },
        { value: 1, count: 1 },
        { value: 2, count: 1 },
        { value: 3, count: 1 },
      ],
      min_length: null,
      max_length: null,
      leading_zero_count: null,
      patterns: [],
    },
  ])
})

test('a text has lengths, patterns, and the zeros it would lose as a number', async () => {
  const zips = ['0600000', '1000001', '060-0000', 'Ａb1', '東京 7', '0', '']
  const { profile } = await profiled(
    [{ name: 'zip' }],
    zips.map((zip) => ({ zip })),
  )

  const [column] = (await profile()).columns

  expect(column).toMatchObject({
    min: '',
    max: 'Ａb1',
    mean: null,
    quantiles: null,
    distinct_count: 7,
    min_length: 0,
    max_length: 8,
    leading_zero_count: 1,
  })
  expect(column.patterns).toEqual([
    { pattern: '9999999', count: 2 },
    { pattern: '', count: 1 },
    { pattern: '9', count: 1 },
    { pattern: '999-9999', count: 1 },
    { pattern: 'Aa9', count: 1 },
  ])
})

test('values are written as rows write them, for every type', async () => {
  const types = [
    'BIGINT',
    'DOUBLE',
    'DECIMAL(10,2)',
    'BOOLEAN',
    'DATE',
    'TIME',
    'TIMESTAMP',
    'TIMESTAMPTZ',
    'UUID',
    'JSON',
  ]
  const row = {
    BIGINT: '9007199254740993',
    DOUBLE: 1e300,
    'DECIMAL(10,2)': '-0.50',
    BOOLEAN: true,
    DATE: '0001-02-03',
    TIME: '23:59:59.5',
    TIMESTAMP: '2026-01-02T03:04:05.6',
    TIMESTAMPTZ: '2026-01-02T03:04:05Z',
    UUID: '00000000-0000-0000-0000-00000000000a',
    JSON: { a: [1.5, null] },
  }
  const { profile, readAll } = await profiled(
    types.map((type) => ({ name: type, type })),
    [row],
  )

  const body = await profile()

  const [read] = await readAll()
  for (const { name, type, min, max, top_values, quantiles } of body.columns) {
    expect({ type, top_values }).toEqual({ type, top_values: [{ value: read[name], count: 1 }] })
    const isOrdered = type !== 'JSON'
    expect({ type, min, max }).toEqual({ type, min: isOrdered ? read[name] : null, max: isOrdered ? read[name] : null })
    if (!['BOOLEAN', 'UUID', 'JSON'].includes(type)) expect(quantiles.p50).toEqual(read[name])
  }
})

test('an empty table, nothing but nulls, and numbers too large to square have profiles', async () => {
  const empty = await profiled([{ name: 'n', type: 'DOUBLE' }, { name: 't' }], [])
  const odd = await profiled([{ name: 'n', type: 'DOUBLE' }, { name: 't' }], [{ n: 1.7e308 }, { n: -1.7e308 }])

  expect((await empty.profile()).columns).toMatchObject([
    { null_count: 0, null_ratio: 0, distinct_count: 0, min: null, mean: null, quantiles: null, top_values: [] },
    { min_length: null, leading_zero_count: 0, patterns: [] },
  ])
  expect((await odd.profile()).columns).toMatchObject([
    { min: -1.7e308, max: 1.7e308, mean: null, stddev: null },
    { null_count: 2, null_ratio: 1, distinct_count: 0, min: null },
  ])
})

test('columns are chosen by name, an old version is asked by its label, and edits are seen at once', async () => {
  const { call, at, table, write, profile } = await profiled([{ name: 'a' }, { name: 'b' }], [{ a: 'x', b: 'y' }])
  await call('POST', `${at}/versions`, { label: 'then' })
  await write({ rows: [{ a: 'z' }] })

  expect((await profile('columns=a')).columns).toMatchObject([{ name: 'a', distinct_count: 2, max: 'z' }])
  expect(await profile('as_of=version:then&columns=a')).toMatchObject({ row_count: 1, columns: [{ max: 'x' }] })
  expect(await call('GET', `${table}/profile?columns=none`)).toMatchObject({
    status: 400,
    body: { code: 'unknown_column' },
  })
  expect((await call('GET', `${table.replace('/tables/', '/artifacts/')}/profile`)).status).toBe(200)
})
