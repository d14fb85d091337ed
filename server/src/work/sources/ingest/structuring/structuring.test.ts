import { expect, test, vi } from 'vitest'
import type { Body, Call } from '../../../../../test/client.ts'
import { runTask } from '../../../../../test/run-task.ts'
import { startService } from '../../../../../test/service.ts'
import { newSourcePlace } from '../../../../../test/source-place.ts'
import { workbookFile } from '../../../../../test/workbook-file.ts'
import { fromWireId } from '../../../../platform/ids.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startService()

const SALES = 'code,region,amount,day\n007,東京,10,2026-04-01\n008,大阪,-3,2026-04-02\n'

const stated = (artifacts: Body[]) => artifacts.map(({ name, layer, state }) => [name, layer, state]).sort()

/** Runs the job behind an answer, and tells how it ended. */
async function ended(call: Call, jobId: string): Promise<Body> {
  await runTask(service.running, 'job.run', { job_id: fromWireId('job', jobId) })
  return (await call('GET', `/api/v1/jobs/${jobId}`)).body
}

async function edgesOf(workbook: string): Promise<{ from: string; to: string; kind: string }[]> {
  const { rows } = await service.running.admin.query(
    `select f.name || ' ' || f.state as "from", t.name || ' ' || t.state as "to", l.kind from lineage l
     join artifact f on f.artifact_id = l.from_id join artifact t on t.artifact_id = l.to_id where l.workbook_id = $1`,
    [fromWireId('wb', workbook)],
  )
  return rows
}

test('structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them', async () => {
  const { workbook, call, upload, rows } = await newSourcePlace(service)

  const { status, body } = await upload({ bytes: SALES, filename: '売上.csv' })

  expect([status, body.structuring, body.structuring_reason, body.credits_spent]).toEqual([201, 'structured', null, 0])
  expect(stated(body.artifacts)).toEqual([
    ['売上', 'base', 'active'],
    ['売上__raw', 'raw', 'archived'],
  ])
  expect(body.source).toMatchObject({ status: 'materialized', artifacts: ['売上'], parse_spec: { spec_version: 1 } })
  expect(await rows('売上')).toEqual([
    { code: '007', region: '東京', amount: 10, day: '2026-04-01' },
    { code: '008', region: '大阪', amount: -3, day: '2026-04-02' },
  ])
  expect((await call('GET', '/tables')).body.tables).toHaveLength(1)
  expect(await edgesOf(workbook)).toEqual([{ from: '売上__raw archived', to: '売上 active', kind: 'structuring' }])
})

test('an archived raw table comes back under a name of its own, and is the sheet as it is', async () => {
  const { call, upload, rows } = await newSourcePlace(service)
  await upload({ bytes: SALES, filename: 'sales.csv' })
  const listed = await call('GET', '/artifacts?state=archived')
  const asked = await call('POST', '/query', { sql: 'SELECT count(*)::INTEGER AS n FROM sales__raw' })

  const back = await call('POST', '/artifacts/sales__raw/unarchive', { as_name: 'as sent' })

  expect(listed.body.artifacts).toMatchObject([{ name: 'sales__raw', table_name: 'sales__raw', layer: 'raw' }])
  expect(asked).toMatchObject({ status: 200, body: { rows: [{ n: 2 }] } })
  expect(back).toMatchObject({ status: 200, body: { name: 'as sent', state: 'active', type: 'table' } })
  expect(await rows('as sent')).toHaveLength(2)
  expect(await rows('sales')).toHaveLength(2)
})

test('an edit of a raw table makes nothing stale that was structured from it: that is a base table', async () => {
  const { call, upload } = await newSourcePlace(service)
  const { body } = await upload({ bytes: SALES, filename: 'sales.csv' })
  const raw = body.artifacts.find(({ layer }: Body) => layer === 'raw')

  const edited = await call('POST', `/tables/${raw.id}/rows`, { expected_version: 1, rows: [{ code: '9' }] })

  expect([edited.status, edited.body.stale]).toEqual([200, []])
  expect((await call('GET', '/tables/sales')).body.freshness.stale).toBe(false)
})

test.each([
  [null, ['PL', 'PL_computed', 'PL_notes']],
  ['ja', ['PL', 'PL_補足情報', 'PL_計算項目']],
  ['en', ['PL', 'PL_computed', 'PL_notes']],
])('tables of an English file in a workbook of language %s', async (language, names) => {
  const { call, upload } = await newSourcePlace(service)
  await call('PATCH', '', { language })
  const lines = [
    'Sales 2026,,',
    ',,',
    'Shop,Pens,Ink',
    'East,3,4',
    'North,1,2',
    'Sum,4,6',
    'West,5,6',
    'Sum,5,6',
    ',,',
    'Unaudited.,,',
  ]

  const { body } = await upload({ bytes: `${lines.join('\n')}\n`, filename: 'PL.csv' })

  expect(body.structuring).toBe('structured')
  expect(body.source.artifacts.toSorted()).toEqual(names)
})

