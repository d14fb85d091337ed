import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectedAgent, connectAgent } from '../../../test/connect-agent.ts'
import { startWithJobs } from '../../../test/source-place.ts'

const service = startWithJobs()

let agent: ConnectedAgent
beforeAll(async () => {
  agent = await connectAgent(service.url(), (await service.newPerson()).session)
})
afterAll(() => agent.close())

const CSV = 'code,day,amount\n0600000,2026/4/1,1200\n1000001,2026/4/2,80\n'

async function uploaded(more: object = {}) {
  const { answer, problem } = await agent.call('upload_file', { filename: 'orders.csv', text: CSV, ...more })
  expect(problem).toBeUndefined()
  return answer
}

test('a file becomes tables, whose reading is looked at, corrected and obeyed', async () => {
  const { workbook_id, source, tables } = await uploaded({ staged: true })
  const at = { workbook_id, source }

  const sheet = await agent.call('read_cells', at)
  const spec = await agent.call('get_parse_spec', at)
  const column = spec.answer.regions[0].columns.findIndex((line: string) => line.startsWith('amount'))
  const corrected = await agent.call('correct_parse', {
    ...at,
    changes: [{ path: `/regions/0/columns/${column}/type`, value: 'DECIMAL(12,2)' }],
  })
  const made = await agent.call('materialize_source', at)

  expect(tables).toEqual([])
  expect(sheet.answer.rows[0]).toEqual(['code', 'day', 'amount'])
  expect(spec.answer.check).toMatchObject([{ balanced: true, rows_in: 2, rows_out: 2, sums_unequal: [] }])
  expect(corrected.answer.check).toMatchObject([{ balanced: true, rows_out: 2, sums_compared: 1 }])
  expect(corrected.answer.revision).toBe(spec.answer.revision + 1)
  expect(corrected.answer.preview[0].columns).toContain('amount DECIMAL(12,2)')
  expect(made.answer.tables).toMatchObject([{ rows_read: 2, inserted: 2, rejected: 0 }])
  const table = made.answer.tables[0].table
  const sum = await agent.call('query', { workbook_id, sql: `SELECT sum(amount) FROM "${table}"` })
  expect(sum.answer.rows).toEqual([['1280.00']])
})

test('a question about a table is shown and answered by its choice; what asks nothing cannot be answered', async () => {
  const text = 'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\n'
  const { workbook_id, source } = await uploaded({ filename: 'budget.csv', text, staged: true })
  const at = { workbook_id, source }
  const { answer } = await agent.call('get_parse_spec', at)
  const [{ region_id, question }] = answer.regions

  const tried = await agent.call('correct_parse', { ...at, answers: [{ region_id, choice: 1 }], dry_run: true })
  const still = await agent.call('get_parse_spec', at)
  const answered = await agent.call('correct_parse', { ...at, answers: [{ region_id, choice: 1 }] })
  const again = await agent.call('correct_parse', { ...at, answers: [{ region_id, choice: 1 }] })
  const nothing = await agent.call('correct_parse', at)

  expect(question.choices).toEqual(['No, it is data', 'Yes, keep apart'])
  expect(tried.answer.preview).toEqual(answered.answer.preview)
  expect(still.answer.regions[0].question).toEqual(question)
  expect(answered.answer.regions[0].question).toBeUndefined()
  expect(answered.answer.preview.map(({ row_count }: { row_count: number }) => row_count)).toEqual([4, 1])
  expect(again.problem).toMatchObject({ code: 'validation_error' })
  expect(nothing.problem).toMatchObject({ code: 'validation_error' })
})

test('operations correct how a file is read, and what follows from them is shown', async () => {
  const text = 'store,city,Apr,May\nshort,c,m,m\nA,Tokyo,1,2\nB,Osaka,3,4\nC,Kobe,5,6\n'
  const { workbook_id, source } = await uploaded({ filename: 'stores.csv', text, staged: true })
  const at = { workbook_id, source }
  const { answer } = await agent.call('get_parse_spec', at)
  const region = answer.regions[0].region_id

  const corrected = await agent.call('correct_parse', {
    ...at,
    operations: [
      { op: 'set_header_rows', region, rows: [1] },
      { op: 'set_role', region, rows: [2], role: 'unit' },
      { op: 'choose_reading', region, reshape: null },
    ],
  })
  const impossible = await agent.call('correct_parse', {
    ...at,
    operations: [{ op: 'set_header_rows', region, rows: [99] }],
  })

  expect(corrected.answer.preview[0].columns).toEqual(['store VARCHAR', 'city VARCHAR', 'Apr BIGINT', 'May BIGINT'])
  expect(corrected.answer).toMatchObject({ overridden: [], check: [{ rows_in: 3, rows_out: 3, balanced: true }] })
  expect(impossible.problem).toMatchObject({ code: 'validation_error', errors: [{ allowed: ['1:5'] }] })
})

