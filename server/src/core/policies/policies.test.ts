import { describe, expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const COLUMNS = [{ name: 'name' }, { name: 'salary', type: 'INTEGER' }, { name: 'city' }]
const ROWS = [
  { name: 'Aiko', salary: 100, city: 'Tokyo' },
  { name: 'Ben', salary: 200, city: 'Osaka' },
]

/** A workbook with salaries, its owner, a viewer and a user of the role hr. */
async function newPayroll() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: COLUMNS })
  const staff = `${at}/tables/staff`
  await owner.call('POST', `${staff}/rows`, { expected_version: null, rows: ROWS })
  const viewer = await newMember(service, owner, workspace, 'viewer')
  const hr = await newMember(service, owner, workspace, 'editor')
  await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${hr.userId}/roles`, { roles: ['hr'] })
  const tag = (column: string, name: string) =>
    owner.call('POST', `${at}/artifacts/staff/columns/${column}/tags`, { tag: name })
  const rule = (name: string, effect: string, role?: string) =>
    owner.call('PUT', `${at}/policies/${name}`, { effect, ...(role ? { role } : {}) })
  return { owner, viewer, hr, at, staff, tag, rule }
}

const query = (person: { call: Awaited<ReturnType<typeof newPayroll>>['owner']['call'] }, at: string, sql: string) =>
  person.call('POST', `${at}/query`, { sql })

describe('a masked column', () => {
  test('reads as NULL below the query: rows, filters, sorting and arithmetic see nothing else', async () => {
    const { viewer, at, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'mask')

    const rows = await viewer.call('GET', `${staff}/rows`)
    const found = await query(viewer, at, 'select count(*) as n, max(salary) as m from staff where salary > 50')

    expect(rows.body.rows.map((row: { salary: unknown }) => row.salary)).toEqual([null, null])
    expect(rows.body.masked_columns).toEqual(['salary'])
    expect(found.body.rows).toEqual([{ n: 0, m: null }])
  })

  test('is seen by a role that a rule exempts, and by no one by rank', async () => {
    const { owner, hr, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'mask')
    await rule('pay', 'allow', 'hr')

    const [seen, unseen] = [await hr.call('GET', `${staff}/rows`), await owner.call('GET', `${staff}/rows`)]

    expect(seen.body.rows.map((row: { salary: unknown }) => row.salary)).toEqual([100, 200])
    expect(unseen.body.rows.map((row: { salary: unknown }) => row.salary)).toEqual([null, null])
  })

  test('of a row deleted by a user who does not see it comes back whole', async () => {
    const { owner, hr, at, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'mask')
    await rule('pay', 'allow', 'hr')
    const { body } = await owner.call('POST', `${staff}/rows/delete`, { expected_version: null, row_ids: [2] })

    const byOwner = await owner.call('POST', `${at}/ops/${body.op_id}/undo`)
    const byHr = await hr.call('POST', `${at}/ops/${body.op_id}/undo`)

    expect([byOwner.status, byOwner.body.code, byHr.status]).toEqual([403, 'masked_column', 200])
    expect((await hr.call('GET', `${staff}/rows/2`)).body.row).toMatchObject({ name: 'Ben', salary: 200 })
  })

  test('cannot be written by those from whom it is hidden', async () => {
    const { owner, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'mask')

    const refused = await owner.call('POST', `${staff}/rows`, {
      expected_version: null,
      rows: [{ __svc_row_id: 1, salary: 1 }],
    })

    expect(refused).toMatchObject({ status: 403, body: { code: 'masked_column' } })
  })
})

describe('a denied column', () => {
  test('does not exist: not in rows, not in the schema, not in the text of an error', async () => {
    const { viewer, at, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'deny')

    const rows = await viewer.call('GET', `${staff}/rows`)
    const schema = await viewer.call('GET', `${staff}/schema?format=json-schema`)
    const refused = await query(viewer, at, 'select salry from staff')

    expect(rows.body.rows[0]).toEqual({ __svc_row_id: 1, name: 'Aiko', city: 'Tokyo' })
    expect(JSON.stringify(schema.body)).not.toContain('salary')
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).not.toContain('salary')
  })
})

describe('a change of policies', () => {
  test('holds for the next request, takes older results back, and is in the audit log', async () => {
    const { owner, hr, at, tag, rule } = await newPayroll()
    const { body: before } = await query(hr, at, 'select salary from staff')
    await tag('salary', 'pay')

    await rule('pay', 'deny')

    const result = await hr.call('GET', `/api/v1/results/${before.id}`)
    const { entries } = (await owner.call('GET', `${at}/audit-log?limit=2`)).body
    expect(result).toMatchObject({ status: 410, body: { code: 'result_invalidated' } })
    expect(entries).toMatchObject([
      { action: 'policy.set', target: { tag: 'pay' }, detail: { effect: 'deny', role: '*' } },
      { action: 'column.tag', target: { table: 'staff', column: 'salary' }, detail: { tag: 'pay' } },
    ])
  })

  test('makes the workbook governed, and the last rule gone makes it free again; the tag stays', async () => {
    const { owner, at, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    const governed = async () => (await owner.call('GET', at)).body.governed

    const first = await rule('pay', 'mask')
    const again = await rule('pay', 'deny')
    const during = await governed()
    const deleted = await owner.call('DELETE', `${at}/policies/pay`)

    expect([first.status, again.status, deleted.status, during, await governed()]).toEqual([201, 200, 204, true, false])
    expect((await owner.call('GET', `${at}/classifications`)).body.classifications).toMatchObject([
      { table: 'staff', column: 'salary', tag: 'pay', inherited_from: null },
    ])
  })

  test('is for admins: an editor who could would see what is hidden from them', async () => {
    const { hr, at } = await newPayroll()

    const refused = [
      await hr.call('PUT', `${at}/policies/pay`, { effect: 'deny' }),
      await hr.call('DELETE', `${at}/policies/pay`),
      await hr.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' }),
      await hr.call('GET', `${at}/tables/staff/access?role=viewer`),
    ]

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'role_required']))
  })

  test('allow for everybody says nothing and is refused', async () => {
    const { rule } = await newPayroll()

    expect(await rule('pay', 'allow')).toMatchObject({ status: 422, body: { code: 'validation_error' } })
  })
})

describe('a tag', () => {
  test('hangs on the column: a rename and a retype keep it, and what a snapshot brings back bears it too', async () => {
    const { owner, viewer, at, staff, tag, rule } = await newPayroll()
    const { body: snapshot } = await owner.call('POST', `${at}/snapshots`, { summary: 'before' })
    await owner.call('PATCH', `${staff}/columns/salary`, { expected_version: null, type: 'BIGINT' })
    await owner.call('PATCH', `${staff}/columns/salary`, { expected_version: null, new_name: 'pay' })
    await tag('pay', 'money')
    await rule('money', 'deny')

    const past = await viewer.call('GET', `${staff}/rows?as_of=${snapshot.snapshot_id}`)

    expect(past.status).toBe(200)
    expect(past.body.rows[0]).toEqual({ __svc_row_id: 1, name: 'Aiko', city: 'Tokyo' })
  })

  test('attached twice is the same one, and taken off it no longer hides the column', async () => {
    const { owner, viewer, at, staff, tag, rule } = await newPayroll()
    await rule('pay', 'deny')

    const attached = [(await tag('salary', 'pay')).status, (await tag('salary', 'pay')).status]
    const untagged = await owner.call('DELETE', `${at}/artifacts/staff/columns/salary/tags/pay`)
    const unknown = await owner.call('DELETE', `${at}/artifacts/staff/columns/salary/tags/pay`)

    expect([...attached, untagged.status, unknown.status]).toEqual([201, 200, 204, 404])
    expect((await viewer.call('GET', `${staff}/rows`)).body.rows[0]).toHaveProperty('salary', 100)
  })
})

describe('a governed table', () => {
  test('tells the audit log of everybody who reads it: rows, queries and results alike', async () => {
    const { viewer, at, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await rule('pay', 'mask')

    await viewer.call('GET', `${staff}/rows`)
    const { body } = await query(viewer, at, 'select name from staff')
    await viewer.call('GET', `/api/v1/results/${body.id}`)

    const { rows } = await service.running.admin.query(
      `select sum(count)::int as reads from audit_pending where (parts).actor like '%' || $1 || '%'`,
      [viewer.userId],
    )
    expect(rows).toEqual([{ reads: 3 }])
  })
})

describe('the dry run of access', () => {
  test('of a role says which scope the credential of an owner lacks', async () => {
    const { owner, staff } = await newPayroll()
    const token = service.as(await service.newToken(owner, { scopes: ['workbooks:read'] }))

    const [own, refused] = [await token('GET', `${staff}/access`), await token('GET', `${staff}/access?role=hr`)]

    expect(own.status).toBe(200)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', required_scopes: ['governance:configure'] },
    })
  })

  test('tells by which rule a column is seen or not; of denied ones only who governs learns the names', async () => {
    const { owner, viewer, staff, tag, rule } = await newPayroll()
    await tag('salary', 'pay')
    await tag('city', 'place')
    await rule('pay', 'deny')
    await rule('place', 'mask', 'viewer')

    const own = await viewer.call('GET', `${staff}/access`)
    const asked = await owner.call('GET', `${staff}/access?user_id=${viewer.userId}`)

    expect(own.body).toMatchObject({ roles: ['viewer'], governed: true, denied_count: 1, denied_columns: null })
    expect(own.body.masked_columns).toEqual(['city'])
    expect(JSON.stringify(own.body)).not.toContain('salary')
    expect(asked.body).toMatchObject({ roles: ['viewer'], denied_columns: ['salary'], raw_preview: false })
    expect(asked.body.columns[1]).toMatchObject({ effect: 'deny', rule: { tag: 'pay', role: '*' }, tags: ['pay'] })
  })
})
