import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newKey, newMember, newWorkspace } from '../../../test/control-plane.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startService()
const SPOT = { x: 0, y: 0, width: 6, height: 4 }
const STAFF = [{ name: 'name' }, { name: 'salary' }]

const readerOf = (url: string) => service.as(url.split('#')[1] ?? '')

/** `staff` with a salary that is denied to editors and viewers, and a dashboard of its owner, shared by link, with the names alone. */
async function newShared() {
  const owner = await service.newPerson()
  const workspace = await newWorkspace(owner)
  const { body: workbook } = await owner.call('POST', '/api/v1/workbooks', { title: 'Staff', workspace_id: workspace })
  const at = `/api/v1/workbooks/${workbook.workbook_id}`
  await owner.call('POST', `${at}/tables`, { name: 'staff', columns: STAFF })
  const rows = [{ name: 'Ann', salary: 'SALARY-777' }]
  await owner.call('POST', `${at}/tables/staff/rows`, { rows, expected_version: null })
  await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
  for (const role of ['editor', 'viewer']) await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny', role })
  const editor = await newMember(service, owner, workspace, 'editor')
  const question = await made(owner.call, at, { name: 'names', sql: 'select name from staff' })
  const tiles = [{ ...SPOT, tile_id: 't1', kind: 'question', question_id: question }]
  const { body: dashboard } = await owner.call('POST', `${at}/dashboards`, { name: 'Public', tiles })
  const page = `${at}/dashboards/${dashboard.dashboard_id}`
  const link = await shared(owner.call, at, { kind: 'dashboard', target: dashboard.dashboard_id })
  return { owner, workspace, workbook: workbook.workbook_id as string, at, editor, question, tiles, page, read: link }
}

type Call = Awaited<ReturnType<typeof service.newPerson>>['call']

const made = async (call: Call, at: string, body: object): Promise<string> => {
  const { status, body: answer } = await call('POST', `${at}/questions`, body)
  if (status !== 201) throw new Error(`making a question answered ${status}: ${JSON.stringify(answer)}`)
  return answer.question_id
}

async function shared(call: Call, at: string, body: object) {
  const { status, body: link } = await call('POST', `${at}/links`, body)
  if (status !== 201) throw new Error(`sharing answered ${status}: ${JSON.stringify(link)}`)
  return readerOf(link.url)
}

const answer = (read: Call, tile = 't2') => read('GET', `/api/v1/shared/tiles/${tile}/answer`)

test('an editor keeps no question that they could not run: not new, not by changing one', async () => {
  const { editor, at, question } = await newShared()
  const sql = 'select name, salary from staff'

  const refused = await editor.call('POST', `${at}/questions`, { name: 'mine', sql })
  const broken = await editor.call('POST', `${at}/questions`, { name: 'mine', sql: 'selec' })
  const changed = await editor.call('PATCH', `${at}/questions/${question}`, { sql })

  expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_column' } })
  expect(broken).toMatchObject({ status: 422, body: { code: 'unknown_column' } })
  expect([422, 403]).toContain(changed.status)
  expect(JSON.stringify([refused.body, changed.body])).not.toContain('salary')
})

test('a tile that an editor puts on a shared dashboard shows what the editor sees, also of questions of others', async () => {
  const { owner, editor, at, page, tiles, read } = await newShared()
  const all = await made(owner.call, at, { name: 'all', sql: 'select * from staff' })
  const own = await made(editor.call, at, { name: 'own', sql: 'select * from staff' })
  const put = (call: Call, id: string) =>
    call('PATCH', page, { tiles: [...tiles, { ...SPOT, x: 6, tile_id: 't2', kind: 'question', question_id: id }] })

  const placed = await put(editor.call, all)
  const ofOwner = await answer(read)
  await put(editor.call, own)
  const ofEditor = await answer(read)
  // The owner moves tiles: what the editor wrote stays theirs.
  await owner.call('PATCH', page, {
    tiles: [...tiles, { ...SPOT, y: 9, tile_id: 't2', kind: 'question', question_id: own }],
  })
  const moved = await answer(read)

  expect(placed.status).toBe(200)
  for (const shown of [ofOwner, ofEditor, moved]) {
    expect(shown).toMatchObject({ status: 200, body: { rows: [['Ann', 1]] } })
    expect(JSON.stringify(shown.body)).not.toContain('SALARY')
  }
})

