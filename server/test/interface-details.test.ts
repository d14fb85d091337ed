import { expect, test } from 'vitest'
import { describeApi } from '../src/main/documents/documents.ts'
import { newWorkspace, personalWorkspace } from './control-plane.ts'
import { newTable, SALES, THREE_SALES } from './new-table.ts'
import { resolved } from './resolved-schema.ts'
import { startService } from './service.ts'

/** Small promises of the interface that no feature's tests are about. */

const service = startService()

const newSales = () => newTable(service, { columns: SALES, rows: THREE_SALES })

test('a description that is left out is taken away, as null takes it', async () => {
  const { call, at } = await newSales()
  const paths = ['/artifacts/sales/description', '/artifacts/sales/columns/region/description']
  for (const path of paths) await call('PUT', `${at}${path}`, { description: 'Sales' })

  const answers = await Promise.all(paths.map((path) => call('PUT', `${at}${path}`, {})))

  expect(answers.map(({ status, body }) => [status, body.description])).toEqual(Array(2).fill([200, null]))
})

test('access, merge and column tags answer under both path families', async () => {
  const { call, at } = await newSales()

  const tagged = await call('POST', `${at}/tables/sales/columns/region/tags`, { tag: 'pii' })
  const access = await call('GET', `${at}/artifacts/sales/access`)
  const merged = await call('POST', `${at}/artifacts/sales/merge`, {})
  const untagged = await call('DELETE', `${at}/tables/sales/columns/region/tags/pii`)

  expect([tagged.status, untagged.status]).toEqual([201, 204])
  expect(access).toMatchObject({
    status: 200,
    body: { table: 'sales', columns: [{ name: 'region', tags: ['pii'] }, {}, {}] },
  })
  // What is sent is no form: the endpoint is there, and says so.
  expect(merged.status).toBe(415)
})

test('a policy counts the columns of today, and not those that were dropped', async () => {
  const { call, at, table } = await newSales()
  for (const column of ['region', 'note']) await call('POST', `${table}/columns/${column}/tags`, { tag: 'pii' })
  const policy = await call('PUT', `${at}/policies/pii`, { effect: 'mask', role: 'guest' })

  await call('DELETE', `${table}/columns/note?expected_version=null`)

  expect(policy.body).toMatchObject({ columns: 2, mask_style: null })
  expect((await call('GET', `${at}/policies`)).body.policies).toMatchObject([
    { tag: 'pii', columns: 1, mask_style: null },
  ])
})

test('a table is bound to a sheet of a provider by the name that cloud files have for it', async () => {
  const { call, at } = await newSales()
  await call('POST', `${at}/tables`, { name: 'costs', columns: [{ name: 'n' }] })
  const bind = (table: string, external_kind: string) =>
    call('POST', `${at}/artifacts/${table}/sync-bindings`, { actor: 'Aiko', external_kind, external_ref: table })

  const [sheets, microsoft, unknown] = await Promise.all([
    bind('sales', 'google_sheets'),
    bind('costs', 'microsoft'),
    bind('sales', 'provider_a_sheets'),
  ])

  expect(sheets.body.binding).toMatchObject({ external_kind: 'google_sheets' })
  expect(microsoft.body.binding).toMatchObject({ external_kind: 'microsoft' })
  expect(unknown.body.errors).toMatchObject([{ message: "must be 'google_sheets' or 'microsoft'" }])
})

test('an A1 write without values says that there are none', async () => {
  const { call, table } = await newSales()

  const { status, body } = await call('PUT', `${table}/a1`, { range: 'A2', values: [[]], expected_version: null })

  expect([status, body.code, body.title]).toEqual([422, 'shape_mismatch', 'There are no values to write'])
})

test('a retype that fails advises to change the values, not the type', async () => {
  const { call, table } = await newSales()

  const { status, body } = await call('PATCH', `${table}/columns/region`, { type: 'INTEGER', expected_version: null })

  expect([status, body.code]).toEqual([400, 'uncastable_value'])
  expect(body.suggested_fix).toBe('Change these values first, or choose a type that holds them.')
})

test('"personal" names the own workspace wherever a workspace is named', async () => {
  const person = await service.newPerson()
  await newWorkspace(person)
  const id = await personalWorkspace(person)

  const created = await person.call('POST', '/api/v1/workbooks', { title: 'Mine', workspace_id: 'personal' })
  const read = await person.call('GET', '/api/control/workspaces/personal')
  const key = await person.call('POST', '/api/control/account/keys', {
    scopes: ['workbooks:read'],
    workspace_id: 'personal',
  })

  expect(created).toMatchObject({ status: 201, body: { workspace_id: id } })
  expect(read).toMatchObject({ status: 200, body: { workspace_id: id } })
  expect(key).toMatchObject({ status: 201, body: { workspace_id: id } })
})

