import { expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import { newTable, SALES, THREE_SALES } from '../../../test/new-table.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()

const textIn = (url: string) => url.split('#')[1] ?? ''
const readerOf = (url: string) => service.as(textIn(url))

/** A table with a link that shows it. */
async function newLink(body: object = {}) {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const answer = await made.call('POST', `${made.at}/links`, { kind: 'table', target: 'sales', ...body })
  return { ...made, link: answer.body, read: readerOf(answer.body.url ?? '') }
}

/** Columns `region` (tagged) and `amount`, with a rule for links. */
async function govern(made: Awaited<ReturnType<typeof newTable>>, effect: string, role = 'link') {
  await made.call('POST', `${made.at}/artifacts/sales/columns/region/tags`, { tag: 'secret' })
  await made.call('PUT', `${made.at}/policies/secret`, { effect, role })
}

test('a link shows a table to a reader without an account, and nothing else of the service', async () => {
  const { at, link, read, owner } = await newLink({ name: 'for the board', expires_in_days: 7 })

  const shown = await read('GET', '/api/v1/shared')
  const rows = await read('GET', '/api/v1/shared/rows?limit=2&offset=1')
  const others = await Promise.all(
    [`${at}/tables/sales/rows`, '/api/v1/me/workbooks', '/api/v1/me', `${at}/links`].map((path) => read('GET', path)),
  )

  expect(link).toMatchObject({ kind: 'table', target: 'sales', name: 'for the board', status: 'live' })
  expect(link.url).toMatch(/\/shared#svc_link_[0-9A-Za-z]{44}$/)
  expect(shown.body).toMatchObject({ kind: 'table', name: 'sales', tiles: [] })
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
  expect(rows.body).toMatchObject({ row_count: 3, rows: [{ region: 'b', amount: 2 }, { region: 'c' }] })
  expect(Object.keys(rows.body.rows[0])).toEqual(['region', 'amount', 'note'])
  expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect((await owner.call('GET', '/api/v1/shared')).status).toBe(401)
})

test('a link that is revoked, has expired, or whose table is gone shows nothing from the next request on', async () => {
  const [revoked, expired, gone] = [await newLink(), await newLink(), await newLink()]
  const { admin } = service.running

  await revoked.call('DELETE', `${revoked.at}/links/${revoked.link.link_id}`)
  await admin.query(`update credential set expires_at = now() where prefix = $1`, [expired.link.prefix])
  await gone.call('DELETE', `${gone.table}?expected_version=null`)

  for (const { read } of [revoked, expired, gone])
    expect(await read('GET', '/api/v1/shared/rows')).toMatchObject({ status: 410, body: { code: 'link_ended' } })
  expect((await revoked.call('GET', `${revoked.at}/links`)).body.links).toMatchObject([{ status: 'revoked' }])
  expect((await expired.call('GET', `${expired.at}/links`)).body.links).toMatchObject([{ status: 'expired' }])
  expect((await gone.call('GET', `${gone.at}/links`)).body.links).toMatchObject([{ target: null }])
})

test('a link ends when its maker may no longer edit the workbook', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body: workbook } = await owner.call('POST', '/api/v1/workbooks', { title: 'Shared', workspace_id: workspace })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'sales', columns: SALES })
  const editor = await newMember(service, owner, workspace, 'editor')
  const viewer = await newMember(service, owner, workspace, 'viewer')
  const { body: link } = await editor.call('POST', `${at}/links`, { kind: 'table', target: 'sales' })
  const before = await readerOf(link.url)('GET', '/api/v1/shared')

  await owner.call('DELETE', `/api/control/workspaces/${workspace}/users/${editor.userId}`)

  expect([before.status, (await readerOf(link.url)('GET', '/api/v1/shared')).status]).toEqual([200, 410])
  expect((await viewer.call('POST', `${at}/links`, { kind: 'table', target: 'sales' })).body.code).toBe('role_required')
})

