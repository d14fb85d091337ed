import { describe, expect, test } from 'vitest'
import { newTable } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { reviewInBackground } from './review.job.ts'

const service = startService({ workers: 1, jobHandlers: { review: reviewInBackground } })

type Row = Record<string, unknown>
type Finding = {
  check: string
  column: string | null
  count: number
  row_ids: number[]
  evidence: { sql: string; sample: Row[] }
  table: string
  severity: string
}

/** Thirty clean rows, changed here and there. */
const orders = (change: (row: Row, n: number) => Row = (row) => row) =>
  Array.from({ length: 30 }, (_, n) =>
    change(
      {
        order_id: `A-${100 + n}`,
        placed: `2026-0${1 + (n % 9)}-1${n % 10}`,
        city: ['Osaka', 'Kyoto', 'Kobe'][n % 3],
        quantity: 1 + (n % 7),
        price: 100 + 7 * n,
        amount: (1 + (n % 7)) * (100 + 7 * n),
        remarks: n % 2 === 0 ? `call ${n}` : 'none',
      },
      n,
    ),
  )

const COLUMNS = [
  { name: 'order_id' },
  { name: 'placed', type: 'DATE' },
  { name: 'city' },
  { name: 'quantity', type: 'INTEGER' },
  { name: 'price', type: 'INTEGER' },
  { name: 'amount', type: 'INTEGER' },
  { name: 'remarks' },
]

const reviewed = async (rows: Row[], columns: readonly object[] = COLUMNS) => {
  const made = await newTable(service, { name: 'orders', columns, rows })
  const review = async (body: object = {}) => (await made.call('POST', `${made.at}/review`, body)).body
  return { ...made, review }
}

const textColumn = (name: string, values: unknown[]) => ({
  columns: [{ name: 'n', type: 'INTEGER' }, { name }],
  rows: values.map((value, n) => ({ n: n * n, [name]: value })),
})

const numberColumn = (name: string, values: unknown[]) => ({
  columns: [{ name: 'word' }, { name, type: 'DOUBLE' }],
  rows: values.map((value, n) => ({ word: `w${n}`, [name]: value })),
})

const isOne = (n: number, value: unknown, other: unknown) => (n === 4 ? value : other)

