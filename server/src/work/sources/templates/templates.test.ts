import { expect, test, vi } from 'vitest'
import type { Body } from '../../../../test/client.ts'
import { workbookOf } from '../../../../test/loader-world.ts'
import { newSourcePlace, startWithJobs } from '../../../../test/source-place.ts'
import { uploadTo } from '../../../../test/upload.ts'
import { zipOf } from '../../../../test/zip-of.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const service = startWithJobs()

type Cell = string | number | null
type Claim = {
  name: Cell
  department: Cell
  lines: readonly (readonly Cell[])[]
  above?: number
  more?: readonly Cell[][]
}

/** An expense claim as people send it back. */
const claim = ({ name, department, lines, above = 0, more = [] }: Claim) => [
  ['Expense claim'],
  ...Array.from({ length: above }, () => []),
  [],
  ['Employee name', name],
  ['Department', department],
  ['Employee no.', 'E-1'],
  ...more,
  [],
  ['Date', 'Purpose', 'Category', 'Amount'],
  ...lines,
  [null, null, 'Total', lines.reduce((sum, line) => sum + Number(line[3]), 0)],
  [],
  ['Approved by', 'Evans'],
]
const fileOf = (rows: readonly (readonly Cell[])[], filename: string) => ({
  bytes: new Uint8Array(workbookOf({ Sheet1: rows as Cell[][] })),
  filename,
})

const SAMPLE_LINES = [1, 2, 3, 4].map((n) => [
  `2026-04-0${n}`,
  n % 2 ? 'visit' : 'audit',
  n % 3 ? 'train' : 'hotel',
  9.5 + n * 3,
])

const SAMPLE = fileOf(claim({ name: 'Secret Sample', department: 'Hidden', lines: SAMPLE_LINES }), 'sample.xlsx')
const ADAMS = fileOf(
  claim({ name: 'Adams', department: 'Sales', lines: [['2026-05-01', 'visit', 'train', 7.5]] }),
  'adams.xlsx',
)
const BAKER = fileOf(
  claim({
    name: 'Baker',
    department: null,
    above: 3,
    lines: [
      ['2026-05-02', 'hotel', 'train', 90],
      ['2026-05-03', 'meals', 'train', 8],
    ],
  }),
  'baker.xlsx',
)
const ADDED = fileOf(
  claim({
    name: 'Clark',
    department: 'Sales',
    lines: [['2026-05-04', 'visit', 'train', 1]],
    more: [['Cost centre', 'K-17']],
  }),
  'clark.xlsx',
)
const LIST = fileOf(
  [
    ['SKU', 'Stock'],
    ['K1', 5],
    ['K2', 7],
    ['K3', 9],
  ],
  'stock.xlsx',
)

/** A workbook, and a template of its workspace made from the sample in another workbook. */
async function withTemplate() {
  const sample = await newSourcePlace(service)
  const { path } = await sample.analyzed(SAMPLE)
  const { workspace_id: workspace } = (await sample.owner.call('GET', sample.at)).body
  const templates = `/api/v1/workspaces/${workspace}/templates`
  const asked = { name: 'Claims', workbook_id: sample.workbook, source_name: 'sample.xlsx' }
  const template = await sample.owner.call('POST', templates, asked)
  const { body: made } = await sample.owner.call('POST', '/api/v1/workbooks', {
    title: 'returned',
    workspace_id: workspace,
  })
  const at = `/api/v1/workbooks/${made.workbook_id}`
  const { owner } = sample
  const rows = async (table: string) =>
    (await owner.call('GET', `${at}/tables/${encodeURIComponent(table)}/rows?include_row_ids=false`)).body.rows
  return { sample, path, templates, template, owner, at, rows }
}

type File = { bytes: Uint8Array<ArrayBuffer>; filename: string }

