import { fromWireId, newId } from '../src/platform/ids.ts'
import type { Call } from './client.ts'
import { exportFile } from './export-file.ts'
import { edited, setCell } from './new-branch.ts'
import type { Person } from './person.ts'
import type { RunningService } from './start-service.ts'
import { uploadTo } from './upload.ts'
import { workbookFile } from './workbook-file.ts'

const COLUMNS = [
  'VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(20,4)', 'BOOLEAN', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMPTZ', 'UUID', 'JSON',
].map((type) => ({ name: `of ${type.toLowerCase()}`, type })) // biome-ignore format: a list

const CELLS: readonly (readonly unknown[])[] = [
  ['東京 "1"', 1, '9007199254740993', -0.5, '1234567890.1234', true, '2024-02-29', '23:59:59.999999', '2024-01-31T12:00:00', '2024-01-31T12:00:00Z', '00112233-4455-6677-8899-aabbccddeeff', { a: [1, null] }],
  ['', -2147483648, -1, 1e300, '0.0000', false, '0001-01-01', '00:00:00', '9999-12-31T23:59:59.999999', '0001-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 'null'],
  [null, null, null, null, null, null, null, null, null, null, null, null],
  ["'; drop table op; --", 0, 0, 0, '-0.0001', null, '1868-01-25', null, null, null, null, '[]'],
] // biome-ignore format: a table

export type WholeWorkbook = { at: string; id: string; call: Call; branchId: string; returned: Buffer<ArrayBuffer> }

/** A workbook with one of everything that can be in one, made as its users make it. */
export async function newWholeWorkbook(url: string, owner: Person): Promise<WholeWorkbook> {
  const { call } = owner
  const { body } = await call('POST', '/api/v1/workbooks', {
    title: '帳簿 / "all"',
    description: 'Everything',
    language: 'en',
  })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const made = { at, call, ask: asker(call, at), url, owner }
  await makeTypes(made)
  await makeSources(made)
  await makeDerived(made)
  const branched = await makeBranches(made)
  await makePresentation(made)
  await makeRest(made)
  return { at, id: body.workbook_id, call, ...branched }
}

type Made = { at: string; call: Call; url: string; owner: Person; ask: ReturnType<typeof asker> }

/** Whatever is refused here would be missing later without anybody noticing. */
const asker = (call: Call, at: string) => async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, `${at}${path}`, body)
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Every type, every kind of edit, and a snapshot in between. */
async function makeTypes({ ask }: Made) {
  await ask('POST', '/tables', { name: 'types', columns: COLUMNS })
  const rows = CELLS.map((cells) => Object.fromEntries(COLUMNS.map(({ name }, n) => [name, cells[n]])))
  await ask('POST', '/tables/types/rows', { expected_version: 1, rows })
  await ask('POST', '/tables/types/rows', { expected_version: 2, rows: [{ __svc_row_id: 3, 'of varchar': 'set' }] })
  await ask('POST', '/versions', { label: 'first / one', summary: 'before columns changed' })
  await ask('POST', '/tables/types/rows/delete', { expected_version: null, row_ids: [2] })
  await ask('POST', '/tables/types/columns', { expected_version: null, column: 'added', type: 'INTEGER', default: 7 })
  await ask('PATCH', '/tables/types/columns/of%20integer', { expected_version: null, new_name: 'renamed' })
  await ask('PATCH', '/tables/types/columns/renamed', { expected_version: null, type: 'BIGINT' })
  await ask('DELETE', '/tables/types/columns/of%20json?expected_version=null')
  await ask('POST', '/snapshots', { summary: 'columns changed' })
  const { op_id } = await ask('POST', '/tables/types/rows', {
    expected_version: null,
    rows: [{ added: 1 }, { added: 2 }],
  })
  await ask('POST', `/ops/${op_id}/undo`)
  await ask('PUT', '/artifacts/types/description', { description: 'of every type' })
  await ask('PUT', '/artifacts/types/columns/added/description', { description: 'came later' })
}