describe('a review', () => {
  test('of clean tables finds nothing and says what it looked at', async () => {
    const { review } = await reviewed(orders())

    expect(await review()).toMatchObject({
      findings: [],
      coverage: { tables_checked: ['orders'], tables_skipped: [], rows_checked: 30, complete: true },
      judge: 'off',
      mode: 'lint',
    })
  })

  const days = (form: (d: number) => string) => Array.from({ length: 12 }, (_, d) => form(1 + d))
  const texts = (odd: unknown, usual: (n: number) => unknown) =>
    Array.from({ length: 20 }, (_, n) => isOne(n, odd, usual(n)))
  test.each([
    ['duplicate_key', 'order_id', orders((row, n) => ({ ...row, order_id: isOne(n, 'A-100', row.order_id) })), [1, 5]],
    ['duplicate_rows', null, [...orders(), ...orders().slice(0, 2)], [31, 32]],
    ['future_dates', 'placed', orders((row, n) => ({ ...row, placed: isOne(n, '2062-01-05', row.placed) })), [5]],
    ['case_variants', 'city', orders((row, n) => ({ ...row, city: isOne(n, 'ＯＳＡＫＡ', row.city) })), [1, 5]],
    ['whitespace', 'city', orders((row, n) => ({ ...row, city: isOne(n, 'Kyoto　', row.city) })), [5]],
    ['total_mismatch', 'amount', orders((row, n) => ({ ...row, amount: isOne(n, 12, row.amount) })), [5]],
    [
      'constant_column',
      'city',
      orders((row) => ({ ...row, city: 'Osaka' })),
      Array.from({ length: 20 }, (_, n) => n + 1),
    ],
    [
      'null_rate',
      'city',
      orders((row, n) => ({ ...row, city: n < 20 ? null : row.city })),
      Array.from({ length: 20 }, (_, n) => n + 1),
    ],
    [
      'outliers',
      'size',
      numberColumn(
        'size',
        texts(128_000, (n) => 100 + 7 * n),
      ),
      [5],
    ],
    ['formula_error_values', 'city', orders((row, n) => ({ ...row, city: isOne(n, '#REF!', row.city) })), [5]],
    [
      'mixed_types',
      'size',
      textColumn(
        'size',
        texts('未定', (n) => `${n * 10}`),
      ),
      [5],
    ],
    [
      'numeric_as_text',
      'size',
      textColumn(
        'size',
        texts('1,200', (n) => `${n * 10 + 1}`),
      ),
      Array.from({ length: 20 }, (_, n) => n + 1),
    ],
    [
      'leading_zero_risk',
      'zip',
      textColumn(
        'zip',
        texts('0600000', (n) => `1${100_000 + n}`),
      ),
      [5],
    ],
    [
      'ambiguous_dates',
      'day',
      textColumn(
        'day',
        days((d) => `${d}/3/2024`),
      ),
      Array.from({ length: 12 }, (_, n) => n + 1),
    ],
  ])('finds %s, shows it by rows, and its SQL shows the same', async (check, column, faulty, rowIds) => {
    const { rows, columns } = Array.isArray(faulty) ? { rows: faulty, columns: COLUMNS } : faulty
    const { review, call, at } = await reviewed(rows, columns)

    const { findings } = await review()

    const [finding] = (findings as Finding[]).filter((each) => each.check === check)
    expect(finding).toMatchObject({ check, column, table: 'orders' })
    expect(finding?.row_ids).toEqual(rowIds)
    const { body } = await call('POST', `${at}/query`, { sql: finding?.evidence.sql })
    expect(body.row_count).toBe(finding?.count)
    expect(body.rows.slice(0, 20).map((row: Row) => row.__svc_row_id)).toEqual(finding?.row_ids)
    expect((findings as Finding[]).map((each) => each.check)).toEqual([check])
  })

  test('follows references into other tables, and takes none for a key', async () => {
    const { call, at, review } = await reviewed(
      orders((row, n) => ({ ...row, order_id: `B-${n}`, customer_id: `C-${n % 11}` })),
      [...COLUMNS, { name: 'customer_id' }],
    )
    await call('POST', `${at}/tables`, { name: 'customers', columns: [{ name: 'customer_id' }, { name: 'name' }] })
    await call('POST', `${at}/tables/customers/rows`, {
      expected_version: null,
      rows: Array.from({ length: 10 }, (_, n) => ({ customer_id: `C-${n}`, name: `Customer ${n}` })),
    })

    const { findings } = await review()

    expect(findings).toMatchObject([
      { check: 'orphan_reference', table: 'orders', column: 'customer_id', row_ids: [11, 22] },
    ])
  })

  test('reports a stale table, and looks only at what it is asked for', async () => {
    const { call, at, write, review } = await reviewed(
      orders((row, n) => ({ ...row, city: isOne(n, 'Kobe ', row.city) })),
    )
    await call('POST', `${at}/transforms`, {
      name: 'cities',
      code: 'select distinct city from {{ o }}',
      args: { o: 'orders' },
    })
    await write({ rows: [{ __svc_row_id: 1, city: 'Nara' }] })

    const whole = await review()
    const part = await review({ target: { tables: ['orders'] }, checks: ['whitespace'], max_findings: 1 })

    expect(whole.findings.map((each: Finding) => each.check)).toContain('stale_table')
    expect(part).toMatchObject({
      findings: [{ check: 'whitespace', column: 'city' }],
      coverage: { tables_checked: ['orders'], checks_run: ['whitespace'] },
    })
    expect((await call('POST', `${at}/review`, { target: { tables: ['none'] } })).status).toBe(404)
    expect((await call('POST', `${at}/review`, { checks: ['none'] })).status).toBe(422)
  })

  test('a name with every kind of sign is a name and nothing else', async () => {
    const name = `a"b'c; drop -- 表`
    const { call, at } = await newTable(service, {
      name,
      columns: [{ name: 'x"y' }, { name: 'n', type: 'INTEGER' }],
      rows: [{ 'x"y': ' padded ', n: 1 }],
    })

    const { body } = await call('POST', `${at}/review`, {})

    expect(body.findings).toMatchObject([{ check: 'whitespace', table: name, column: 'x"y', row_ids: [1] }])
  })

  test('of a governed workbook is refused', async () => {
    const { call, at } = await reviewed(orders())
    await call('POST', `${at}/artifacts/orders/columns/price/tags`, { tag: 'money' })
    await call('PUT', `${at}/policies/money`, { effect: 'mask' })

    expect(await call('POST', `${at}/review`, {})).toMatchObject({ status: 403, body: { code: 'governed_workbook' } })
    expect(await call('POST', `${at}/review`, { async: true })).toMatchObject({ status: 403 })
  })

  test('goes on as a job for a client that does not wait, with the same answer', async () => {
    const { call, at } = await reviewed(orders((row, n) => ({ ...row, city: isOne(n, 'Kobe ', row.city) })))

    const accepted = await call('POST', `${at}/review`, { async: true })

    expect(accepted).toMatchObject({ status: 202, body: { status: 'pending' } })
    await expect
      .poll(async () => (await call('GET', `/api/v1/jobs/${accepted.body.job_id}`)).body, { timeout: 60_000 })
      .toMatchObject({ status: 'succeeded', result: { findings: [{ check: 'whitespace' }], mode: 'lint' } })
  })
})