test('structuring=skip lands each sheet as it is', async () => {
  const { upload } = await newSourcePlace(service)
  const bytes = workbookFile({ 四月: [['店', '金額'], ['東', 1]], 五月: [['店', '金額'], ['西', 2]] }) // biome-ignore format: one line

  const { body } = await upload({ bytes, filename: 'store.xlsx', fields: { structuring: 'skip' } })

  expect([body.structuring, body.source.parse_spec]).toEqual(['skipped', null])
  expect(stated(body.artifacts)).toEqual([
    ['五月', 'raw', 'active'],
    ['四月', 'raw', 'active'],
  ])
})

test('structuring=defer lands the raw tables first and swaps them when structuring is done, which events tell', async () => {
  const { owner, call, upload, events } = await newSourcePlace(service)

  const { status, body } = await upload({ bytes: SALES, filename: 'sales.csv', fields: { structuring: 'defer' } })
  const job = await ended(owner.call, body.job_id)

  expect([status, body.structuring, stated(body.artifacts)]).toEqual([201, 'deferred', [['sales', 'raw', 'active']]])
  expect(job).toMatchObject({ kind: 'source.ingest', status: 'succeeded', result: { structuring: 'structured' } })
  expect(stated(job.result.artifacts)).toEqual([
    ['sales', 'base', 'active'],
    ['sales__raw', 'raw', 'archived'],
  ])
  expect((await call('GET', '/sources/sales.csv')).body.structuring).toBe('structured')
  const emitted = (await events())
    .filter(({ type }) => type === 'artifact.updated')
    .map(({ data }) => data.artifact.layer)
  expect(emitted).toEqual(['raw', 'base'])
})

test('a raw table in use keeps its name: what was deferred is not promoted', async () => {
  const { workbook, owner, at, call, upload } = await newSourcePlace(service)
  await owner.call('POST', `${at}/tables`, { name: 'total', columns: [{ name: 'a' }] })
  const { admin } = service.running
  const { body } = await upload({ bytes: SALES, filename: 'sales.csv', fields: { structuring: 'defer' } })
  await admin.query(
    `insert into lineage (workbook_id, from_id, to_id, kind)
     select f.workbook_id, f.artifact_id, t.artifact_id, 'transform' from artifact f, artifact t
     where f.workbook_id = $1 and t.workbook_id = $1 and f.name = 'sales' and t.name = 'total'`,
    [fromWireId('wb', workbook)],
  )

  const job = await ended(owner.call, body.job_id)

  expect(job).toMatchObject({ status: 'succeeded', result: { structuring: 'skipped' } })
  expect(job.result.structuring_reason).toBe('raw_table_in_use')
  expect(stated((await call('GET', '/artifacts')).body.artifacts)).toContainEqual(['sales', 'raw', 'active'])
})

test('a raw table that was edited meanwhile is left as it is', async () => {
  const { owner, call, upload, rows } = await newSourcePlace(service)
  const { body } = await upload({ bytes: SALES, filename: 'sales.csv', fields: { structuring: 'defer' } })
  await call('POST', '/tables/sales/rows', { expected_version: 1, rows: [{ code: '9' }] })

  const job = await ended(owner.call, body.job_id)

  expect(job).toMatchObject({ status: 'succeeded', result: { structuring: 'skipped' } })
  expect(await rows('sales')).toHaveLength(3)
})

test('the only table of a file takes its name; titles and notes around it are a table of their own', async () => {
  const { call, upload, rows } = await newSourcePlace(service)
  const bytes = workbookFile({
    実績: [
      ['売上実績'],
      [],
      ['店', '品目', '金額'],
      ['東', '本', 100],
      ['西', '紙', 250],
      ['北', '筆', 300],
      [],
      ['※ 税抜き'],
    ],
  })

  const { body } = await upload({ bytes, filename: 'report.xlsx' })

  expect(body.structuring).toBe('structured')
  const names = body.source.artifacts
  expect(names).toContain('実績_補足情報')
  expect(JSON.stringify(await rows('実績_補足情報'))).toContain('売上実績')
  expect((await call('GET', '/tables/report')).body).toMatchObject({
    layer: 'base',
    state: 'active',
    row_count: 3,
    source: 'report.xlsx',
  })
})

test('every value of a table leads back to its cell, in raw tables and in structured ones', async () => {
  const { call, upload } = await newSourcePlace(service)
  const { body } = await upload({ bytes: SALES, filename: 'sales.csv' })

  const answers = await Promise.all(
    body.artifacts.map(({ id }: Body) => call('GET', `/tables/${id}/rows/2/origin`).then((answer) => answer.body)),
  )

  for (const { row_id, columns } of answers) {
    expect(row_id).toBe(2)
    expect(columns[2]).toEqual({
      column: 'amount',
      source: 'sales.csv',
      revision: 1,
      sheet: 'sales',
      cell: 'C3',
      computed: false,
    })
  }
})

test('a row that no file brought has no origin, and a row that is not there is not found', async () => {
  const { call, upload } = await newSourcePlace(service)
  await upload({ bytes: SALES, filename: 'sales.csv' })
  await call('POST', '/tables/sales/rows', { expected_version: 1, rows: [{ code: '9' }] })

  const typed = await call('GET', '/tables/sales/rows/3/origin')
  const missing = await call('GET', '/tables/sales/rows/99/origin')

  expect(typed.body.columns[0]).toEqual({
    column: 'code',
    source: null,
    revision: null,
    sheet: null,
    cell: null,
    computed: false,
  })
  expect(missing).toMatchObject({ status: 404, body: { code: 'row_not_found' } })
})