/** A file of two sheets with a second edition, a large list with edits over it. */
async function makeSources({ url, owner, at, ask }: Made) {
  const send = async (path: string, filename: string, bytes: Buffer<ArrayBuffer> | string) => {
    const { status, body } = await uploadTo(url, owner.session, `${at}${path}`, { bytes, filename })
    if (status >= 400) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  }
  const orders = (last: number) => [
    ['code', 'day', 'amount'],
    ['001', '2026-04-01', 1200],
    ['002', '2026-04-02', last],
  ]
  await send('/sources', '注文.xlsx', workbookFile({ orders: orders(80), "it's notes": [['text'], ['a'], ['b']] }))
  await send(
    '/sources/%E6%B3%A8%E6%96%87.xlsx/revise',
    '注文.xlsx',
    workbookFile({ orders: orders(81), "it's notes": [['text'], ['c']] }),
  )
  const lines = Array.from({ length: 3_000 }, (_, n) => `k${n},${n}`)
  await send('/sources', 'long.csv', `key,n\n${lines.join('\n')}\n`)
  await ask('POST', '/tables/long/rows', { expected_version: null, rows: [{ __svc_row_id: 7, key: 'edited' }] })
  await ask('POST', '/tables/long/rows/delete', { expected_version: null, row_ids: [8, 2_999] })
}

/** A chain of transforms, an override, and a conflict because what lies below it has changed. */
async function makeDerived({ ask }: Made) {
  const columns = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
  await ask('POST', '/tables', { name: 'sales', columns })
  const rows = [
    { region: 'east', amount: 10 },
    { region: 'west', amount: 3 },
    { region: 'east', amount: 5 },
  ]
  await ask('POST', '/tables/sales/rows', { expected_version: 1, rows })
  const totals = 'SELECT region, sum(amount) AS total FROM {{ sales }} GROUP BY region ORDER BY region'
  await ask('POST', '/transforms', { name: 'totals', code: totals, args: { sales: 'sales' }, key: ['region'] })
  const doubled = 'SELECT region, total * 2 AS twice FROM {{ t }}'
  await ask('POST', '/transforms', { name: 'doubled', code: doubled, args: { t: 'totals' } })
  const { rows: made } = await ask('GET', '/tables/totals/rows')
  await ask('POST', '/tables/totals/rows', {
    expected_version: null,
    rows: [{ __svc_row_id: made[0].__svc_row_id, total: 1000 }],
  })
  await ask('POST', '/tables/sales/rows', { expected_version: null, rows: [{ __svc_row_id: 1, amount: 11 }] })
  await ask('POST', '/recompute', {})
  await ask('POST', '/versions', { label: 'second', summary: null })
  await ask('POST', '/tables/sales/rows', { expected_version: null, rows: [{ __svc_row_id: 2, amount: 4 }] })
}

/** One branch merged with a conflict, one still out. */
async function makeBranches({ url, owner, at, ask }: Made) {
  const sent = await exportFile(url, owner, at, { tables: ['sales'], record_branch: true })
  await ask('POST', '/tables/sales/rows', { expected_version: null, rows: [{ __svc_row_id: 3, amount: 50 }] })
  const { status, body } = await uploadTo(url, owner.session, `${at}/tables/sales/merge`, {
    bytes: edited(sent.bytes, (sheet) => void setCell(sheet, 'B4', 60)),
    filename: 'sales.xlsx',
    fields: { branch_id: sent.headers.get('x-svc-branch-id') ?? '' },
  })
  if (status !== 200 || body.conflict_count !== 1) throw new Error(`merge: ${status} ${JSON.stringify(body)}`)
  const open = await exportFile(url, owner, at, { tables: ['sales'], record_branch: true })
  return { branchId: open.headers.get('x-svc-branch-id') ?? '', returned: open.bytes }
}

