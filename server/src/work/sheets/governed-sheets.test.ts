import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }, { name: 'ssn' }]
const ROWS = [
  { name: 'Aiko', salary: 71823401, ssn: 'canary-ssn-1' },
  { name: 'Ben', salary: 71823402, ssn: 'canary-ssn-2' },
]
/** Every value of a hidden column, and what sums and averages would reveal of them. */
const CANARIES = ['7182340', '71,823,40', '143646803', '143,646,803', '9182340', 'canary-ssn', 'canary-override']

/** Pay is denied and ssn masked for all; a derived copy of the table has written-over cells in both. */
async function newGoverned() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: COLUMNS })
  await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: ROWS })
  await owner.call('POST', `${at}/transforms`, {
    name: 'copy',
    language: 'sql',
    code: 'select * from {{ staff }}',
    args: { staff: 'staff' },
  })
  const written = await owner.call('POST', `${at}/tables/copy/rows`, {
    expected_version: null,
    rows: [{ __svc_row_id: 1, salary: 91823400, ssn: 'canary-override' }],
  })
  expect(written.status).toBe(200)
  await owner.call('POST', `${at}/tables/staff/rows`, {
    expected_version: null,
    rows: [{ __svc_row_id: 1, salary: 71823409, ssn: 'canary-ssn-9' }],
  })
  expect((await owner.call('POST', `${at}/recompute`, {})).status).toBeLessThan(300)
  const editor = await newMember(service, owner, workspace, 'editor')
  for (const [column, tag, effect] of [
    ['salary', 'pay', 'deny'],
    ['ssn', 'pii', 'mask'],
  ] as const) {
    await owner.call('POST', `${at}/artifacts/staff/columns/${column}/tags`, { tag })
    expect((await owner.call('PUT', `${at}/policies/${tag}`, { effect })).status).toBeLessThan(300)
  }
  return { owner, editor, at }
}

async function bytesOf(person: Person, path: string) {
  const answer = await fetch(service.url() + path, { headers: { authorization: `Bearer ${person.session}` } })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const textOf = (bytes: Buffer) => {
  const { Sheets } = read(bytes)
  return Object.values(Sheets)
    .map((sheet) => utils.sheet_to_csv(sheet))
    .join('\n')
}
const leaked = (text: string) => CANARIES.filter((canary) => text.includes(canary))

/** Ways to reach a hidden column through a view. */
const VIEWS: [string, object][] = [
  ['its columns', { columns: ['name', 'salary', 'ssn'] }],
  ['all columns', {}],
  ['a filter on a denied column', { filter: 'salary > 70000000' }],
  ['a filter on a masked column', { filter: "ssn like 'canary%'" }],
  ['a filter that hides a query', { filter: "exists (select 1 from staff s where s.ssn like 'canary%')" }],
  ['an order', { order_by: [{ column: 'salary', direction: 'desc' }] }],
  ['totals', { totals: { salary: 'sum' } }],
  ['totals of a masked column', { totals: { ssn: 'count' } }],
]

test.each(VIEWS)('a sheet shows nothing of hidden columns through %s', async (_, view) => {
  const { editor, at } = await newGoverned()
  for (const table of ['staff', 'copy']) {
    await editor.call('PUT', `${at}/sheets/s`, {
      spec: { blocks: [{ kind: 'table_view', table, ...view }] },
    })
    const page = await bytesOf(editor, `${at}/sheets/s/render?format=html`)
    const file = await bytesOf(editor, `${at}/sheets/s/render?format=xlsx`)

    expect(leaked(page.bytes.toString())).toEqual([])
    expect(leaked(file.status === 200 ? textOf(file.bytes) : file.bytes.toString())).toEqual([])
    // A filter that cannot see a value must not tell by its rows whether the value is there.
    if ('filter' in view && page.status === 200) expect(page.bytes.toString()).not.toContain('Ben')
  }
})

test('overrides, conflicts, charts and history of a derived table show nothing of hidden columns', async () => {
  const { editor, at } = await newGoverned()
  const answers = [
    await editor.call('GET', `${at}/tables/copy/overrides`),
    await editor.call('GET', `${at}/conflicts`),
    await editor.call('GET', `${at}/tables/copy/rows/1/history`),
    await editor.call('GET', `${at}/ops`),
    await editor.call('POST', `${at}/query`, { sql: 'select * from copy' }),
    await editor.call('POST', `${at}/query`, { sql: 'select sum(salary) as s from copy' }),
    await editor.call('PUT', `${at}/charts/c`, {
      table: 'copy',
      config: { mark: 'bar', encoding: { y: { field: 'salary' } } },
    }),
    await editor.call('GET', `${at}/charts`),
    await editor.call('GET', `${at}/annotations`),
  ]

  expect(answers[0]?.status).toBe(200)
  expect(answers.flatMap(({ body }) => leaked(JSON.stringify(body)))).toEqual([])
})