test('a caller out of reach is not sent to a session', async () => {
  const [person, other] = [await service.newPerson(), await service.newPerson()]
  const theirs = await newWorkspace(other)

  const { status, body } = await person.call('POST', '/api/v1/workbooks', { title: 'x', workspace_id: theirs })

  expect([status, body.code]).toEqual([403, 'out_of_reach'])
  expect(body.suggested_fix).not.toMatch(/session/)
})

test('a pinned credential mints within its own reach when nothing is said about it', async () => {
  const { id, owner } = await service.newWorkbook()
  const pinned = service.as(await service.newToken(owner, { scopes: ['workbooks:read'], resource: `workbook:${id}` }))
  const workspaceId = await newWorkspace(owner)
  const key = await owner.call('POST', '/api/control/account/keys', {
    scopes: ['keys:mint'],
    workspace_id: workspaceId,
  })

  const token = await pinned('POST', '/api/v1/me/tokens', { name: 'child' })
  const child = await service.as(key.body.key)('POST', '/api/control/account/keys', { scopes: ['keys:mint'] })
  const wider = await pinned('POST', '/api/v1/me/tokens', { name: 'wide', resource: 'account' })

  expect(token).toMatchObject({ status: 201, body: { resource: `workbook:${id}` } })
  expect(child).toMatchObject({ status: 201, body: { workspace_id: workspaceId } })
  expect(wider).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
})

test('a workspace whose name is sent as null keeps it, and the answer names the field', async () => {
  const person = await service.newPerson()
  const id = await newWorkspace(person)

  const { status, body, headers } = await person.call('PATCH', `/api/control/workspaces/${id}`, {
    name: null,
    residency: 'JP',
  })

  expect([status, body.residency]).toEqual([200, 'JP'])
  expect(headers.get('x-svc-ignored-fields')).toBe('name')
})

test('rows that are accepted only in a format there is none of are refused', async () => {
  const { call, at, table } = await newSales()
  const accept = { accept: 'text/csv' }

  const query = await call('POST', `${at}/query`, { sql: 'SELECT 1 AS n' }, accept)
  const { body: result } = await call('POST', `${at}/query`, { sql: 'SELECT 1 AS n' })
  const page = await call('GET', `/api/v1/results/${result.id}`, undefined, accept)
  const rows = await call('GET', `${table}/rows`, undefined, accept)

  expect([query.status, query.body.code, page.status]).toEqual([406, 'not_acceptable', 406])
  expect(rows.headers.get('content-type')).toContain('text/csv')
  expect((await call('GET', `/api/v1/results/${result.id}`, undefined, { accept: 'text/html, */*' })).status).toBe(200)
})

test('a file whose part names no type has the type of its name', async () => {
  const { owner, at } = await newSales()
  const form = [
    '--b',
    'Content-Disposition: form-data; name="mode"',
    '',
    'staged',
    '--b',
    'Content-Disposition: form-data; name="file"; filename="books.xlsx"',
    '',
    'PK',
    '--b--',
    '',
  ]

  const response = await fetch(`${service.url()}${at}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: form.join('\r\n'),
  })

  // Safe: the answer is read as what it is expected to be.
  const { source } = (await response.json()) as { source: { content_type: string } }
  expect(source.content_type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})

test('the document names the defaults of an upload and of a tracked file', () => {
  const document = describeApi()
  const paths = resolved(document.paths, document) as Record<string, { post: { requestBody: unknown } }>
  const at = '/api/v1/workbooks/{workbook_id}'
  const bodyOf = (path: string) => JSON.stringify(paths[`${at}${path}`]?.post.requestBody)

  expect(bodyOf('/sources')).toMatch(/"mode":{[^}]*"default":"auto"/)
  expect(bodyOf('/sources')).toMatch(/"structuring":{"anyOf":\[[^\]]*\][^\]]*\],"default":"auto"/)
  expect(bodyOf('/file-links/local')).toMatch(/"on_existing":{[^}]*"default":"auto"/)
  expect(bodyOf('/sources/{source_name}/materialize')).toMatch(/"mode":{[^}]*"default":"new"/)
})
