import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TOOLS } from '../../server/src/doors/mcp/all-tools.ts'
import { readSettings } from '../../server/src/main/config/config.ts'
import { connectAgent } from '../../server/test/connect-agent.ts'
import { EDITOR_SESSION } from './place.ts'
import { startNode } from './reach/extra-node.ts'
import type { Caller } from './recorder.ts'
import { ANONYMOUS } from './requests/account-requests.ts'
import { FROM_OUR_PAGE, PASSWORD } from './requests/sign-in-requests.ts'
import { newBook } from './requests/workbook-requests.ts'
import { type Asking, EDITOR, type Stage, VIEWER } from './stage.ts'

/** Ways out that the API document does not list: tools and resources of agents, OAuth, the catalog, pages, files, figures, webhooks. */
export async function askOutside(stage: Stage): Promise<void> {
  await askOutsideReaders(stage)
  await walkThroughOauth(stage)
  await readByLinks(stage)
  await askCatalog(stage)
  await askFiles(stage)
  await receiveWebhooks(stage)
}

/** Those of them that only read: agents, and links that are out already. */
export async function askOutsideReaders(stage: Stage): Promise<void> {
  for (const by of [EDITOR, VIEWER, 'owner token account', 'exempt token workbook'])
    await askAsAgent(stage, stage.caller(by))
  for (const by of stage.world.linkReaders) {
    await stage.ask('readShared', { by })
    await stage.ask('readSharedRows', { by })
    await stage.ask('readSharedAnswer', { by, names: { tile_id: 'a' } })
  }
}

/** Every tool with arguments of this world, every resource and every prompt. */
async function askAsAgent({ world, recorder }: Stage, caller: Caller) {
  const hidden = String(world.planted.columnName.value)
  const agent = await connectAgent(world.url, caller.credential ?? '')
  const look = (door: string, said: object, answer: unknown) =>
    recorder.search(
      caller,
      door,
      [Buffer.from(JSON.stringify(answer) ?? '')],
      `${door} ${JSON.stringify(said)}`,
      JSON.stringify(said),
    )
  const base = {
    workbook_id: world.workbookId, workbook: world.workbookId, table: 'staff', name: 'staff', source: world.names.source_name,
    source_name: world.names.source_name, tables: ['staff'], result_id: world.results.get(caller.name) ?? 'res_none', conflict_id: world.names.conflict_id,
    action: 'acknowledge', sql: 'select * from staff', query: 'select * from staff', q: hidden,
  } // biome-ignore format: a list
  const variants: readonly object[] = [
    ...Object.values(world.ops).map((op) => ({ op_id: Number(op) })),
    { order_by: hidden }, { filter: { [hidden]: { like: '%a%' } } }, { columns: [hidden] }, { sql: `select "${hidden}" from staff` },
    { rows: [{ __svc_row_id: 1, [hidden]: 'x' }], expected_version: null }, { rows: [{ __svc_row_id: 1, city: 'Kobe' }], dry_run: true, row_ids: [1, 3] },
    { row_ids: [1, 3], dry_run: true }, { session: EDITOR_SESSION, dry_run: true }, { rules: [{ kind: 'unique', columns: ['city'] }], dry_run: true }, { name: world.names.united_table, table: world.names.united_table, source: world.names.united_source },  { format: 'csv' }, { name: 'copy', transform: 'copy' }, { as_of: 'version:first' },
  ] // biome-ignore format: a list
  try {
    for (const { name, input } of TOOLS) {
      const known = new Set(Object.keys((input as { properties?: object }).properties ?? {}))
      const asked = new Set<string>()
      for (const variant of [{}, ...variants]) {
        const args = Object.fromEntries(Object.entries({ ...base, ...variant }).filter(([key]) => known.has(key)))
        if (asked.has(JSON.stringify(args))) continue
        asked.add(JSON.stringify(args))
        const answer = await agent.call(name, args).catch((error: Error) => ({ text: error.message }))
        await look(`tool ${name}`, args, answer)
      }
    }
    const { resources = [] } = await agent.resources()
    for (const { uri } of resources.slice(0, 30))
      await look('resource', { uri }, await agent.readResource(uri).catch(String))
    await look('resources', {}, [resources, await agent.templates(), await agent.prompts(), await agent.tools()])
    recorder.tally.succeeded.add('serveMcp')
  } finally {
    await agent.close()
  }
}

