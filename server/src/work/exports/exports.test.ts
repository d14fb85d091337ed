import { read } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { type Exported, exportFile, namesIn, openBook, rowsIn } from '../../../test/export-file.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const EVERY_TYPE = [
  { name: '名前', type: 'VARCHAR' },
  { name: 'i', type: 'INTEGER' },
  { name: 'b', type: 'BIGINT' },
  { name: 'd', type: 'DOUBLE' },
  { name: 'm', type: 'DECIMAL(20,2)' },
  { name: 'yes', type: 'BOOLEAN' },
  { name: 'day', type: 'DATE' },
  { name: 'clock', type: 'TIME' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'utc', type: 'TIMESTAMPTZ' },
  { name: 'u', type: 'UUID' },
  { name: 'j', type: 'JSON' },
]

const FULL_ROW = {
  名前: '007',
  i: -5,
  b: '9007199254740993',
  d: 0.1,
  m: '123.40',
  yes: true,
  day: '2024-02-29',
  clock: '12:00:00',
  at: '1999-12-31T18:00:00',
  utc: '2024-01-05T09:30:00+09:00',
  u: '123e4567-e89b-12d3-a456-426614174000',
  j: { a: [1, '二'] },
}

const newTable = async (columns: readonly object[] = EVERY_TYPE, rows: readonly object[] = [FULL_ROW]) => {
  const made = await newTableIn(service, { columns, rows, name: '売上' })
  const take = (body: object = {}): Promise<Exported> => exportFile(service.url(), made.owner, made.at, body)
  return { ...made, take }
}

