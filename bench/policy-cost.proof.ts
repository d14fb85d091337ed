import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiNode } from '../proof/lib/crash-nodes.ts'
import { seedTable } from '../proof/lib/edit-cost-table.ts'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { type Client, openClient } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { SCOPES } from '../server/src/platform/caller.ts'
import { mintToken, newPerson, type Person } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { measureRowCosts, ROW_BARS } from './policy-cost/row-costs.ts'

const NODES = 3
const ROWS = 1_000_000
const LONG_ROWS = 4_000_000
const ROUNDS = 120
/** Before these are counted. */
const WARM_UP = 30
/** After the first read a node makes a file for those that follow, which takes both processors. */
const BUILT_MS = 10_000
const CHANGES = 20
const LONG_CHANGES = 100
/** What is hidden: a text of which every row has another. */
const HIDDEN = 'name'
const TAG = 'secret'
const BETWEEN_CHANGES_MS = 400
const MILLION = 1_000_000

/** PART=rows measures row policies alone, for a trial. */
const PART = process.env.PART

/**
 * The same table twice, once under a policy, read in turns; then the policy changes again and again while three nodes
 * answer. An answer to what was asked after a change was acknowledged must obey it.
 */
export const proof: Proof = {
  promise: 'Policies cost readers next to nothing, and from the moment one is set no node answers by the one before',
  isQuick: false,
  minutes: 10,
  about: ['server/src/core/policies'],
  measure: (options) => measureBoth(options, false),
  // A reader that keeps using the policies of its first request, and a row policy under which no two callers see the same rows.
  control: (options) => measureBoth({ ...options, isLong: false }, true),
  holds: (figures) => columnsHold(figures) && rowsHold(figures),
}

const columnsHold = ({ ratio, requests_under_old_policy, first_s_per_1M_rows, requests }: Figures) =>
  PART === 'rows' ||
  (Number(requests) > 0 &&
    Number(ratio) <= 1.2 &&
    requests_under_old_policy === 0 &&
    Number(first_s_per_1M_rows) <= 1.5)

const rowsHold = (figures: Figures) =>
  Number(figures.row_read_ratio) <= ROW_BARS.read &&
  Number(figures.row_masks_for_1000_callers) <= ROW_BARS.masks &&
  Number(figures.row_read_after_edit_ratio) <= ROW_BARS.afterEdit

async function measureBoth(options: ProofOptions, isBroken: boolean): Promise<Figures> {
  const columns = PART === 'rows' ? {} : await measure(options, isBroken)
  return { ...columns, ...(await measureRowCosts(options.say, isBroken)) }
}

type Table = { at: string; rows: string; set: (effect: 'mask' | 'deny' | null) => Promise<void> }
type Reading = { clients: readonly Client[]; token: string }

async function measure({ isLong, say }: ProofOptions, isForgetful: boolean): Promise<Figures> {
  const service = await runService({ apiNodes: 0 })
  const nodes = await startNodes(service)
  const clients = nodes.map(({ url }) => openClient(url))
  try {
    const [first] = nodes
    const owner = await newPerson(first?.url ?? '')
    const token = await mintToken(owner.call, SCOPES)
    const rowCount = isLong ? LONG_ROWS : ROWS
    const [plain, governed] = [await newTable(service, owner, rowCount), await newTable(service, owner, rowCount)]
    say(`${rowCount} rows are there twice`)
    const reading = { clients, token }
    const firstSeconds = await timeFirstReads(reading, governed)
    say(`the first read under a policy took ${rounded(firstSeconds)} s`)
    await pause(BUILT_MS)
    const costs = await compareCosts(reading, plain, governed)
    const changes = await changeWhileReading(reading, governed, isLong ? LONG_CHANGES : CHANGES, isForgetful)
    return {
      ratio: rounded(Math.max(...Object.values(costs).map(({ ratio }) => ratio))),
      ...changes,
      first_s_per_1M_rows: rounded((firstSeconds * MILLION) / rowCount),
      ms: costs,
      rows: rowCount,
      nodes: NODES,
    }
  } finally {
    for (const client of clients) client.close()
    for (const node of nodes) await node.close()
    await service.close()
  }
}