async function sendAll(at: string, session: string, files: readonly File[]) {
  const form = new FormData()
  for (const { bytes, filename } of files) form.append('files[]', new Blob([bytes]), filename)
  const headers = { authorization: `Bearer ${session}` }
  const response = await fetch(`${service.url()}${at}/sources`, { method: 'POST', headers, body: form })
  return { status: response.status, body: (await response.json()) as Body }
}

async function jobOf(
  owner: { call: (method: string, path: string) => Promise<{ body: Body }> },
  id: string,
): Promise<Body> {
  for (;;) {
    const { body } = await owner.call('GET', `/api/v1/jobs/${id}`)
    if (body.status === 'succeeded' || body.status === 'failed') return body
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a template keeps the labels of its sample and none of its values', async () => {
  const { template, templates, owner } = await withTemplate()

  const [listed] = (await owner.call('GET', templates)).body.templates
  const { rows: kept } = await service.running.admin.query(
    'select layout::text as layout from template where layout::text like $1',
    ['%Employee name%'],
  )

  expect(template).toMatchObject({ status: 201, body: { name: 'Claims', active: true } })
  expect(listed.sheets).toMatchObject([
    {
      title: 'Expense claim',
      fields: [
        { label: 'Employee name', name: 'Employee name', type: 'text' },
        { label: 'Department', type: 'text' },
        { label: 'Employee no.' },
        { label: 'Total', type: 'number' },
        { label: 'Approved by', type: 'text' },
      ],
      tables: [
        {
          columns: [
            { label: 'Date' },
            { label: 'Purpose' },
            { label: 'Category' },
            { label: 'Amount', type: 'number' },
          ],
        },
      ],
    },
  ])
  for (const { layout } of kept) expect(layout).not.toMatch(/Secret|Hidden|visit|audit|Evans/)
})

test('forms that come back together are rows of one table, and those that do not fit are listed with the reason', async () => {
  const { owner, at, rows } = await withTemplate()

  const sent = await sendAll(at, owner.session, [ADAMS, BAKER, ADDED, LIST])
  const { result } = await jobOf(owner, sent.body.job_id)

  expect(sent.status).toBe(202)
  expect(result.files.map(({ filename, outcome }: Body) => [filename, outcome])).toEqual([
    ['adams.xlsx', 'template'],
    ['baker.xlsx', 'template'],
    ['clark.xlsx', 'not_fitting'],
    ['stock.xlsx', 'tables'],
  ])
  expect(result.files[2].template_misses[0]).toMatchObject({
    name: 'Claims',
    reasons: [{ code: 'unexpected_label', label: 'Cost centre', cell: 'A6' }],
  })
  expect((await rows('Claims')).map(Object.values)).toEqual([
    ['adams.xlsx', 'Adams', 'Sales', 'E-1', 7.5, 'Evans'],
    ['baker.xlsx', 'Baker', null, 'E-1', 98, 'Evans'],
  ])
  expect((await rows('Claims_lines')).map(Object.values)).toEqual([
    ['adams.xlsx', '2026-05-01', 'visit', 'train', 7.5],
    ['baker.xlsx', '2026-05-02', 'hotel', 'train', 90],
    ['baker.xlsx', '2026-05-03', 'meals', 'train', 8],
  ])
  const { columns } = (await owner.call('GET', `${at}/tables/Claims/rows/2/origin`)).body
  expect(columns[1]).toMatchObject({ column: 'Employee name', source: 'baker.xlsx', cell: 'B6' })
})

test('the same files again, in a zip file, double no row', async () => {
  const { owner, at, rows } = await withTemplate()
  const first = await sendAll(at, owner.session, [ADAMS, BAKER])
  await jobOf(owner, first.body.job_id)

  const zip = {
    bytes: await zipOf({ 'a/adams.xlsx': ADAMS.bytes, 'b/baker.xlsx': BAKER.bytes, '__MACOSX/x.xlsx': ADAMS.bytes }),
    filename: 'all.zip',
  }
  const again = await jobOf(owner, (await sendAll(at, owner.session, [zip])).body.job_id)

  expect(again.result.files.map(({ outcome }: Body) => outcome)).toEqual(['existing', 'existing'])
  expect(await rows('Claims')).toHaveLength(2)
  expect(await rows('Claims_lines')).toHaveLength(3)
})