test('a view tile, and the link of a view, show no more than the view’s last writer sees', async () => {
  const { owner, editor, at, page, tiles, read } = await newShared()
  const { body: view } = await editor.call('POST', `${at}/saved-views`, { name: 'v', table: 'staff' })
  const whole = await shared(owner.call, at, { kind: 'view', target: view.view_id })
  const tile = { ...SPOT, x: 6, tile_id: 't2', kind: 'view', view_id: view.view_id }
  await editor.call('PATCH', page, { tiles: [...tiles, tile] })

  const rows = await read('GET', '/api/v1/shared/rows?tile_id=t2')
  const direct = await whole('GET', '/api/v1/shared/rows')
  await owner.call('PATCH', `${at}/saved-views/${view.view_id}`, { state: { columns: [{ column: 'salary' }] } })
  const taken = await whole('GET', '/api/v1/shared/rows')

  expect(rows.body.rows).toEqual([{ name: 'Ann' }])
  expect(direct.body.rows).toEqual([{ name: 'Ann' }])
  expect(taken.body.rows).toEqual([{ salary: 'SALARY-777', name: 'Ann' }])
})

test('a question that an editor changes answers through a link as the editor sees it, until another writes it', async () => {
  const { owner, editor, at, page, question, read } = await newShared()
  const { body: governance } = await owner.call('DELETE', `${at}/policies/pay?role=editor`)
  await editor.call('PATCH', `${at}/questions/${question}`, { sql: 'select salary from staff' })
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny', role: 'editor' })

  const hidden = await answer(read, 't1')
  await owner.call('PATCH', `${at}/questions/${question}`, { sql: 'select salary from staff' })
  const shown = await answer(read, 't1')

  expect(governance).toBeDefined()
  expect(hidden.status).toBe(422)
  expect(shown.body.rows).toEqual([['SALARY-777']])
  expect((await owner.call('GET', page)).status).toBe(200)
})

test('what a removed member, or a token that may not share, wrote is not shown by links until it is written again', async () => {
  const { owner, editor, workspace, at, question, read } = await newShared()
  const scopes = ['workbooks:read', 'workbooks:write']
  const token = service.as(await service.newToken(owner, { scopes }))
  await token('PATCH', `${at}/questions/${question}`, { sql: 'select name as n from staff' })
  const byToken = await answer(read, 't1')
  await editor.call('PATCH', `${at}/questions/${question}`, { sql: 'select upper(name) as n from staff' })
  await owner.call('DELETE', `/api/control/workspaces/${workspace}/users/${editor.userId}`)
  const byRemoved = await answer(read, 't1')
  await owner.call('PATCH', `${at}/questions/${question}`, { sql: 'select lower(name) as n from staff' })

  expect(byToken).toMatchObject({ status: 403, body: { code: 'hidden_from_links' } })
  expect(byRemoved).toMatchObject({ status: 403, body: { code: 'hidden_from_links' } })
  expect((await answer(read, 't1')).body.rows).toEqual([['ann']])
})

test('what a node of the release before changes is not shown by links until it is written again', async () => {
  const { owner, at, page, tiles, question, read } = await newShared()
  const { admin } = service.running
  const document = JSON.stringify({ kind: 'sql', sql: 'select * from staff' })
  await admin.query('update question set document = $2, version = version + 1 where question_id = $1', [
    fromWireId('qn', question),
    document,
  ])
  const changed = await answer(read, 't1')
  await owner.call('PATCH', `${at}/questions/${question}`, { sql: 'select name from staff' })
  await admin.query('update dashboard set version = version + 1 where dashboard_id = $1', [
    fromWireId('dash', page.split('/').at(-1) ?? ''),
  ])
  const moved = await answer(read, 't1')
  await owner.call('PATCH', page, { tiles })

  for (const refused of [changed, moved]) expect(refused.body.code).toBe('hidden_from_links')
  expect((await answer(read, 't1')).body.rows).toEqual([['Ann']])
})

test('a key is held to its own roles where it writes or shares', async () => {
  const { owner, workspace, at } = await newShared()
  await owner.call('PUT', `${at}/policies/pay`, { effect: 'deny', role: 'service' })
  const scopes = ['workbooks:read', 'workbooks:write', 'workbooks:share']
  const key = await newKey(service, owner, { scopes, workspace_id: workspace, rate_per_minute: 600 })

  const read = await shared(key, at, { kind: 'table', target: 'staff' })

  expect((await read('GET', '/api/v1/shared/rows')).body.rows).toEqual([{ name: 'Ann' }])
})