async function startNodes(service: RunningService): Promise<ApiNode[]> {
  const nodes: ApiNode[] = []
  // Each with a cache of its own, as on machines of their own.
  for (let n = 0; n < NODES; n++) {
    const folder = join(service.settings.cacheFolder, `node-${n}`)
    nodes.push(await startOwnNode(service, { SVC_CACHE_DIR: folder, SVC_ENGINE_SPARES: '1' }))
  }
  return nodes
}

async function newTable(service: RunningService, owner: Person, rowCount: number): Promise<Table> {
  const { rows } = await seedTable(service, owner.call, rowCount)
  const at = rows.replace(/\/tables\/.*/, '')
  await owner.call('POST', `${at}/artifacts/ledger/columns/${HIDDEN}/tags`, { tag: TAG })
  const set = async (effect: 'mask' | 'deny' | null) => {
    const path = `${at}/policies/${TAG}`
    const { status } = await (effect ? owner.call('PUT', path, { effect }) : owner.call('DELETE', path))
    if (status >= 300) throw new Error(`setting the policy answered ${status}`)
  }
  return { at, rows, set }
}

const PAGE = 'limit=100&count=false'
const GROUPS = 'select region, count(*) as n, sum(price) as total from ledger group by region order by region'

const askPage = ({ token }: Reading, client: Client, { rows }: Table) =>
  client.ask({ method: 'GET', path: `${rows}?${PAGE}`, token })

const askGroups = ({ token }: Reading, client: Client, { at }: Table) =>
  client.ask({ method: 'POST', path: `${at}/query`, token, body: { sql: GROUPS } })

const KINDS = { page: askPage, query: askGroups }

/** Seconds from a policy's being set to the slowest first answer of a kind, on a node that has the table open. */
async function timeFirstReads(reading: Reading, table: Table): Promise<number> {
  const [client] = reading.clients
  if (!client) throw new Error('impossible: no node')
  for (const ask of Object.values(KINDS)) await ask(reading, client, table)
  await table.set('mask')
  const seconds: number[] = []
  for (const ask of Object.values(KINDS)) seconds.push((await timed(() => ask(reading, client, table))) / 1000)
  return Math.max(...seconds)
}

async function compareCosts(reading: Reading, plain: Table, governed: Table) {
  const [client] = reading.clients
  if (!client) throw new Error('impossible: no node')
  const costs: Record<string, { plain: number; governed: number; ratio: number }> = {}
  for (const [kind, ask] of Object.entries(KINDS)) {
    const times: { plain: number[]; governed: number[] } = { plain: [], governed: [] }
    for (let n = 0; n < WARM_UP + ROUNDS; n++) {
      const turns = [
        async () => times.plain.push(await timed(() => ask(reading, client, plain))),
        async () => times.governed.push(await timed(() => ask(reading, client, governed))),
      ]
      for (const turn of n % 2 === 0 ? turns : turns.reverse()) await turn()
    }
    for (const each of Object.values(times)) each.splice(0, WARM_UP)
    const [base, cost] = [median(times.plain), median(times.governed)]
    costs[kind] = { plain: rounded(base), governed: rounded(cost), ratio: rounded(cost / base) }
  }
  return costs
}

/** Counts answers to requests that were sent after a change was acknowledged, and show what held before it. */
async function changeWhileReading(reading: Reading, table: Table, changes: number, isForgetful: boolean) {
  const state = { isHidden: true, since: performance.now(), isOver: false }
  const count = { requests: 0, requests_under_old_policy: 0 }
  const readers = reading.clients.map(async (client) => {
    const remembered = isForgetful ? await askPage(reading, client, table) : undefined
    while (!state.isOver) {
      const asked = { ...state }
      const { status, body } = remembered ?? (await askPage(reading, client, table))
      if (remembered) await new Promise((resolve) => setTimeout(resolve, 5))
      // Meanwhile changed: either answer is right.
      if (status !== 200 || asked.since !== state.since) continue
      count.requests++
      if (isShown(body) === asked.isHidden) count.requests_under_old_policy++
    }
  })
  for (let n = 0; n < changes; n++) {
    const isHidden = n % 2 === 1
    // While it is being changed nothing is certain.
    state.since = Number.NaN
    await table.set(isHidden ? (n % 4 === 1 ? 'mask' : 'deny') : null)
    state.isHidden = isHidden
    state.since = performance.now()
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_CHANGES_MS))
  }
  state.isOver = true
  await Promise.all(readers)
  return count
}

const isShown = (body: Buffer) => body.includes('"Article ')