test('one file is read by its template, says so, and materializing it again changes nothing', async () => {
  const { owner, at, rows, sample } = await withTemplate()
  const place = { ...sample, at }

  const { body } = await uploadTo(service.url(), owner.session, `${at}/sources`, ADAMS)
  const again = await owner.call('POST', `${place.at}/sources/adams.xlsx/materialize`, {})

  expect(body.source).toMatchObject({
    template: { name: 'Claims', why: ['labels:9/9', 'moved:2'] },
    artifacts: ['Claims', 'Claims_lines'],
  })
  expect(again).toMatchObject({ status: 200, body: { unchanged: true } })
  expect(await rows('Claims')).toHaveLength(1)
})

test('a template is refused in one operation, and the rows of the file leave its tables', async () => {
  const { owner, at, rows } = await withTemplate()
  await jobOf(owner, (await sendAll(at, owner.session, [ADAMS, BAKER])).body.job_id)
  const source = `${at}/sources/adams.xlsx`
  const { spec_version } = (await owner.call('GET', `${source}/parse-spec`)).body

  const refused = await owner.call('PATCH', `${source}/parse-spec`, {
    spec_version,
    operations: [{ op: 'refuse_template' }],
  })
  const made = await owner.call('POST', `${source}/materialize`, {})

  expect(refused.status).toBe(200)
  expect(refused.body.template).toBeUndefined()
  expect(made.status).toBe(200)
  expect((await rows('Claims')).map(({ file }: Body) => file)).toEqual(['baker.xlsx'])
  expect(await rows('Claims_lines')).toHaveLength(2)
})

test('the next edition of a form takes the place of its row, and one that does not fit is refused with the reason', async () => {
  const { owner, at, rows } = await withTemplate()
  await jobOf(owner, (await sendAll(at, owner.session, [ADAMS, BAKER])).body.job_id)
  const next = fileOf(
    claim({ name: 'Adams', department: 'Finance', lines: [['2026-06-01', 'audit', 'train', 3]] }),
    'adams.xlsx',
  )

  const revised = await uploadTo(service.url(), owner.session, `${at}/sources/adams.xlsx/revise`, next)
  const refused = await uploadTo(service.url(), owner.session, `${at}/sources/adams.xlsx/revise`, ADDED)

  expect(revised.status).toBe(200)
  expect(refused).toMatchObject({ status: 422, body: { code: 'template_not_fitting' } })
  expect((await rows('Claims')).map(Object.values)).toEqual([
    ['baker.xlsx', 'Baker', null, 'E-1', 98, 'Evans'],
    ['adams.xlsx', 'Adams', 'Finance', 'E-1', 3, 'Evans'],
  ])
})

test('a template is renamed, switched off and deleted, and its tables stay', async () => {
  const { owner, at, rows, templates, template } = await withTemplate()
  const path = `${templates}/${template.body.template_id}`
  await jobOf(owner, (await sendAll(at, owner.session, [ADAMS])).body.job_id)

  const renamed = await owner.call('PATCH', path, { name: 'Expenses', fields: [{ label: 'Department', type: 'any' }] })
  const off = await owner.call('PATCH', path, { active: false })
  const { result } = await jobOf(owner, (await sendAll(at, owner.session, [BAKER])).body.job_id)
  const deleted = await owner.call('DELETE', path)

  expect(renamed).toMatchObject({ status: 200, body: { name: 'Expenses' } })
  expect(off.body.active).toBe(false)
  expect(result.files).toMatchObject([{ outcome: 'tables', template: null }])
  expect(deleted.status).toBe(204)
  expect((await owner.call('GET', path)).status).toBe(404)
  expect(await rows('Claims')).toHaveLength(1)
})