test('the token of a member makes links in a workbook that another account pays for, and none beyond itself', async () => {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body: workbook } = await owner.call('POST', '/api/v1/workbooks', { title: 'Shared', workspace_id: workspace })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'sales', columns: SALES })
  const editor = await newMember(service, owner, workspace, 'editor')
  const { body: minted } = await editor.call('POST', '/api/v1/me/tokens', {
    name: 'pinned',
    resource: `workbook:${workbook.workbook_id}`,
    scopes: ['workbooks:read', 'workbooks:write', 'workbooks:share'],
    expires_in_days: 10,
  })
  const share = (more: object) =>
    service.as(minted.token)('POST', `${at}/links`, { kind: 'table', target: 'sales', ...more })

  const [made, longer] = [await share({}), await share({ expires_in_days: 11 })]

  expect(made.status).toBe(201)
  expect((await readerOf(made.body.url)('GET', '/api/v1/shared/rows')).status).toBe(200)
  expect(longer).toMatchObject({ status: 403, body: { code: 'scope_exceeds_issuer' } })
})

test('policies of the role link hide and mask for readers of links; so do those of the maker', async () => {
  const [masked, denied, own] = [await newLink(), await newLink(), await newLink()]
  await govern(masked, 'mask')
  await govern(denied, 'deny')
  await govern(own, 'mask', 'admin')

  const rowsOf = async ({ read }: { read: (typeof masked)['read'] }) =>
    (await read('GET', '/api/v1/shared/rows')).body.rows[0]

  expect(await rowsOf(masked)).toMatchObject({ region: null, amount: 1 })
  expect(await rowsOf(denied)).not.toHaveProperty('region')
  expect(await rowsOf(own)).toMatchObject({ region: null, amount: 1 })
  expect((await masked.readAll())[0]).toMatchObject({ region: 'a' })
})

test('where every column is denied rows are empty, to readers of links as to others, in each format', async () => {
  const made = await newLink()
  for (const column of ['region', 'amount', 'note'])
    await made.call('POST', `${made.at}/artifacts/sales/columns/${column}/tags`, { tag: 'secret' })
  await made.call('PUT', `${made.at}/policies/secret`, { effect: 'deny' })

  const shared = await made.read('GET', '/api/v1/shared/rows')
  const [json, lines, csv, arrow] = await Promise.all(
    ['json', 'ndjson', 'csv', 'arrow'].map((format) =>
      made.call('GET', `${made.table}/rows?include_row_ids=false&format=${format}`),
    ),
  )

  expect(shared).toMatchObject({ status: 200, body: { columns: [], rows: [{}, {}, {}] } })
  expect(json).toMatchObject({ status: 200, body: { columns: [], rows: [{}, {}, {}] } })
  expect(lines).toMatchObject({ status: 200, body: '{}\n{}\n{}\n' })
  expect([csv?.status, arrow?.status]).toEqual([200, 200])
})

test('a view keeps its filter, order and hidden columns; a filter by what links may not see shows no row at all', async () => {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const { body: view } = await made.call('POST', `${made.at}/saved-views`, {
    name: 'large',
    table: 'sales',
    filter: [{ column: 'amount', op: '>=', value: 2 }],
    order_by: [{ column: 'amount', direction: 'desc' }],
    columns: [{ column: 'amount', format: '#,##0' }, { column: 'region' }, { column: 'note', hidden: true }],
  })
  const { body: link } = await made.call('POST', `${made.at}/links`, { kind: 'view', target: view.view_id })
  const read = readerOf(link.url)

  const { body } = await read('GET', '/api/v1/shared/rows')
  await made.call('POST', `${made.at}/artifacts/sales/columns/amount/tags`, { tag: 'secret' })
  await made.call('PUT', `${made.at}/policies/secret`, { effect: 'mask', role: 'link' })

  expect(body.rows).toEqual([
    { amount: 3, region: 'c' },
    { amount: 2, region: 'b' },
  ])
  expect(body).toMatchObject({ row_count: 2, columns: [{ name: 'amount', format: '#,##0' }, { name: 'region' }] })
  expect((await read('GET', '/api/v1/shared/rows')).body.code).toBe('hidden_from_links')
})

