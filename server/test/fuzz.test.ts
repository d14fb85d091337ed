import fc, { type Arbitrary } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { describedEndpoints } from '../src/main/documents/documents.ts'
import { SCOPES } from '../src/platform/caller.ts'
import { type Endpoint, isMutating } from '../src/platform/http/endpoint.ts'
import { type KnownIds, nearlyValidValue, type Schema } from './arbitrary-from-schema.ts'
import { askEndpoint, type EndpointRequest } from './ask-endpoint.ts'
import { newWorkspace, personalWorkspace } from './control-plane.ts'
import type { Person } from './person.ts'
import { startService } from './service.ts'
import { uploadTo } from './upload.ts'

/**
 * Thousands of requests that are nearly right, to every endpoint. None may end with a fault, and every answer must be
 * what its endpoint declares. `FUZZ_RUNS` sets how many requests are made in all, `FUZZ_SEED` which.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 8_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_101)
/** Hashing a password takes as long as fifty other requests, and packing a whole workbook seconds. */
const MOST_RUNS_WITH_PASSWORD = 8
const MOST_BUNDLES = 3

const service = startService({ settings: { trustedProxies: 1, logLevel: 'error' } })

let ids: KnownIds = {}

/** What parts of a path are called that have a name instead of an id. Many tables, for some will be deleted. */
const TABLES = Array.from({ length: 40 }, (_, n) => `table ${n}`)
const NAMES: Readonly<Record<string, readonly string[]>> = {
  name: TABLES,
  table: TABLES.slice(38),
  column: ['region', 'amount'],
  row_id: ['1', '2', '3'],
  op_id: ['1', '2', '3', '4'],
  source_name: ['sales.csv', 'raw.csv'],
  tag: ['pii', 'hr'],
  label: ['first', 'second'],
  n: ['1', '2'],
  domain: ['one.example', 'two.example'],
}
/** Where a name is not one of a table. */
const OTHER_NAMES: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/\/transforms\//, ['made 0', 'made 1', 'made 2']],
  [/\/sheets\//, ['view 0', 'view 1', 'view 2']],
  [/\/comments\//, TABLES.slice(30, 34)],
]
/** Of a query. */
const KNOWN_IN_QUERY: Readonly<Record<string, readonly string[]>> = {
  column: ['region', 'amount'],
  range: ['A1', 'A1:B2'],
}
const credentials: (string | null)[] = [null, 'garbage', 'a.b.c']
/** Texts of links, which open what they show and nothing else. */
const links: string[] = []

beforeAll(async () => {
  const person = await service.newPerson()
  const many = { rate_limit_per_minute: 10_000 }
  const mint = (request: object) => service.newToken(person, { ...many, ...request })
  const { body: account } = await person.call('GET', '/api/control/account')
  const { body: workbook } = await person.call('POST', '/api/v1/workbooks', { title: 'Ledger' })
  await fillWorkbook(person, workbook.workbook_id)
  await openRows(person, workbook.workbook_id)
  const { body: key } = await person.call('POST', '/api/control/account/keys', { scopes: SCOPES, ...many })
  const { body: token } = await person.call('POST', '/api/v1/me/tokens', { name: 'to be revoked' })
  for (const domain of NAMES.domain ?? []) await person.call('POST', '/api/control/account/domains', { domain })
  const workspaces = [await personalWorkspace(person), await newWorkspace(person), await newWorkspace(person)]
  ids = {
    usr: [person.userId, (await service.newPerson()).userId],
    acc: [account.account_id],
    ws: workspaces,
    wb: [workbook.workbook_id],
    tok: [token.token_id],
    snap: [await commit(person, workbook.workbook_id)],
    fl: [await trackFile(person, workbook.workbook_id)],
    ...(await keepQuestions(person, workbook.workbook_id)),
  }
  for (const target of TABLES.slice(34, 37)) links.push(await newLink(person, workbook.workbook_id, target))
  // A session has 600 requests a minute; several have several times as many.
  const login = { email: person.email, password: person.password }
  for (let n = 0; n < 4; n++)
    credentials.push((await service.as(null)('POST', '/api/auth/login', login)).body.access_token)
  credentials.push(key.key, await mint({ scopes: SCOPES }), await mint({ scopes: SCOPES }), await mint({}))
  credentials.push(await mint({ scopes: SCOPES, resource: `workbook:${workbook.workbook_id}` }))
  credentials.push(await mint({ scopes: SCOPES, resource: `workspace:${workspaces[1]}` }))
})

async function fillWorkbook({ call, session }: Person, workbookId: string) {
  const columns = [{ name: 'region' }, { name: 'amount', type: 'INTEGER' }]
  const rows = [{ region: 'east', amount: 1 }, { amount: 2 }, { region: '西' }]
  for (const name of TABLES) {
    const tables = `/api/v1/workbooks/${workbookId}/tables`
    await call('POST', tables, { name, columns })
    await call('POST', `${tables}/${encodeURIComponent(name)}/rows`, { rows, expected_version: 1 })
  }
  const sources = `/api/v1/workbooks/${workbookId}/sources`
  for (const filename of ['sales.csv', 'raw.csv'])
    await uploadTo(service.url(), session, sources, {
      bytes: `region,${filename}\n東,1\n`,
      filename,
      fields: { mode: 'staged' },
    })
  await call('POST', `${sources}/sales.csv/analyze`)
}

async function newLink({ call }: Person, workbookId: string, target: string): Promise<string> {
  const { body } = await call('POST', `/api/v1/workbooks/${workbookId}/links`, { kind: 'table', target })
  return new URL(body.url).hash.slice(1)
}

/** Policies that show every row to everyone: with any other one most doors are closed to the people who ask here. */
async function openRows({ call }: Person, workbookId: string) {
  for (const name of TABLES.slice(38)) {
    const policy = `/api/v1/workbooks/${workbookId}/policies/rows/${encodeURIComponent(name)}`
    expect((await call('PUT', policy, { predicate: 'true' })).status).toBeLessThan(300)
  }
}

/** A file with two editions. */
async function trackFile({ session }: Person, workbookId: string): Promise<string> {
  const links = `/api/v1/workbooks/${workbookId}/file-links`
  const send = (path: string, bytes: string) =>
    uploadTo(service.url(), session, path, { bytes, filename: 'tracked.csv' })
  const { body } = await send(`${links}/local`, 'region,amount\n東,1\n')
  await send(`${links}/${body.link_id}/versions`, 'region,amount\n東,2\n')
  return body.link_id
}

/** Things that are made from tables, and a state to go back to. */
async function commit({ call }: Person, workbookId: string): Promise<string> {
  const at = `/api/v1/workbooks/${workbookId}`
  for (const n of [0, 1, 2]) {
    const code = 'SELECT region FROM {{ sales }}'
    await call('POST', `${at}/transforms`, { name: `made ${n}`, code, args: { sales: `table ${n}` } })
    const blocks = [{ kind: 'table_view', table: `table ${n}` }]
    await call('PUT', `${at}/sheets/view ${n}`, { spec: { blocks } })
  }
  await call('POST', `${at}/versions`, { label: 'first' })
  return (await call('POST', `${at}/snapshots`, { summary: 'here' })).body.snapshot_id
}

/** Views, questions, dashboards, links and comments: several of each, for some will be deleted. */
async function keepQuestions({ call }: Person, workbookId: string) {
  const at = `/api/v1/workbooks/${workbookId}`
  const kept = {
    sv: [] as string[],
    qn: [] as string[],
    dash: [] as string[],
    cmt: [] as string[],
    lnk: [] as string[],
    prop: [] as string[],
  }
  for (const n of [0, 1, 2, 3]) {
    const table = TABLES[30 + n]
    const name = `kept ${n}`
    const summary = { table, measures: [{ function: 'count' }] }
    kept.sv.push((await call('POST', `${at}/saved-views`, { name, table })).body.view_id)
    kept.qn.push((await call('POST', `${at}/questions`, { name, summary })).body.question_id)
    kept.dash.push((await call('POST', `${at}/dashboards`, { name })).body.dashboard_id)
    kept.lnk.push((await call('POST', `${at}/links`, { kind: 'table', target: table })).body.link_id)
    const changes = [{ table, expected_version: null, rows: [{ region: name }] }]
    kept.prop.push((await call('POST', `${at}/proposals`, { title: name, changes })).body.proposal_id)
    const comments = `${at}/tables/${encodeURIComponent(table ?? '')}/comments`
    const { body } = await call('POST', comments, { text: name, target: { kind: 'table' } })
    kept.cmt.push(body.thread_id, ...body.comments.map(({ comment_id }: { comment_id: string }) => comment_id))
  }
  return kept
}

/** What takes away the ground from under the others comes last. */
const inOrder = describedEndpoints.toSorted((a, b) => Number(isUprooting(a)) - Number(isUprooting(b)))

function isUprooting({ operation }: Endpoint): boolean {
  // A policy may end all tokens.
  return ['deleteWorkbook', 'restoreFromTrash', 'setAccountPolicy', 'deleteAccount'].includes(operation)
}

const succeeded = new Set<Endpoint>()
/** Payments, drives: what this service is not set up for. */
const off = new Set<Endpoint>()

const runsOf = (endpoint: Endpoint) => {
  const share = Math.ceil(RUNS / describedEndpoints.length)
  if (endpoint.operation === 'makeBundle') return Math.min(share, MOST_BUNDLES)
  const hasPassword = Object.hasOwn((endpoint.body as Schema | undefined)?.properties ?? {}, 'password')
  return hasPassword ? Math.min(share, MOST_RUNS_WITH_PASSWORD) : share
}

test.for(inOrder.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers as it says, whatever it is sent',
  async ([, endpoint]) => {
    const property = fc.asyncProperty(requestTo(endpoint), async (asked) => {
      const { status, faults } = await askEndpoint(service.url(), endpoint, asked)

      if (status < 400) succeeded.add(endpoint)
      if (status === 501) off.add(endpoint)
      expect(faults).toEqual([])
    })

    await fc.assert(property, { numRuns: runsOf(endpoint), seed: SEED, endOnFailure: false })
  },
)

test('most endpoints were sent something they could do', () => {
  const isOff = (endpoint: Endpoint) => off.has(endpoint) && !succeeded.has(endpoint)
  const guarded = describedEndpoints.filter((endpoint) => endpoint.scope !== 'none' && !isOff(endpoint))
  const never = guarded.filter((endpoint) => !succeeded.has(endpoint)).map(({ operation }) => operation)

  expect(never.length, `only refusals from ${never.join(', ')}`).toBeLessThan(guarded.length / 3)
})

function requestTo(endpoint: Endpoint): Arbitrary<EndpointRequest> {
  const { params, query, body, method, scope } = endpoint
  const part = (schema: object | undefined) =>
    schema ? nearlyValidValue(schema as Schema, ids) : fc.constant(undefined)
  return fc
    .record({
      params: fc.tuple(part(params), knownNames(endpoint)).map(([made, names]) => ({ ...membersOf(made), ...names })),
      query: queryFor(query, part),
      body: part(body),
      headers: headersFor(endpoint),
      credential: fc.constantFrom(...(scope === 'link' ? links : credentials)),
    })
    .map((made) => ({
      // A session that logs out would be missing to the requests after it.
      credential: scope === 'none' ? null : made.credential,
      path: `${pathOf(endpoint, made.params)}${queryOf(made.query)}`,
      headers: made.headers,
      ...(method === 'GET' || made.body === undefined ? {} : { body: made.body }),
    }))
}

/** With names that are there where it wants some. */
function queryFor(
  query: object | undefined,
  part: (schema: object | undefined) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const { properties = {} } = (query ?? {}) as Schema
  if (!Object.keys(KNOWN_IN_QUERY).some((name) => Object.hasOwn(properties, name))) return part(query)
  return fc
    .tuple(part(query), knownIn(query, KNOWN_IN_QUERY))
    .map(([made, known]) => ({ ...membersOf(made), ...known }))
}

/** Mostly something that is there. */
function knownNames({ params, path }: Endpoint): Arbitrary<object> {
  const [, others] = OTHER_NAMES.find(([pattern]) => pattern.test(path)) ?? []
  return knownIn(params, { ...NAMES, ...(others ? { name: others } : {}) })
}

function knownIn(schema: object | undefined, known: typeof NAMES): Arbitrary<object> {
  const { properties = {} } = (schema ?? {}) as Schema
  const names = Object.entries(known).filter(([name]) => Object.hasOwn(properties, name))
  const all = fc.record(Object.fromEntries(names.map(([name, values]) => [name, fc.constantFrom(...values)])))
  return fc.oneof({ arbitrary: all, weight: 6 }, { arbitrary: fc.constant({}), weight: 1 })
}

function pathOf({ path }: Endpoint, params: unknown): string {
  const values = membersOf(params)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(values[name]))
}

function queryOf(query: unknown): string {
  const pairs = Object.entries(membersOf(query)).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const membersOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())

function headersFor(endpoint: Endpoint): Arbitrary<Record<string, string>> {
  const rarely = <T>(value: T) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: fc.constant(value), weight: 1 })
  return fc
    .record({ key: rarely(isMutating(endpoint) ? 'a key' : undefined), prefer: rarely('handling=strict') })
    .map(({ key, prefer }) => ({ ...(key ? { 'idempotency-key': key } : {}), ...(prefer ? { prefer } : {}) }))
}
