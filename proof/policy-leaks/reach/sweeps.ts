import type { Endpoint } from '../../../server/src/platform/http/endpoint.ts'
import { sampleBody } from '../../../server/test/ask-endpoint.ts'
import { defaultAccount, personalWorkspace } from '../../../server/test/control-plane.ts'
import { mint } from '../callers.ts'
import type { Caller } from '../recorder.ts'
import { asCaller } from '../requests/account-requests.ts'
import { GOOD_REQUESTS } from '../requests/good-requests.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { ROUTES, routesThatDeclare } from '../routes.ts'
import { type Asking, EDITOR, OWNER, type Stage, VIEWER } from '../stage.ts'

/** How a request that would succeed becomes one that is refused with a code, the same way for every route that declares it. */
type Sweep = {
  code: string
  ask: (stage: Stage, route: Endpoint, good: Asking) => Promise<unknown>
}

const NOBODYS: Readonly<Record<string, string>> = {
  workbook_id: 'wb_01JCQ8Z5X6Y7V8W9A0B1C2D3E4',
  workspace_id: 'ws_01JCQ8Z5X6Y7V8W9A0B1C2D3E4',
  account_id: 'acc_01JCQ8Z5X6Y7V8W9A0B1C2D3E4',
  row_id: '987654',
  override_id: 'ovr_01JCQ8Z5X6Y7V8W9A0B1C2D3E4',
}
const nobodys = (parameter: string) => NOBODYS[parameter] ?? 'nothing_of_that_name'

/** Body or query, as the route has it. */
function expecting(route: Endpoint, good: Asking, version: number): Asking {
  if (route.locks === 'query' || /expected_version/.test(good.query ?? ''))
    return { ...good, query: (good.query ?? '').replace(/expected_version=\w+/, `expected_version=${version}`) }
  return { ...good, json: { ...(good.json as object), expected_version: version } }
}

const SWEEPS: readonly Sweep[] = [
  {
    code: 'role_required',
    ask: (stage, { operation, path }, good) =>
      stage.ask(operation, { ...good, by: path.includes('{workbook_id}') ? VIEWER : 'viewer session' }),
  },
  {
    code: 'owner_required',
    ask: (stage, { operation }, { names: { workbook_id: _, ...names } = {}, ...good }) =>
      stage.ask(operation, { ...good, names, by: 'editor session' }),
  },
  {
    code: 'not_found',
    ask: (stage, { operation, path }, good) => {
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const names = Object.fromEntries(parameters.map((name) => [name, nobodys(name)]))
      const body =
        good.json && 'account_id' in (good.json as object)
          ? { json: { ...(good.json as object), account_id: nobodys('account_id') } }
          : {}
      const query = parameters.length === 0 ? { query: `account_id=${nobodys('account_id')}` } : {}
      return stage.ask(operation, { ...good, ...query, ...body, names })
    },
  },
  {
    code: 'invalid_cursor',
    ask: (stage, { operation }, good) =>
      stage.ask(operation, { ...good, query: [good.query, 'cursor=never_written'].filter(Boolean).join('&') }),
  },
  {
    code: 'version_conflict',
    ask: (stage, route, good) => stage.ask(route.operation, expecting(route, good, 1_000_000)),
  },
  {
    code: 'derived_table_not_editable',
    ask: async (stage, { operation }, good) => {
      const names = { ...good.names, name: await derivedTable(stage), column: 'word' }
      const json = { ...(good.json as object), ...ADDED_ROW[operation.replace('Artifact', 'Table')] }
      return stage.ask(operation, { ...good, ...(good.json ? { json } : {}), names })
    },
  },
  {
    code: 'not_acceptable',
    ask: (stage, { operation }, good) => stage.ask(operation, { ...good, headers: { accept: 'image/png' } }),
  },
  {
    code: 'governed_workbook',
    ask: (stage, { operation }, good) =>
      stage.ask(operation, { ...good, by: operation === 'makeBundle' ? OWNER : EDITOR }),
  },
  {
    code: 'session_required',
    ask: (stage, { operation, consumes }, good) =>
      stage.ask(
        operation,
        consumes === 'form' ? { ...good, headers: { origin: 'https://elsewhere.example' } } : { ...good, by: OWNER },
      ),
  },
  {
    code: 'row_not_found',
    ask: (stage, { operation }, good) => stage.ask(operation, { ...good, names: { ...good.names, row_id: '987654' } }),
  },
]

