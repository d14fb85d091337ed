import { setTimeout as pause } from 'node:timers/promises'
import { type BareDuckDb, nativeFiles, openBareDuckDb } from '../proof/lib/bare-duckdb.ts'
import type { ApiNode } from '../proof/lib/crash-nodes.ts'
import { geometricMean, median, rounded, timed } from '../proof/lib/figures.ts'
import { type Client, openClient } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { seedTrade, type TradeTable, tradeTables } from '../proof/lib/trade-tables.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { TRADE_QUERIES } from './query-ratio/trade-queries.ts'

const ORDERS = 200_000
const LONG_ORDERS = 1_000_000
const ROUNDS = 11
const LONG_ROUNDS = 21
const CONTROL_ROUNDS = 2
const WARM_UP = 3
/** Until the node's own code is compiled. */
const FIRST_REQUESTS = 500
/** Tables of more rows than these are too large for an engine's memory, and are read from files. */
const LARGE_ROWS = 400_000
const BUILD_MS = 300_000
/** Until the node has noticed that an engine is gone. */
const NOTICE_MS = 200

const BARS = { geomean_ratio: 1.2, worst_ratio: 1.5, fixed_overhead_ms: 5 }

/** Questions in SQL over HTTP, beside DuckDB answering the same ones in this process, from copies of the same files. */
export const proof: Proof = {
  promise: 'A query over HTTP takes what DuckDB alone takes for it, and a few milliseconds',
  isQuick: false,
  minutes: 10,
  about: ['server/src/core/queries', 'server/src/engine/duckdb-program'],
  measure: ({ isLong, say }) =>
    inWorld(isLong ? LONG_ORDERS : ORDERS, {}, say, (world) => compare(world, isLong ? LONG_ROUNDS : ROUNDS)),
  // Nothing is warm: each query is the first one of its engine, and none waits for it.
  control: ({ say }) =>
    inWorld(ORDERS, { SVC_ENGINE_SPARES: '0' }, say, (world) => compare({ ...world, before: restart }, CONTROL_ROUNDS)),
  holds: ({ geomean_ratio, worst_ratio, fixed_overhead_ms }) =>
    Number(geomean_ratio) <= BARS.geomean_ratio &&
    Number(worst_ratio) <= BARS.worst_ratio &&
    Number(fixed_overhead_ms) <= BARS.fixed_overhead_ms,
}

type World = {
  node: ApiNode
  client: Client
  token: string
  path: string
  bare: BareDuckDb
  say: ProofOptions['say']
  before?: (node: ApiNode) => Promise<void>
}

async function restart(node: ApiNode) {
  node.killEngine()
  await pause(NOTICE_MS)
}

async function inWorld(
  orders: number,
  environment: Readonly<Record<string, string>>,
  say: ProofOptions['say'],
  work: (world: World) => Promise<Figures>,
) {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service, environment)
  const client = openClient(node.url)
  try {
    const { call } = await newPerson(node.url)
    const tables = tradeTables(orders)
    const path = `${await seedTrade(service, call, tables)}/query`
    const token = await mintToken(call, ['workbooks:read'])
    say(`${tables.map(({ name, rowCount }) => `${rowCount} ${name}`).join(', ')} are there`)
    const asking = { client, token, path }
    const bare = await openBareDuckDb(await untilBuilt(service, asking, tables), tables)
    return await work({ ...asking, node, bare, say }).finally(() => bare.close())
  } finally {
    client.close()
    await node.close()
    await service.close()
  }
}

type Asking = Pick<World, 'client' | 'token' | 'path'>

/** The rows, and what stands around them. */
async function ask({ client, token, path }: Asking, sql: string): Promise<Buffer> {
  const { status, body } = await client.ask({ method: 'POST', path, token, body: { sql, limit: 10_000 } })
  if (status !== 200) throw new Error(`a query was answered ${status}: ${body.toString()}`)
  return body
}

/** Asks until the service reads all large tables from files of its own. */
async function untilBuilt({ settings }: RunningService, asking: Asking, tables: readonly TradeTable[]) {
  const large = tables.filter(({ rowCount }) => rowCount > LARGE_ROWS)
  const ends = performance.now() + BUILD_MS
  for (;;) {
    for (const { name } of tables) await ask(asking, `SELECT count(*) FROM ${name}`)
    const files = await nativeFiles(settings.cacheFolder)
    if (files.length === large.length) return files
    if (performance.now() > ends) throw new Error(`${files.length} of ${large.length} native files were built`)
    await pause(200)
  }
}

/** Here and there in turn: what the machine does meanwhile happens to both. */
async function compare(world: World, rounds: number): Promise<Figures> {
  const { say, bare } = world
  const fixed: number[] = []
  const times = new Map(
    Object.keys(TRADE_QUERIES).map((name) => [name, { http: [] as number[], bare: [] as number[] }]),
  )
  for (const sql of Object.values(TRADE_QUERIES)) await refuseIfDifferent(world, sql)
  for (let n = 0; n < FIRST_REQUESTS; n++) await ask(world, 'SELECT 1')
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, sql] of Object.entries(TRADE_QUERIES)) {
      await world.before?.(world.node)
      const overhead = await timed(() => ask(world, 'SELECT 1'))
      await world.before?.(world.node)
      const spent = await timed(() => ask(world, sql))
      const needed = await timed(() => bare.ask(sql))
      if (round < 0) continue
      fixed.push(overhead)
      times.get(name)?.http.push(spent)
      times.get(name)?.bare.push(needed)
    }
    say(`round ${round + 1} of ${rounds}`)
  }
  return figuresOf(median(fixed), times)
}

/** Both sides answer the same, to the byte. */
async function refuseIfDifferent(world: World, sql: string) {
  const [overHttp, alone] = [await ask(world, sql), await world.bare.ask(sql)]
  if (overHttp.subarray(-alone.length - 1, -1).equals(alone)) return
  throw new Error(`not the same answers to ${sql}: ${overHttp.subarray(-200)} and ${alone.subarray(-200)}`)
}

function figuresOf(fixedMs: number, times: ReadonlyMap<string, { http: number[]; bare: number[] }>): Figures {
  const queries = [...times].map(([name, { http, bare }]) => {
    const [overHttp, alone] = [median(http), median(bare)]
    return { name, ratio: (overHttp - fixedMs) / alone, http_ms: rounded(overHttp), bare_ms: rounded(alone) }
  })
  // Nothing is faster over HTTP than without: what looks so is the machine's doing.
  const ratios = queries.map(({ ratio }) => Math.max(1, ratio))
  return {
    geomean_ratio: rounded(geometricMean(ratios)),
    worst_ratio: rounded(Math.max(...ratios)),
    fixed_overhead_ms: rounded(fixedMs),
    queries: Object.fromEntries(
      queries.map(({ name, ...figures }) => [name, { ...figures, ratio: rounded(figures.ratio) }]),
    ),
  }
}