describe('an xlsx file', () => {
  test('has a sheet for each active table, with every value as the kind of cell it is', async () => {
    const { call, at, take } = await newTable()
    await call('POST', `${at}/tables`, { name: 'empty', columns: [{ name: 'a' }] })

    const { status, headers, bytes } = await take()

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const book = openBook(bytes)
    expect(book.SheetNames).toEqual(['empty', '売上'])
    expect(rowsIn(book, 'empty')).toEqual([['a']])
    expect(rowsIn(book, '売上')).toEqual([
      EVERY_TYPE.map(({ name }) => name),
      [
        '007', -5, '9007199254740993', 0.1, 123.4, true, new Date('2024-02-29T00:00:00Z'), new Date('1899-12-31T12:00:00Z'), new Date('1999-12-31T18:00:00Z'), '2024-01-05T00:30:00Z',
        '123e4567-e89b-12d3-a456-426614174000', '{"a":[1,"二"]}',
      ], // biome-ignore format: a list
    ])
    const formats = ['A2', 'B2', 'E2', 'G2', 'H2', 'I2'].map((cell) => book.Sheets.売上?.[cell]?.z)
    expect(formats).toEqual(['@', '0', '#,##0.00', 'yyyy-mm-dd', 'hh:mm:ss', 'yyyy-mm-dd hh:mm:ss'])
  })

  test('says which versions it has, and names itself after its table', async () => {
    const { take, write } = await newTable()
    await write({ rows: [{ i: 1 }] })

    const { headers } = await take({ tables: ['売上'] })

    const name = encodeURIComponent('売上')
    expect(headers.get('x-svc-edit-versions')).toBe(`${name}=3`)
    expect(headers.get('x-svc-preserved-formulas')).toBe('0')
    expect(headers.get('x-svc-masked-columns')).toBe('')
    expect(headers.get('x-svc-branch-id')).toBeNull()
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}.xlsx`)
  })

  test('has its row ids in a hidden last column only when they are asked for', async () => {
    const { take } = await newTable([{ name: 'a' }], [{ a: 'x' }, { a: 'y' }])

    const plain = openBook((await take()).bytes)
    const withIds = openBook((await take({ include_row_ids: true })).bytes)

    expect(rowsIn(plain)).toEqual([['a'], ['x'], ['y']])
    expect(rowsIn(withIds)).toEqual([
      ['a', '__svc_row_id'],
      ['x', 1],
      ['y', 2],
    ])
    expect(withIds.Sheets.売上?.['!cols']?.[1]?.hidden).toBe(true)
  })

  test('shows what was annotated: styles of tables, columns, rows, ranges and cells, the smaller one winning', async () => {
    const { call, table, take } = await newTable(
      [{ name: 'a' }, { name: 'n', type: 'INTEGER' }],
      [
        { a: 'x', n: 1 },
        { a: 'y', n: 2 },
      ],
    )
    const annotations = [
      { target: { kind: 'column', column: 'n' }, style: { number_format: '#,##0"円"' } },
      { target: { kind: 'row', row_id: 2 }, style: { background_color: '#FFF2CC' } },
      { target: { kind: 'cell', row_id: 2, column: 'n' }, style: { background_color: '#C00000' } },
    ]
    await call('POST', `${table}/annotations`, { annotations })

    const sheet = openBook((await take()).bytes).Sheets.売上

    expect(sheet?.B2?.z).toBe('#,##0"円"')
    expect(sheet?.B3?.z).toBe('#,##0"円"')
    expect(sheet?.A2?.s?.fgColor).toBeUndefined()
    expect(sheet?.A3?.s?.fgColor).toMatchObject({ rgb: 'FFF2CC' })
    expect(sheet?.B3?.s?.fgColor).toMatchObject({ rgb: 'C00000' })
  })

  test('never holds a formula that was data', async () => {
    const texts = ['=1+1', '+cmd|calc', '-2', '@SUM(A1)', '=HYPERLINK("http://x")']
    const { take } = await newTable(
      [{ name: 'a' }],
      texts.map((a) => ({ a })),
    )

    const book = openBook((await take()).bytes)

    expect(rowsIn(book)).toEqual([['a'], ...texts.map((text) => [text])])
    const cells = Object.values(book.Sheets.売上 ?? {})
    expect(cells.filter((cell) => typeof cell === 'object' && cell !== null && 'f' in cell)).toEqual([])
  })

  test('is of one moment, whatever is written while it is made', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => ({ n }))
    const { take, write } = await newTable([{ name: 'n', type: 'INTEGER' }], rows)
    for (let n = 1; n < 5; n++) await write({ rows })
    const exporting = take({ include_row_ids: true })
    await write({ rows: [{ __svc_row_id: 24_999, n: -1 }, { n: -2 }] })

    const { bytes, headers } = await exporting

    const version = Number(headers.get('x-svc-edit-versions')?.split('=')[1])
    const written = rowsIn(openBook(bytes)).slice(1)
    expect(written).toHaveLength(version < 7 ? 25_000 : 25_001)
    expect(written[24_998]).toEqual(version < 7 ? [4998, 24_999] : [-1, 24_999])
  })

  test('is of a snapshot when one is named', async () => {
    const { call, at, take, write } = await newTable([{ name: 'a' }], [{ a: 'then' }])
    const { body } = await call('POST', `${at}/versions`, { label: 'v1' })
    await write({ rows: [{ __svc_row_id: 1, a: 'now' }] })

    const byVersion = await take({ as_of: { version: 'v1' } })
    const bySnapshot = await take({ as_of: { snapshot_id: body.snapshot_id } })

    expect(rowsIn(openBook(byVersion.bytes))).toEqual([['a'], ['then']])
    expect(rowsIn(openBook(bySnapshot.bytes))).toEqual([['a'], ['then']])
  })
})

describe('a csv file', () => {
  test('is what its options say, with texts that no spreadsheet computes', async () => {
    const { take } = await newTable(
      [{ name: 'a' }, { name: 'n', type: 'INTEGER' }],
      [{ a: '=1', n: -1 }, { a: null }, { a: '' }],
    )

    const usual = await take({ format: 'csv' })
    const other = await take({
      format: 'csv',
      include_row_ids: true,
      csv: { delimiter: ';', encoding: 'utf-8', line_ending: 'lf', null_value: 'NULL', escape_formulas: false },
    })

    expect(usual.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(usual.bytes.toString()).toBe('\ufeffa,n\r\n\'=1,-1\r\n,\r\n"",\r\n')
    expect(other.bytes.toString()).toBe('a;n;__svc_row_id\n=1;-1;1\nNULL;NULL;2\n;NULL;3\n')
  })

  test('of several tables is a zip file', async () => {
    const { call, at, take } = await newTable([{ name: 'a' }], [{ a: 'x' }])
    await call('POST', `${at}/tables`, { name: 'a/b', columns: [{ name: 'b' }] })

    const { headers, bytes } = await take({ format: 'csv' })

    expect(headers.get('content-type')).toBe('application/zip')
    expect(namesIn(bytes)).toEqual(['a_b.csv', '売上.csv'])
  })
})

describe('an export is refused', () => {
  test('with generate, with preserve as csv, of unknown tables, and of nothing at all', async () => {
    const { take } = await newTable([{ name: 'a' }], [])
    const { id, owner } = await service.newWorkbook()
    const codeOf = ({ status, bytes }: Exported) => [status, JSON.parse(bytes.toString()).code]

    expect(codeOf(await take({ formula_mode: 'generate' }))).toEqual([400, 'formula_mode_refused'])
    expect(codeOf(await take({ formula_mode: 'preserve', format: 'csv' }))).toEqual([400, 'formula_mode_refused'])
    expect(codeOf(await take({ tables: ['nope'] }))).toEqual([404, 'not_found'])
    expect(codeOf(await exportFile(service.url(), owner, `/api/v1/workbooks/${id}`))).toEqual([
      409,
      'nothing_to_export',
    ])
  })

  test('as a branch to a caller who may only read', async () => {
    const { at, owner } = await newTable([{ name: 'a' }], [])
    const session = await service.newToken(owner, { scopes: ['workbooks:read'] })

    const refused = await exportFile(service.url(), { session }, at, { record_branch: true })
    const plain = await exportFile(service.url(), { session }, at)

    expect([refused.status, plain.status]).toEqual([403, 200])
  })
})

test('a branch of the whole workbook leaves derived tables out and names them; a derived table that is named is refused', async () => {
  const { call, at, take } = await newTable([{ name: 'n' }], [{ n: '1' }])
  await call('POST', `${at}/transforms`, { name: '集計', code: 'SELECT * FROM {{ t }}', args: { t: '売上' } })

  const whole = await take({ record_branch: true })
  const named = await call('POST', `${at}/export`, { tables: ['売上', '集計'], record_branch: true })

  expect([whole.status, openBook(whole.bytes).SheetNames]).toEqual([200, ['売上']])
  expect(whole.headers.get('x-svc-skipped-tables')).toBe(encodeURIComponent('集計'))
  expect(named).toMatchObject({ status: 400, body: { code: 'derived_table_not_branchable' } })
})

test('rules of a table stop people in Excel already', async () => {
  const columns = [{ name: 'code' }, { name: 'state' }, { name: 'n', type: 'INTEGER' }, { name: 'due', type: 'DATE' }]
  const { call, at, table, owner } = await newTableIn(service, { columns, rows: [{ code: 'A', state: 'open', n: 1 }] })
  const rules = [
    { kind: 'required', column: 'code' },
    { kind: 'unique', columns: ['code'], message: 'Each code once' },
    { kind: 'one_of', column: 'state', values: ['open', 'sent'] },
    { kind: 'range', column: 'n', min: 0, max: 9 },
    { kind: 'range', column: 'due', min: '2026-01-01' },
    { kind: 'row', name: 'x', expression: 'n < 5' },
  ]
  await call('PUT', `${table}/rules`, { expected_version: 0, rules })

  const { bytes } = await exportFile(service.url(), owner, at, { tables: ['sales'], format: 'xlsx' })

  const { files } = read(bytes, { bookFiles: true }) as unknown as { files: Record<string, { content: Buffer }> }
  const xml = files['xl/worksheets/sheet1.xml']?.content.toString() ?? ''
  expect(xml).toContain('<formula1>COUNTIF($A:$A,A2)=1</formula1>')
  expect(xml).toContain('<formula1>&quot;open,sent&quot;</formula1>')
  expect(xml).toMatch(/type="whole" operator="between"[^>]*><formula1>0<\/formula1><formula2>9<\/formula2>/)
  expect(xml).toContain('<formula1>46023</formula1>')
  expect(xml).toContain('Each code once')
  expect(xml).toMatch(/promptTitle="n" prompt="[^"]*The row must fulfil x\."/)
})

describe('a file that records a branch', () => {
  const keyed = async (session: string, at: string, key: string, body: object) => {
    const response = await fetch(`${service.url()}${at}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
    const { status, headers } = response
    return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('is made once for a key: the same file, and one branch', async () => {
    const { call, at, owner } = await newTable()
    const wish = { tables: ['売上'], record_branch: true }

    const first = await keyed(owner.session, at, 'monthly', wish)
    const again = await keyed(owner.session, at, 'monthly', wish)
    const other = await keyed(owner.session, at, 'monthly', { ...wish, format: 'csv' })

    expect([first.status, again.status, other.status]).toEqual([200, 200, 422])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('x-svc-branch-id')).toBe(first.headers.get('x-svc-branch-id'))
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.bytes.equals(first.bytes)).toBe(true)
    const { body } = await call('GET', `${at}/branches`)
    expect(body.branches.map(({ branch_id }: { branch_id: string }) => branch_id)).toEqual([
      first.headers.get('x-svc-branch-id'),
    ])
  })

  test('is not sent again once policies are others', async () => {
    const { call, at, owner } = await newTable()
    const wish = { tables: ['売上'], record_branch: true }
    await keyed(owner.session, at, 'monthly', wish)
    await call('POST', `${at}/tables/${encodeURIComponent('売上')}/columns/i/tags`, { tag: 'pii' })
    await call('PUT', `${at}/policies/pii`, { effect: 'deny' })

    const again = await keyed(owner.session, at, 'monthly', wish)

    expect([again.status, JSON.parse(again.bytes.toString()).code]).toEqual([410, 'result_invalidated'])
  })

  test('is one of its own where it records none, whatever the key', async () => {
    const { at, owner } = await newTable()

    const first = await keyed(owner.session, at, 'monthly', { tables: ['売上'] })
    const other = await keyed(owner.session, at, 'monthly', { tables: ['売上'], format: 'csv' })

    expect([first.status, other.status, other.headers.get('idempotency-replayed')]).toEqual([200, 200, null])
  })
})