/** Cells of a derived table may be overridden; rows cannot be added to it. */
const ADDED_ROW: Readonly<Record<string, object>> = {
  writeTableRows: { rows: [{ word: 'one more' }] },
  writeTableRange: { range: 'A3', values: [['one more']] },
}

/** A derived table of one row, of which nothing is hidden. */
export async function derivedTable({ world }: Stage): Promise<string> {
  const name = 'one_word'
  const made = { name, code: 'SELECT word FROM {{ s }} LIMIT 1', args: { s: 'plain' } }
  await world.people.editor.call('POST', `${world.at}/transforms`, made)
  return name
}

/** Every route that declares one of these codes is asked so that it answers with it. */
export async function sweep(stage: Stage): Promise<void> {
  for (const { code, ask } of SWEEPS)
    for (const route of routesThatDeclare(code)) await ask(stage, route, await goodRequest(stage, route))
  await sweepReach(stage)
}

/** Credentials that lead elsewhere: to another workbook, to another workspace, to another account. */
async function sweepReach(stage: Stage) {
  const { world } = stage
  const book = await newBook(world)
  const pinned = await mint(world.people.owner, '/api/v1/me/tokens', { resource: `workbook:${book}` })
  const { key } = await mint(world.people.stranger, '/api/control/account/keys', {})
  const account = await defaultAccount(world.people.stranger)
  const own = await defaultAccount(world.owner)
  const elsewhere: Caller[] = [
    stage.caller('key workspace_id'),
    stage.caller(EDITOR),
    asCaller('token of another workbook', pinned.token),
    asCaller('key of another account', key),
  ]
  for (const route of routesThatDeclare('out_of_reach')) {
    let good = await goodRequest(stage, route)
    for (const by of elsewhere) {
      const { status } = await stage.ask(route.operation, { ...good, by })
      // What a caller took away is made again for the next one.
      if (status < 300 && route.method !== 'GET') good = await goodRequest(stage, route)
    }
    if (!route.path.startsWith('/api/control')) continue
    const hasQuery = route.method === 'GET' || route.method === 'DELETE'
    const inAccount = (id: string): Asking =>
      hasQuery
        ? { ...good, query: `account_id=${id}` }
        : { ...good, json: { ...(good.json as object), account_id: id } }
    await stage.ask(route.operation, { ...inAccount(account), by: 'owner session' })
    await stage.ask(route.operation, { ...inAccount(account), by: 'key account' })
    await stage.ask(route.operation, { ...inAccount(own), by: 'key workspace_id' })
    await stage.ask(route.operation, { ...inAccount(own), by: 'owner token workbook' })
  }
  await stage.ask('listMyWorkbooks', {
    by: 'key workspace_id',
    query: `workspace_id=${await personalWorkspace(world.owner)}`,
  })
}

/** A request that would succeed; where none is written down, one its schema allows. */
export async function goodRequest(stage: Stage, route: Endpoint): Promise<Asking> {
  const good = GOOD_REQUESTS[route.operation]
  if (good) return good(stage)
  const body = route.method === 'GET' || route.consumes ? undefined : sampleBody(route)
  return body === undefined ? {} : { json: body }
}

/** Each route once, as it is meant to be used. */
export async function succeedEverywhere(stage: Stage): Promise<void> {
  for (const route of ROUTES) {
    if (!GOOD_REQUESTS[route.operation]) continue
    await stage.ask(route.operation, await goodRequest(stage, route))
  }
}
