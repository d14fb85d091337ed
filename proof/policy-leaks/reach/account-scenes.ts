import { fromWireId } from '../../../server/src/platform/ids.ts'
import { openDomains } from '../../../server/test/company.ts'
import {
  defaultAccount,
  newDeveloperAccount,
  newWorkspace,
  personalWorkspace,
} from '../../../server/test/control-plane.ts'
import { mint } from '../callers.ts'
import { asCaller, newWebhookOf } from '../requests/account-requests.ts'
import { provider } from '../requests/company-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { EDITOR, OWNER, type Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'

const SESSION = 'owner session'

/** Accounts, workspaces, members, credentials, trash and webhooks. */
export async function reachAccountProblems(stage: Stage): Promise<void> {
  await changeWorkspaces(stage)
  await runCompany(stage)
  await useTrash(stage)
  await useWebhooks(stage)
  await reachLimits(stage)
  const { world, ask } = stage
  const account = await defaultAccount(world.owner)
  await ask('deleteAccount', { by: SESSION, json: { account_id: account, confirm: 'x' } })
  const developer = await newDeveloperAccount(world.owner)
  await ask('deleteAccount', { by: SESSION, json: { account_id: developer, confirm: 'not its name' } })
  for (const operation of ['readTableAccess', 'readArtifactAccess']) {
    await ask(operation, { by: EDITOR, query: 'role=viewer' })
    await ask(operation, { by: EDITOR, query: `user_id=${world.owner.userId}` })
  }
  await ask('cancelJob', { by: 'editor session', names: { job_id: world.jobs.get('owner') ?? '' } })
  await ask('readJob', { by: 'stranger session', names: { job_id: world.jobs.get('owner') ?? '' } })
  const elsewhere = asCaller(
    'token of another workbook',
    (await mint(world.owner, '/api/v1/me/tokens', { resource: `workbook:${await newBook(world)}` })).token,
  )
  for (const operation of ['readJob', 'cancelJob'])
    await ask(operation, { by: elsewhere, names: { job_id: world.jobs.get('owner') ?? '' } })
  const reader = await mint(world.owner, '/api/v1/me/tokens', { resource: 'account', scopes: ['workbooks:read'] })
  await ask('exportTables', {
    by: asCaller('reading token', reader.token),
    json: { tables: ['staff'], record_branch: true },
  })
  for (const operation of ['createToken', 'createKey']) {
    await ask(operation, { by: OWNER, json: { name: 'x', scopes: ['workbooks:read'], resource: 'account' } })
    await ask(operation, { by: EDITOR, json: { name: 'x', scopes: ['workbooks:read'], resource: 'account' } })
    await ask(operation, {
      by: 'editor session',
      json: {
        name: 'x',
        scopes: ['workbooks:read'],
        resource: `workbook:${await newBook(world)}`,
        account_id: account,
      },
    })
    await ask(operation, {
      by: 'stranger session',
      json: { name: 'x', scopes: ['workbooks:read'], resource: `workbook:${world.workbookId}` },
    })
    await ask(operation, { by: 'key workspace_id', json: { name: 'x', scopes: ['workbooks:read'] } })
  }
  const { token_id: id } = await mint(world.owner, '/api/v1/me/tokens', { resource: 'account' })
  await ask('revokeToken', { by: OWNER, names: { token_id: id } })
  await ask('revokeToken', { by: EDITOR, names: { token_id: id } })
  await ask('revokeToken', { by: elsewhere, names: { token_id: id } })
  await ask('revokeToken', { by: SESSION, names: { token_id: id } })
  const elsewhereKey = { scopes: ['workbooks:read'], workspace_id: world.workspace }
  await ask('createKey', { by: 'stranger session', json: elsewhereKey })
  const { key_id: keyId } = await mint(world.owner, '/api/control/account/keys', {})
  await ask('revokeKey', { by: 'key workspace_id', names: { key_id: keyId } })
  await ask('revokeKey', { by: SESSION, names: { key_id: keyId } })
  await ask('listKeys', { by: 'key workspace_id' })
  await ask('listTokens', { by: SESSION })
}