test('a dashboard shows its tiles as links see them, and no question that is not on it', async () => {
  const made = await newTable(service, { columns: SALES, rows: THREE_SALES })
  const question = async (name: string, sql: string) =>
    (await made.call('POST', `${made.at}/questions`, { name, sql })).body.question_id
  const { body: view } = await made.call('POST', `${made.at}/saved-views`, { name: 'all', table: 'sales' })
  const spot = { x: 0, y: 0, width: 6, height: 4 }
  const tiles = [
    { ...spot, tile_id: 'a', kind: 'question', question_id: await question('regions', 'select region from sales') },
    { ...spot, tile_id: 'b', kind: 'view', view_id: view.view_id, x: 6 },
    { ...spot, tile_id: 'c', kind: 'text', text: 'This month', y: 4 },
  ]
  const { body: dashboard } = await made.call('POST', `${made.at}/dashboards`, { name: 'Month', tiles })
  const sent = { kind: 'dashboard', target: dashboard.dashboard_id }
  const read = readerOf((await made.call('POST', `${made.at}/links`, sent)).body.url)
  await govern(made, 'mask')

  const shown = await read('GET', '/api/v1/shared')
  const answer = await read('GET', '/api/v1/shared/tiles/a/answer')
  const rows = await read('GET', '/api/v1/shared/rows?tile_id=b')

  expect(shown.body.tiles).toMatchObject([{ title: 'regions' }, { title: 'all' }, { text: 'This month', title: null }])
  expect(answer.body.rows).toEqual([[null], [null], [null]])
  expect(rows.body.rows[0]).toMatchObject({ region: null, amount: 1 })
  for (const path of ['/tiles/b/answer', '/tiles/z/answer', '/rows', '/rows?tile_id=a'])
    expect((await read('GET', `/api/v1/shared${path}`)).status).toBe(404)
  expect(JSON.stringify(shown.body)).not.toContain('select')
})

test('making, reading and revoking a link stand in the audit log and are announced; its text stands nowhere', async () => {
  const { call, at, link, read } = await newLink()
  await read('GET', '/api/v1/shared')
  await read('GET', '/api/v1/shared')
  await call('DELETE', `${at}/links/${link.link_id}`)
  await service.running.admin.query(`update audit_pending set chain_after = now() - interval '1 minute'`)
  await call('POST', `${at}/tables`, { name: 'other', columns: SALES })

  const { body: log } = await call('GET', `${at}/audit-log`)
  const { rows } = await service.running.admin.query(
    'select payload from outbox where workbook_id = $1 order by sequence',
    [fromWireId('wb', at.split('/').at(-1) ?? '')],
  )

  const logged = log.entries.filter(({ action }: { action: string }) => action.startsWith('link.'))
  expect(logged.map(({ action }: { action: string }) => action).sort()).toEqual([
    'link.create',
    'link.read',
    'link.revoke',
  ])
  expect(logged.find(({ action }: { action: string }) => action === 'link.read')).toMatchObject({
    actor: { credential: 'link', credential_id: link.link_id },
    count: 2,
  })
  expect(rows.map(({ payload }) => payload.data.cause)).toEqual(expect.arrayContaining(['link.create', 'link.revoke']))
  expect(JSON.stringify([log, rows])).not.toContain(textIn(link.url))
})

test('a token makes no link that outlives it; the role link is not given to members', async () => {
  const { owner, at } = await newTable(service, { columns: SALES })
  const workspace = await newWorkspace(owner)
  const call = service.as(
    await service.newToken(owner, { scopes: ['workbooks:write', 'workbooks:share'], expires_in_days: 3 }),
  )

  const bounded = await call('POST', `${at}/links`, { kind: 'table', target: 'sales' })
  const longer = await call('POST', `${at}/links`, { kind: 'table', target: 'sales', expires_in_days: 30 })
  const role = await owner.call('PUT', `/api/control/workspaces/${workspace}/users/${owner.userId}/roles`, {
    roles: ['link'],
  })

  expect(Date.parse(bounded.body.expires_at)).toBeLessThan(Date.now() + 3.1 * 24 * 3600 * 1000)
  expect(longer.body.code).toBe('scope_exceeds_issuer')
  expect(role.body.code).toBe('reserved_role')
})
