import { expect, test, vi } from 'vitest'
import { newMember, newWorkspace } from '../control-plane.ts'
import { exportFile, openBook, rowsIn } from '../export-file.ts'
import { newTable } from '../new-table.ts'
import { startService } from '../service.ts'
import { newSourcePlace } from '../source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** One policy holds wherever values leave: profile, export, rendered sheets; files themselves stay closed. */
const service = startService()

const COLUMNS = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }, { name: 'city' }]
const ROWS = [{ name: 'Aiko', salary: 100, city: 'Tokyo' }]

/** A table whose salary is masked and whose city is denied. */
async function newStaff() {
  const made = await newTable(service, { columns: COLUMNS, rows: ROWS, name: 'staff' })
  for (const [column, effect] of [
    ['salary', 'mask'],
    ['city', 'deny'],
  ]) {
    await made.call('POST', `${made.at}/artifacts/staff/columns/${column}/tags`, { tag: column })
    await made.call('PUT', `${made.at}/policies/${column}`, { effect })
  }
  return made
}

test('a profile has no figures of a masked column and no denied column', async () => {
  const { call, table } = await newStaff()

  const { status, body } = await call('GET', `${table}/profile`)

  expect(status).toBe(200)
  expect(body.columns).toMatchObject([{ name: 'name' }, { name: 'salary', masked: true }])
  expect(body.columns[1]).not.toHaveProperty('min')
  expect(JSON.stringify(body)).not.toMatch(/Tokyo|city/)
})

test('an exported file holds blanks for masked columns and no denied ones, and its headers list both', async () => {
  const { owner, at } = await newStaff()

  const xlsx = await exportFile(service.url(), owner, at)
  const csv = await exportFile(service.url(), owner, at, { format: 'csv' })

  expect(rowsIn(openBook(xlsx.bytes))).toEqual([
    ['name', 'salary'],
    ['Aiko', null],
  ])
  expect(csv.bytes.toString()).not.toMatch(/100|Tokyo|city/)
  for (const { headers } of [xlsx, csv]) {
    expect(headers.get('x-svc-masked-columns')).toContain('salary')
    expect(headers.get('x-svc-denied-columns')).toBeTruthy()
    expect(headers.get('x-svc-preserved-formulas')).toBe('0')
  }
})

test('a rendered sheet holds blanks for masked columns and no denied ones', async () => {
  const { call, owner, at } = await newStaff()
  await call('PUT', `${at}/sheets/report`, { spec: { blocks: [{ kind: 'table_view', table: 'staff' }] } })

  const response = await fetch(`${service.url()}${at}/sheets/report/render`, {
    headers: { authorization: `Bearer ${owner.session}` },
  })

  expect(rowsIn(openBook(Buffer.from(await response.arrayBuffer())))).toEqual([
    ['name', 'salary'],
    ['Aiko', null],
  ])
})

test('a table lists its masked columns, and its row schema lacks denied ones', async () => {
  const { call, table } = await newStaff()

  const schema = await call('GET', `${table}/schema?format=json-schema`)

  expect((await call('GET', table)).body.masked_columns).toEqual(['salary'])
  expect(Object.keys(schema.body.properties)).toEqual(['name', 'salary', '__svc_row_id'])
  expect(schema.body.additionalProperties).toBe(false)
})

test('download, raw preview and revision of a source are refused with 403 once a policy exists', async () => {
  const { call, upload, revise } = await newSourcePlace(service)
  await upload({ bytes: 'name,salary\nAiko,100\n', filename: 'staff.csv' })
  const ask = async () => [
    await call('GET', '/sources/staff.csv/download'),
    await call('GET', '/sources/staff.csv/preview?range=A1:B2'),
    await revise('staff.csv', { bytes: 'name,salary\nAiko,200\n', filename: 'staff.csv' }),
  ]

  const before = await ask()
  await call('POST', '/artifacts/staff/columns/salary/tags', { tag: 'pay' })
  await call('PUT', '/policies/pay', { effect: 'mask' })
  const after = await ask()

  expect(before.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(after.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'governed_workbook']))
})

test('a rule of one role is removed alone; without a role the tag is governed no longer and stays on its column', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: COLUMNS })
  await owner.call('POST', `${at}/tables/staff/rows`, { rows: ROWS, expected_version: null })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  const hr = await newMember(service, owner, workspace, 'viewer')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'mask' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'allow', role: 'hr' })
  const seen = async () => (await hr.call('GET', `${at}/tables/staff/rows`)).body.rows[0].salary

  const salaries = [await seen()]
  await owner.call('DELETE', `${at}/policies/pay?role=hr&actor=Aiko`)
  salaries.push(await seen())
  await owner.call('DELETE', `${at}/policies/pay`)
  salaries.push(await seen())

  expect(salaries).toEqual([100, null, 100])
  expect((await owner.call('GET', `${at}/policies`)).body.policies).toEqual([])
  expect((await owner.call('GET', `${at}/classifications`)).body.classifications).toMatchObject([
    { table: 'staff', column: 'salary', tag: 'pay' },
  ])
})