async function changeWorkspaces({ world, ask }: Stage) {
  const { owner, people, workspace } = world
  const member = { names: { user_id: people.custom.userId } }
  await ask('setWorkspaceUserRoles', { by: SESSION, ...member, json: { roles: ['admin'] } })
  await ask('setWorkspaceUserRoles', { by: 'viewer session', ...member, json: { roles: ['other'] } })
  await ask('setWorkspaceUserAttributes', { by: 'viewer session', ...member, json: { attributes: {} } })
  await ask('removeWorkspaceUser', { by: 'viewer session', ...member })
  await ask('removeWorkspaceUser', { by: 'admin session', names: { user_id: owner.userId } })
  for (const [operation, json] of [
    ['configureWorkspace', { name: 'x' }],
    ['inviteToWorkspace', { email: 'x@example.org', base_role: 'viewer' }],
    ['listInvitations', undefined],
    ['deleteWorkspace', undefined],
  ] as const)
    await ask(operation, { by: 'viewer session', ...(json ? { json } : {}) })
  await ask('withdrawInvitation', { by: 'viewer session', names: { invitation_id: 'inv_01JCQ8Z5X6Y7V8W9A0B1C2D3E4' } })
  await ask('inviteToWorkspace', { by: SESSION, json: { email: people.viewer.email, base_role: 'viewer' } })
  await ask('deleteWorkspace', { by: SESSION })
  await ask('deleteWorkspace', { by: SESSION, names: { workspace_id: await personalWorkspace(owner) } })
  await ask('provisionWorkspace', { by: SESSION, json: { name: 'x', account_id: 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4' } })
  await ask('createWorkbook', { by: 'viewer session', json: { title: 'x', workspace_id: workspace } })
  const bundle = () => fileForm('book.zip', 'no bundle', { workspace_id: workspace })
  await ask('bringBundle', { by: 'viewer session', form: bundle() })
  await ask('bringBundle', { by: EDITOR, form: bundle() })
  await ask('bringBundle', { by: 'stranger session', form: bundle() })
  await ask('makeBundle', { by: 'editor session' })
  await ask('makeBundle', { by: SESSION })
  const account = await newDeveloperAccount(owner)
  const { key } = await mint(owner, '/api/control/account/keys', { account_id: account })
  const empty = asCaller('key of an empty account', key)
  await ask('createWorkbook', { by: empty, json: { title: 'x' } })
  await ask('bringBundle', { by: empty, form: fileForm('book.zip', 'no bundle') })
  await newWorkspace(owner, { account_id: account })
}

/** A company whose domain is verified, or held by another; and what its identity provider may not do. */
async function runCompany(stage: Stage) {
  const { world, ask } = stage
  const domains = await openDomains()
  const node = await startNode(stage, domains.settings)
  try {
    const at = { by: SESSION, node: node.url }
    const domain = `${fresh('company').replace('_', '-')}.example`
    const { body } = await world.owner.call('POST', '/api/control/account/domains', { domain })
    await ask('verifyDomain', { ...at, names: { domain } })
    domains.publish(body.record_name, body.record_value)
    await ask('verifyDomain', { ...at, names: { domain } })
    const other = world.people.editor
    const second = await other.call('POST', '/api/control/account/domains', { domain })
    domains.publish(second.body.record_name, second.body.record_value)
    await ask('verifyDomain', { ...at, by: 'editor session', names: { domain } })
    await ask('verifyDomain', { ...at, names: { domain: 'nowhere.example' } })
  } finally {
    await node.close()
    domains.close()
  }
  await ask('setGroupRoles', {
    by: SESSION,
    json: { group_roles: [{ group: 'x', base_role: 'viewer', custom_roles: ['admin'] }] },
  })
  await ask('listGroupRoles', { by: 'viewer session' })
  await ask('setGroupRoles', { by: 'viewer session', json: { group_roles: [] } })
  const { by } = await provider(stage)
  // Not any word: an answer as long as a hidden file would pass for its size.
  await ask('readScimElsewhere', { by, names: { name: 'Printers' } })
  for (const [kind, json] of [
    ['User', { userName: 'twice' }],
    ['Group', { displayName: 'twice' }],
  ] as const)
    for (let time = 0; time < 2; time++) await ask(`createScim${kind}`, { by, json })
}

async function useTrash({ world, ask }: Stage) {
  const { owner, people, at } = world
  const trashed = async () => {
    const name = fresh('trashed')
    await owner.call('POST', `${at}/tables`, { name, columns: [{ name: 'a' }] })
    await owner.call('DELETE', `${at}/tables/${name}?expected_version=null`)
    const { body } = await owner.call('GET', '/api/v1/me/trash')
    const list: { id: string; title: string }[] = body.trash
    return { id: list.find(({ title }) => title === name)?.id ?? 'none', name }
  }
  const table = await trashed()
  await ask('listTrash', { by: SESSION })
  await ask('restoreFromTrash', { by: 'viewer session', names: { id: table.id } })
  await owner.call('POST', `${at}/tables`, { name: table.name, columns: [{ name: 'a' }] })
  await ask('restoreFromTrash', { by: 'editor session', names: { id: table.id } })
  await ask('restoreFromTrash', { by: 'editor session', names: { id: (await trashed()).id } })
  const book = await newBook(world)
  await owner.call('PUT', `/api/v1/workbooks/${book}/members/${people.editor.userId}`, { role: 'editor' })
  await ask('deleteWorkbook', { by: 'editor session', names: { workbook_id: book } })
  await owner.call('DELETE', `/api/v1/workbooks/${book}`)
  await ask('restoreFromTrash', { by: 'editor session', names: { id: book } })
  await ask('restoreFromTrash', { by: SESSION, names: { id: book } })
}

async function useWebhooks(stage: Stage) {
  const { world, ask } = stage
  const webhook_id = await newWebhookOf(stage)
  const by = 'editor session'
  await ask('testWebhook', { by, names: { webhook_id } })
  const listed = await ask('listWebhookDeliveries', { by, names: { webhook_id } })
  const delivery_id: string = listed.body?.deliveries?.[0]?.delivery_id ?? 'none'
  await ask('redeliverWebhook', { by, names: { webhook_id, delivery_id } })
  await ask('changeWebhook', { by, names: { webhook_id }, json: { url: 'ftp://example.org/hook' } })
  await ask('createWebhook', { by, json: { url: 'ftp://example.org/hook' } })
  await world.owner.call('POST', `${world.at}/snapshots`, { summary: 'sent' })
  const later = await ask('listWebhookDeliveries', { by, names: { webhook_id } })
  const ofEvent: { delivery_id: string; kind?: string; event?: string }[] = later.body?.deliveries ?? []
  await world.service.admin.query('delete from outbox where workbook_id = $1', [fromWireId('wb', world.workbookId)])
  for (const each of ofEvent)
    await ask('redeliverWebhook', { by, names: { webhook_id, delivery_id: each.delivery_id } })
  const pinned = asCaller('pinned token', stage.caller(EDITOR).credential)
  for (const operation of [
    'changeWebhook',
    'rotateWebhookSecret',
    'listWebhookDeliveries',
    'testWebhook',
    'deleteWebhook',
    'redeliverWebhook',
  ])
    await ask(operation, {
      by: pinned,
      names: { webhook_id, delivery_id },
      ...(operation === 'changeWebhook' ? { json: { status: 'paused' } } : {}),
    })
}

/** A node that allows none of anything. */
async function reachLimits(stage: Stage) {
  const { world, ask } = stage
  const { settings } = world.service
  const none = { ...settings.limits, workbooksPerWorkspace: 0, tokensPerUser: 0, keysPerAccount: 0 }
  const full = await startNode(stage, { limits: none, webhooks: { ...settings.webhooks, perUser: 0 } })
  try {
    await ask('createToken', { by: SESSION, node: full.url, json: { name: 'one more' } })
    await ask('createKey', { by: SESSION, node: full.url, json: { scopes: ['workbooks:read'] } })
    await ask('createWebhook', { by: 'editor session', node: full.url, json: { url: 'http://127.0.0.1:9/hook' } })
    await ask('createWorkbook', { by: SESSION, node: full.url, json: { title: 'x', workspace_id: world.workspace } })
    const { bytes } = await ask('makeBundle', { by: SESSION, names: { workbook_id: await newBook(world) } })
    await ask('bringBundle', { by: SESSION, node: full.url, form: fileForm('book.zip', new Uint8Array(bytes)) })
    await ask('bringBundle', { by: SESSION, form: fileForm('book.zip', new Uint8Array(bytes)) })
  } finally {
    await full.close()
  }
}
