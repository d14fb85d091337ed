import { read } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { rowsIn } from '../../../test/export-file.ts'
import { newTable as newTableIn } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }, { name: 'day', type: 'DATE' }]
const ROWS = [
  { region: '東', amount: 1, day: '2026-01-31' },
  { region: '西', amount: 20, day: null },
  { region: '<b>', amount: 300, day: '2026-02-01' },
]
const SPEC = {
  blocks: [
    { kind: 'heading', text: '売上', level: 1 },
    { kind: 'text', text: 'two\nlines' },
    { kind: 'spacer', rows: 2 },
    {
      kind: 'table_view',
      table: 'sales',
      columns: ['region', 'amount', 'gone'],
      filter: 'amount > 1 -- not the small ones',
      order_by: [{ column: 'amount', direction: 'desc' }],
      totals: { amount: 'sum' },
      title: 'Large',
    },
    { kind: 'table_view', table: 'nowhere' },
  ],
  freeze_header: true,
}

async function newSheet(spec: object = SPEC) {
  const made = await newTableIn(service, { columns: COLUMNS, rows: ROWS })
  const at = `${made.at}/sheets/${encodeURIComponent('月次 / 報告')}`
  const put = (body: object) => made.call('PUT', at, body)
  const created = await put({ spec, title: '報告' })
  const render = async (query = '') => {
    const response = await fetch(`${service.url()}${at}/render${query}`, {
      headers: { authorization: `Bearer ${made.owner.session}` },
    })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ...made, sheet: at, put, created, render }
}

test('a sheet is written, read, listed, replaced and deleted, and owns no data', async () => {
  const { call, at, sheet, put, created, table } = await newSheet()

  const replaced = await put({ spec: { blocks: [{ kind: 'text', text: 'x' }] }, expected_version: 1 })
  const behind = await put({ spec: SPEC, expected_version: 1 })
  const listed = await call('GET', `${at}/sheets`)
  const deleted = await call('DELETE', sheet)

  expect(created).toMatchObject({
    status: 201,
    body: {
      name: '月次 / 報告',
      title: '報告',
      version: 1,
      spec: SPEC,
      tables: ['sales'],
      missing_tables: ['nowhere'],
    },
  })
  expect(replaced).toMatchObject({ status: 200, body: { version: 2, tables: [] } })
  expect(behind).toMatchObject({ status: 409, body: { code: 'version_conflict', current_version: 2 } })
  expect(listed.body.sheets).toMatchObject([{ name: '月次 / 報告', tables: [] }])
  expect(deleted.status).toBe(204)
  expect((await call('GET', sheet)).status).toBe(404)
  expect((await call('GET', `${table}/rows`)).body.rows).toHaveLength(3)
})

test('it is rendered as xlsx from top to bottom, with what its tables have now', async () => {
  const { write, render } = await newSheet()
  await write({ rows: [{ __svc_row_id: 2, amount: 25 }] })

  const { status, bytes } = await render()

  expect(status).toBe(200)
  const book = read(bytes, { type: 'buffer' })
  expect(book.SheetNames).toEqual(['月次 _ 報告'])
  expect(rowsIn(book)).toEqual([
    ['売上', null],
    ['two', null],
    ['lines', null],
    [null, null],
    [null, null],
    ['Large', null],
    ['region', 'amount'],
    ['<b>', 300],
    ['西', 25],
    [null, 325],
    ['(missing table: nowhere)', null],
  ])
})

test('it is rendered as a page in which nothing of a cell is markup', async () => {
  const { render } = await newSheet()

  const { headers, bytes } = await render('?format=html')

  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(bytes.toString()).toContain('<td>&lt;b&gt;</td><td class="n">300</td>')
  expect(bytes.toString()).toContain('<tfoot><tr><td></td><td class="n">320</td></tr></tfoot>')
  expect(bytes.toString()).toContain('<h1>売上</h1>')
})

test('it is rendered as a PDF file with its font in it, header on every page, amounts in groups of three digits', async () => {
  const { write, render } = await newSheet({
    blocks: [
      { kind: 'heading', text: '売上' },
      { kind: 'table_view', table: 'sales', totals: { amount: 'sum' } },
    ],
  })
  await write({ rows: Array.from({ length: 100 }, (_, n) => ({ region: `店 ${n}`, amount: 12_345 })) })

  const { status, headers, bytes } = await render('?format=pdf')

  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const file = bytes.toString('latin1')
  expect(file.slice(0, 5)).toBe('%PDF-')
  expect(file).toContain('/FontFile2')
  expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBeGreaterThan(1)
})

test('blocks are strict by their kind, and a filter passes the same gate as a query', async () => {
  const { put, render } = await newSheet({
    blocks: [{ kind: 'table_view', table: 'sales', filter: "amount > 1) UNION SELECT * FROM read_csv('/etc/passwd'" }],
  })

  expect(await put({ spec: { blocks: [{ kind: 'heading' }] } })).toMatchObject({ status: 422 })
  expect(await put({ spec: { blocks: [{ kind: 'picture', text: 'x' }] } })).toMatchObject({ status: 422 })
  expect((await render()).status).toBe(400)
})