async function makePresentation({ ask }: Made) {
  await ask('PUT', '/tables/sales/rules', {
    expected_version: 0,
    enforce: 'new',
    rules: [
      { kind: 'range', column: 'amount', max: 1_000_000, message: '多すぎる' },
      { kind: 'row', name: 'amount', expression: 'amount is null or amount > -1000000' },
    ],
  })
  const { proposal_id } = await ask('POST', '/proposals', {
    title: '三月の訂正',
    changes: [
      {
        table: 'sales',
        expected_version: null,
        rows: [{ __svc_row_id: 1, amount: 11 }, { region: '新' }],
        delete: [2],
      },
    ],
  })
  await ask('POST', `/proposals/${proposal_id}/reviews`, { verdict: 'comment', text: '確認お願いします' })
  const { thread_id } = await ask('POST', '/tables/sales/comments', {
    target: { kind: 'cell', row_id: 1, column: 'amount' },
    text: 'すべて確認',
  })
  await ask('POST', '/tables/sales/comments', { thread_id, text: 'ok', mentions: [] })
  await ask('POST', '/tables/sales/annotations', {
    annotations: [
      { target: { kind: 'cell', row_id: 1, column: 'amount' }, style: { bold: true }, note: 'checked' },
      { target: { kind: 'range', range: 'A2:B3' }, style: { background_color: '#FFF2CC' }, label: 'review' },
      { target: { kind: 'table' }, note: 'all of it' },
    ],
  })
  await ask('PUT', '/sheets/Report%20%2F%201', {
    title: 'Report',
    spec: {
      blocks: [
        { kind: 'heading', text: 'Sales' },
        { kind: 'table_view', table: 'totals' },
      ],
    },
  })
  const { view_id } = await ask('POST', '/saved-views', {
    name: '大口 / "1"',
    table: 'sales',
    filter: [{ column: 'amount', op: 'between', value: 1, to: 100 }],
    order_by: [{ column: 'amount', direction: 'desc' }],
    columns: [{ column: 'amount', width_px: 90, format: '#,##0' }, { column: 'region' }],
    frozen_columns: 1,
  })
  const { question_id } = await ask('POST', '/questions', {
    name: 'By region',
    summary: {
      table: 'sales',
      filter: [{ column: 'region', op: 'in', values: ['east', null] }],
      group_by: [{ column: 'region' }],
      measures: [{ function: 'sum', column: 'amount' }],
      top: { count: 5 },
    },
    chart: { kind: 'bar', x: 0, y: [1] },
  })
  await ask('POST', '/questions', { name: 'Rows', description: 'of all', sql: 'SELECT count(*) FROM sales' })
  await ask('POST', '/dashboards', {
    name: 'Month',
    tiles: [
      { tile_id: 'a', kind: 'question', question_id, x: 0, y: 0, width: 6, height: 4 },
      { tile_id: 'b', kind: 'view', view_id, title: 'Large', x: 6, y: 0, width: 6, height: 4 },
      { tile_id: 'c', kind: 'text', text: 'As of today', x: 0, y: 4, width: 12, height: 1 },
    ],
  })
  await ask('POST', '/tables/sales/sync-bindings', {
    actor: 'Aiko',
    external_kind: 'microsoft',
    external_ref: 'drive/1',
    direction: 'pull',
  })
}

/** Charts are made by agents; without an agent this puts one there. */
export async function addChart({ admin }: RunningService, { at }: Pick<WholeWorkbook, 'at'>) {
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const chartId = newId()
  await admin.query(
    "insert into artifact (workbook_id, artifact_id, kind, name, state) values ($1, $2, 'chart', 'Trend', 'active')",
    [workbookId, chartId],
  )
  await admin.query(
    `insert into chart (workbook_id, artifact_id, table_id, chart_type, title, config, recipe)
     select $1, $2, artifact_id, 'bar', 'Trend', '{"mark":"bar","z":1,"a":[1.0]}', '{"tool":"create_chart"}'
     from artifact where workbook_id = $1 and name = 'sales'`,
    [workbookId, chartId],
  )
}

/** What is put away, thrown away, brought back, and hidden from others. */
async function makeRest({ ask }: Made) {
  for (const name of ['old', 'gone']) await ask('POST', '/tables', { name, columns: [{ name: 'a' }] })
  await ask('POST', '/tables/gone/rows', { expected_version: 1, rows: [{ a: 'thrown away' }] })
  await ask('POST', '/snapshots', { summary: 'with everything' })
  await ask('POST', '/artifacts/old/archive')
  await ask('DELETE', '/tables/gone?expected_version=null')
  const { versions } = await ask('GET', '/versions')
  const first = versions.find(({ label }: { label: string }) => label === 'first / one')
  await ask('POST', `/snapshots/${first.snapshot_id}/restore`, { tables: ['types'] })
  await ask('POST', '/artifacts/sales/columns/amount/tags', { tag: 'money', note: 'salaries' })
  await ask('PUT', '/policies/money', { effect: 'allow', role: 'admin' })
  await ask('PUT', '/policies/money', { effect: 'mask' })
}