async function cookieOf({ url, people }: Stage['world']): Promise<string> {
  const response = await fetch(`${url}/api/auth/forms/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...FROM_OUR_PAGE, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: people.editor.email, password: PASSWORD }).toString(),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** From the registration of a program to its token, and from there to the table. */
async function walkThroughOauth(stage: Stage) {
  const { createHash, randomBytes } = await import('node:crypto')
  const redirect = 'http://127.0.0.1:7777/callback'
  const registered = await stage.ask('registerOauthClient', {
    by: ANONYMOUS,
    json: { redirect_uris: [redirect], client_name: 'Agent' },
  })
  const verifier = randomBytes(32).toString('base64url')
  const asked = {
    response_type: 'code', client_id: registered.body?.client_id ?? '', redirect_uri: redirect, state: 's', scope: 'workbooks:read',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256', resource: 'http://bindery.test/mcp',
  } // biome-ignore format: a list
  const headers = { ...FROM_OUR_PAGE, cookie: await cookieOf(stage.world) }
  await stage.ask('oauthConsentPage', { by: ANONYMOUS, query: new URLSearchParams(asked).toString() })
  await stage.ask('oauthConsentPage', { by: ANONYMOUS, headers, query: new URLSearchParams(asked).toString() })
  const form = new URLSearchParams({ ...asked, answer: 'write' })
  const consent = await stage.ask('submitOauthConsent', { by: ANONYMOUS, headers, form })
  const code = new URL(consent.headers.get('location') ?? 'http://none').searchParams.get('code') ?? ''
  const exchange = {
    grant_type: 'authorization_code',
    code,
    client_id: asked.client_id,
    redirect_uri: redirect,
    code_verifier: verifier,
    resource: asked.resource,
  }
  const token = await stage.ask('exchangeOauthCode', { by: ANONYMOUS, form: new URLSearchParams(exchange) })
  await stage.ask('exchangeOauthCode', { by: ANONYMOUS, form: new URLSearchParams({ ...exchange, code: 'none' }) })
  if (token.body?.access_token)
    await askAsAgent(stage, {
      name: 'editor through OAuth',
      credential: token.body.access_token,
      governs: false,
      isExempt: false,
    })
}

/** The table, a view that names what is hidden, and a dashboard with SQL over all of it, to readers without an account. */
async function readByLinks(stage: Stage) {
  const hidden = String(stage.world.planted.columnName.value)
  const made = async (by: string, operation: string, json: object) => (await stage.ask(operation, { by, json })).body
  for (const by of ['owner token account', EDITOR]) {
    const named = `links of ${by} ${Date.now()}`
    const view = await made(by, 'createSavedView', { name: named, table: 'staff', order_by: [{ column: hidden }] })
    const plain = await made(by, 'createSavedView', { name: `${named} all`, table: 'staff' })
    const question = await made(by, 'createQuestion', { name: named, sql: 'select * from staff' })
    const spot = { x: 0, y: 0, width: 6, height: 4 }
    const tiles = [
      { ...spot, tile_id: 'asked', kind: 'question', question_id: question?.question_id },
      { ...spot, tile_id: 'seen', kind: 'view', view_id: plain?.view_id, x: 6 },
    ]
    const dashboard = await made(by, 'createDashboard', { name: named, tiles })
    const targets = [
      { kind: 'table', target: 'staff' },
      { kind: 'view', target: view?.view_id ?? plain?.view_id ?? '' },
      { kind: 'dashboard', target: dashboard?.dashboard_id ?? '' },
    ]
    for (const json of targets) {
      const link = await made(by, 'createLink', json)
      if (!link?.url) throw new Error(`no link to a ${json.kind} was made: ${JSON.stringify(link)}`)
      const credential: string = link.url.split('#')[1]
      const reader: Caller = { name: `link to a ${json.kind}`, credential, governs: false, isExempt: false }
      await stage.ask('readShared', { by: reader })
      await stage.ask('readSharedRows', { by: reader, query: 'limit=1000' })
      await stage.ask('readSharedRows', { by: reader, query: 'tile_id=seen' })
      await stage.ask('readSharedAnswer', { by: reader, names: { tile_id: 'asked' } })
      await stage.ask('revokeLink', { by, names: { link_id: link.link_id } })
      await stage.ask('readShared', { by: reader })
    }
  }
}

const DELEGATED = { 'x-iceberg-access-delegation': 'remote-signing' }

/** On a node whose files are in a folder, and on one whose files other engines could read. */
async function askCatalog(stage: Stage) {
  const { blobs } = readSettings({ ...process.env, DATABASE_URL: stage.world.service.settings.databaseUrl })
  const store = await startNode(stage, { blobs })
  const json = { method: 'GET', uri: 'https://bucket.example.org/segments/none', region: 'us-east-1' }
  try {
    for (const node of [stage.world.url, store.url])
      for (const by of [EDITOR, VIEWER, 'owner token account', 'exempt token workbook'])
        for (const name of ['staff', 'copy', 'plain', 'nowhere']) {
          await stage.ask('loadIcebergTable', { by, node, names: { name }, headers: DELEGATED })
          await stage.ask('signIcebergRequest', { by, node, names: { name }, json })
        }
    await readFromStore(stage, store.url)
  } finally {
    await store.close()
  }
  for (const operation of ['createIcebergNamespace', 'dropIcebergNamespace', 'changeIcebergNamespace', 'createIcebergTable', 'registerIcebergTable', 'changeIcebergTable', 'dropIcebergTable', 'renameIcebergTable', 'commitIcebergTables']) // biome-ignore format: a list
    await stage.ask(operation, { names: { namespace: stage.world.workbookId, table: 'staff' }, json: {} })
}

/** A table of which nothing is hidden: its files are listed and signed. */
async function readFromStore(stage: Stage, node: string) {
  const asking: Asking = {
    by: 'owner token account',
    node,
    names: { workbook_id: await newBook(stage.world), name: 'open' },
  }
  await stage.ask('createTable', { ...asking, json: { name: 'open', columns: [{ name: 'word' }] } })
  await stage.ask('writeTableRows', { ...asking, json: { expected_version: null, rows: [{ word: 'w' }] } })
  const { body } = await stage.ask('loadIcebergTable', { ...asking, headers: DELEGATED })
  const location: string = body?.metadata?.snapshots?.at(-1)?.['manifest-list'] ?? 's3://none'
  const uri = location.replace('s3://', `${body?.config?.['s3.endpoint']}/`)
  for (const method of ['GET', 'DELETE'])
    await stage.ask('signIcebergRequest', { ...asking, json: { method, uri, region: 'us-east-1' } })
}

/** What is served beside endpoints: the console, the figures for Prometheus, and addresses that nothing has. */
async function askFiles({ world, recorder, caller }: Stage) {
  const paths = [
    '/',
    `/w/${world.workbookId}`,
    '/account/tokens',
    '/assets/none.js',
    '/bindery.svg',
    '/metrics',
    '/nowhere',
    `${world.at}/nowhere`,
  ]
  for (const path of paths)
    for (const by of [ANONYMOUS, caller(EDITOR)]) {
      const headers: Record<string, string> = by.credential ? { authorization: `Bearer ${by.credential}` } : {}
      const response = await fetch(`${world.url}${path}`, { headers })
      const parts = [Buffer.from(JSON.stringify([...response.headers])), Buffer.from(await response.arrayBuffer())]
      await recorder.search(by, `file ${path.split('/')[1] ?? ''}`, parts, `GET ${path}`)
    }
}

/** What the editor's webhook receives while hidden cells are edited. */
async function receiveWebhooks({ world, recorder, caller }: Stage) {
  const received: Buffer[] = []
  const server = createServer(async (request, response) => {
    for await (const part of request) received.push(part)
    received.push(Buffer.from(JSON.stringify(request.headers)))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const { port } = server.address() as AddressInfo
  const { editor, owner } = world.people
  const { body } = await editor.call('POST', '/api/v1/me/webhooks', { url: `http://127.0.0.1:${port}/hook` })
  const rows = [
    { __svc_row_id: 5, city: 'Gifu', [String(world.planted.columnName.value)]: world.planted.texts[2]?.value },
  ]
  await owner.call('POST', `${world.at}/tables/staff/rows`, { expected_version: null, rows })
  await owner.call('POST', `${world.at}/snapshots`, { summary: 'for the webhook' })
  for (let n = 0; n < 100 && received.length === 0; n++) await pause(50)
  await pause(300)
  await recorder.search(caller(EDITOR), 'webhook', [Buffer.concat(received)], 'what a webhook received')
  recorder.tally.statuses.set('webhooks received', new Set([String(received.length)]))
  await editor.call('DELETE', `/api/v1/me/webhooks/${body.webhook_id}`)
  server.closeAllConnections()
  server.close()
}