test('a chart is kept with its recipe, listed, and replaced by its name', async () => {
  const { workbook_id, tables } = await uploaded()
  const chart = {
    workbook_id,
    name: 'by day',
    table: tables[0].name,
    title: 'Amounts',
    spec: { mark: { type: 'bar' }, data: { name: tables[0].name }, encoding: { x: { field: 'day' } } },
  }

  const made = await agent.call('create_chart', chart)
  const again = await agent.call('create_chart', { ...chart, spec: { mark: 'line' } })
  const away = await agent.call('create_chart', { ...chart, spec: { mark: 'bar', data: { url: 'https://x.example' } } })

  expect(made.answer).toMatchObject({ name: 'by day', created: true })
  expect(again.answer).toEqual({ ...made.answer, created: false })
  expect(away.problem).toMatchObject({ code: 'validation_error' })
})

test('a table is derived, goes stale by an edit, and is brought up to date', async () => {
  const { workbook_id, tables } = await uploaded()
  const [{ name: orders }] = tables

  const derived = await agent.call('run_transform', {
    workbook_id,
    name: 'total',
    code: 'SELECT sum(amount) AS total FROM {{ orders }}',
    args: { orders },
  })
  const { answer: seen } = await agent.call('describe_table', { workbook_id, table: orders, profile: true })
  const edited = await agent.call('edit_rows', {
    workbook_id,
    table: orders,
    expected_version: seen.edit_version,
    rows: [{ __svc_row_id: 1, amount: 1_000 }],
  })
  const before = await agent.call('query', { workbook_id, sql: 'SELECT total FROM total' })
  const renewed = await agent.call('recompute', { workbook_id })
  const after = await agent.call('query', { workbook_id, sql: 'SELECT total FROM total' })
  const lineage = await agent.call('get_lineage', { workbook_id, table: 'total' })

  expect(derived.answer).toMatchObject({ table: 'total', row_count: 1 })
  expect(seen.profile.map(({ name }: { name: string }) => name)).toEqual(['code', 'day', 'amount'])
  expect(edited.answer.stale).toEqual(['total'])
  expect(before.answer.stale_tables).toEqual(['total'])
  expect(renewed.answer).toMatchObject({ fresh: true, recomputed: [{ name: 'total' }], failed: [] })
  expect(Number(after.answer.rows[0][0])).toBe(1_080)
  expect(lineage.answer.columns).toEqual([{ column: 'total.total', from: [`${orders}.amount`], exact: true }])
})

test('tables leave as a file: a small csv in the answer, others when asked for, or by a request of one’s own', async () => {
  const { workbook_id, tables } = await uploaded()
  const [{ name }] = tables

  const csv = await agent.call('export_file', { workbook_id, tables: [name], format: 'csv' })
  const exported = await agent.call('export_file', { workbook_id, record_branch: true })
  const xlsx = await agent.call('export_file', { workbook_id, inline: true })

  expect(csv.answer.text).toContain('0600000')
  expect(exported.answer).toMatchObject({ text: null, base64: null, branch_id: expect.stringMatching(/^br_/) })
  expect(Buffer.from(xlsx.answer.base64, 'base64').subarray(0, 2).toString()).toBe('PK')
  expect(Buffer.from(xlsx.answer.base64, 'base64')).toHaveLength(xlsx.answer.size_bytes)
})

test('a large file gets an address of its own, and what arrives there becomes tables', async () => {
  const { slot, workbook_id } = await uploaded({ text: undefined })

  // The address is that of the service's public name, which a test does not have.
  const put = await fetch(slot.upload_url.replace('http://bindery.test', service.url()), { method: 'PUT', body: CSV })
  const found = async () => (await agent.call('list_workbooks', { workbook_id })).answer.tables

  expect(put.status).toBeLessThan(300)
  await expect.poll(found, { timeout: 30_000 }).toMatchObject([{ row_count: 2 }])
})

test('data is found by what it is called, wherever it is', async () => {
  const { workbook_id } = await uploaded()

  const { answer } = await agent.call('search_data', { q: 'orders', limit: 50 })

  expect(answer.results.map((each: { workbook_id: string }) => each.workbook_id)).toContain(workbook_id)
})
