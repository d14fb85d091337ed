import { expect, test } from 'vitest'
import { exportFile } from '../export-file.ts'
import { edited, newBranch, setCell } from '../new-branch.ts'
import { newTable } from '../new-table.ts'
import { newTransforms, TOTALS } from '../new-transforms.ts'
import { startService } from '../service.ts'

/** Every write of a table names the version it expects; what is below becomes stale and is not recomputed. */
const service = startService()

const WRITES = [
  ['POST', '/rows', { rows: [{ region: 'north' }] }],
  ['POST', '/rows/delete', { row_ids: [1] }],
  ['DELETE', '/rows/1'],
  ['PUT', '/a1', { range: 'A2', values: [['north']] }],
  ['POST', '/columns', { column: 'added' }],
  ['PATCH', '/columns/region', { new_name: 'area' }],
  ['DELETE', '/columns/region'],
  ['PATCH', '', { new_name: 'renamed' }],
  ['DELETE', ''],
] as const

/** The write with this version, in its body or its query. */
function writeWith(version: number | undefined, [method, path, body]: (typeof WRITES)[number]) {
  if (body) return [method, path, version === undefined ? body : { ...body, expected_version: version }] as const
  return [method, `${path}${version === undefined ? '' : `?expected_version=${version}`}`] as const
}

test.each(WRITES)(
  '%s %s of a table is refused without expected_version, and with another than the current one',
  async (...write) => {
    const { call, table, readAll } = await newTransforms(service)
    const before = await readAll()
    const send = (version?: number) => {
      const [method, path, body] = writeWith(version, write as (typeof WRITES)[number])
      return call(method, `${table}${path}`, body)
    }

    const [unsaid, old] = [await send(), await send(1)]

    expect(unsaid).toMatchObject({ status: 422, body: { code: 'validation_error' } })
    expect(old).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', expected_version: 1, current_version: 2 },
    })
    expect(await readAll()).toEqual(before)
    expect(Math.floor((await send(2)).status / 100)).toBe(2)
  },
)

test('after a conflict the rows are read again with their edit_version, and the edit that names it succeeds', async () => {
  const { call, table } = await newTransforms(service)
  const edit = (expected_version: number) =>
    call('POST', `${table}/rows`, { rows: [{ __svc_row_id: 1, amount: 11 }], expected_version })
  await call('POST', `${table}/rows`, { rows: [{ region: 'north' }], expected_version: 2 })

  const refused = await edit(2)
  const { edit_version } = (await call('GET', `${table}/rows`)).body
  const accepted = await edit(edit_version)

  expect([refused.status, edit_version, accepted.status]).toEqual([409, 3, 200])
  expect(accepted.body.edit_version).toBe(4)
})

test('an edit, a deletion and its undo mark derived tables stale and leave their rows as they were', async () => {
  const { call, at, table, create, recompute, rowsOf, tableOf } = await newTransforms(service)
  await create('totals', TOTALS)
  const fresh = await rowsOf('totals')
  const stale = async () => (await tableOf('totals')).freshness
  const deletion = { row_ids: [1], expected_version: null }

  const seen = []
  const { body } = await call('POST', `${table}/rows/delete`, deletion)
  seen.push(await stale(), await rowsOf('totals'))
  await recompute()
  const between = await rowsOf('totals')
  await call('POST', `${at}/ops/${body.op_id}/undo`)
  seen.push(await stale(), await rowsOf('totals'))
  await recompute()

  const isStale = { stale: true, stale_since: expect.any(String) }
  expect(seen).toMatchObject([isStale, fresh, isStale, between])
  expect(between).not.toEqual(fresh)
  expect(await stale()).toMatchObject({ stale: false, stale_since: null })
})

test('a merge marks derived tables stale and does not recompute them', async () => {
  const { call, at, bytes, send } = await newBranch(service)
  const code = 'SELECT sum(amount) AS total FROM {{ s }}'
  await call('POST', `${at}/transforms`, { name: 'total', code, args: { s: 'sales' } })

  await send(edited(bytes, (sheet) => setCell(sheet, 'B2', 100)))

  expect((await call('GET', `${at}/tables/total`)).body.freshness.stale).toBe(true)
  expect((await call('GET', `${at}/tables/total/rows`)).body.rows).toMatchObject([{ total: 6 }])
})

test('a derived table cannot become a branch: 400', async () => {
  const { call, owner, at } = await newTable(service, { columns: [{ name: 'a' }], rows: [{ a: 'x' }], name: 'staff' })
  await call('POST', `${at}/transforms`, { name: 'copy', code: 'SELECT * FROM {{ s }}', args: { s: 'staff' } })

  const refused = await exportFile(service.url(), owner, at, { tables: ['copy'], record_branch: true })

  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.bytes.toString()).code).toBe('derived_table_not_branchable')
})