test('a token needs workbooks:share to make links, and its links end with it', async () => {
  const { owner, at } = await newShared()
  const scopes = ['workbooks:read', 'workbooks:write']
  const before = service.as(await service.newToken(owner, { scopes }))
  const { body: minted } = await owner.call('POST', '/api/v1/me/tokens', {
    name: 'sharing',
    scopes: [...scopes, 'workbooks:share'],
    expires_in_days: 1,
  })

  const refused = await before('POST', `${at}/links`, { kind: 'table', target: 'staff' })
  const read = await shared(service.as(minted.token), at, { kind: 'table', target: 'staff' })
  const live = await read('GET', '/api/v1/shared/rows')
  await owner.call('DELETE', `/api/v1/me/tokens/${minted.token_id}`)
  const ended = await read('GET', '/api/v1/shared/rows')

  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
  expect(live.status).toBe(200)
  expect(ended).toMatchObject({ status: 410, body: { code: 'link_ended' } })
  const { body } = await owner.call('GET', `${at}/links`)
  expect(body.links.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'live'])
})

test('a workspace and its account may show links to members only, or turn them off; the stricter counts, for links that exist too', async () => {
  const { owner, editor, workspace, at, read } = await newShared()
  const outsider = await service.newPerson()
  const allow = (to: string) => owner.call('PATCH', `/api/control/workspaces/${workspace}`, { public_links: to })
  const account = (to: string) => owner.call('PUT', '/api/control/account/policy', { public_links: to })
  const asked = (session?: string) =>
    read('GET', '/api/v1/shared', undefined, session === undefined ? {} : { 'x-svc-session': session })

  const set = await allow('members')
  const forMembers = [await asked(), await asked(outsider.session), await asked(editor.session)]
  const membersOnly = await editor.call('GET', `${at}/links`)
  const { body: more } = await owner.call('POST', `${at}/links`, { kind: 'table', target: 'staff' })
  await account('off')
  const { body: listed } = await editor.call('GET', `${at}/links`)
  const off = [await asked(editor.session), await owner.call('POST', `${at}/links`, { kind: 'table', target: 'staff' })]
  await account('allowed')
  await allow('allowed')
  const { body: log } = await owner.call('GET', '/api/control/account/log')

  expect(set.body.public_links).toBe('members')
  expect(forMembers.map(({ status }) => status)).toEqual([403, 403, 200])
  expect(forMembers[0]?.body.code).toBe('members_only')
  expect(more.status).toBe('live')
  expect([membersOnly.body.public_links, listed.public_links]).toEqual(['members', 'off'])
  expect(off.map(({ body }) => body.code)).toEqual(['link_ended', 'links_off'])
  expect((await asked()).status).toBe(200)
  expect(JSON.stringify(log.entries)).toContain('workspace.public_links.set')
})

test('the upgrade takes writers and makers from the audit log, and closes what is not known there', async () => {
  const { owner, editor, at, page, tiles, read } = await newShared()
  const { admin } = service.running
  const own = await made(editor.call, at, { name: 'own', sql: 'select * from staff' })
  const unlogged = await made(owner.call, at, { name: 'unlogged', sql: 'select 1 as one' })
  await owner.call('PATCH', page, {
    tiles: [
      { ...tiles[0], question_id: own },
      { ...SPOT, x: 6, tile_id: 't2', kind: 'question', question_id: unlogged },
    ],
  })
  await admin.query(`update question set name = 'never written' where question_id = $1`, [fromWireId('qn', unlogged)])
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  for (const table of ['question', 'saved_view', 'dashboard'])
    await admin.query(`update ${table} set writers = null, writers_version = null where workbook_id = $1`, [workbookId])
  const closed = await answer(read, 't1')

  await admin.query(`begin; ${BACKFILL}; commit`)

  expect(closed.body.code).toBe('hidden_from_links')
  expect((await answer(read, 't1')).body.rows).toEqual([['Ann', 1]])
  expect((await answer(read, 't2')).body.code).toBe('hidden_from_links')
})

const migration = readFileSync(
  new URL('../../../migrations/0110-writers-of-what-is-shown.sql', import.meta.url),
  'utf8',
)
const BACKFILL = migration.slice(migration.indexOf('create function pg_temp.id_in'))
