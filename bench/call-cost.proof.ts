import { setTimeout as pause } from 'node:timers/promises'
import { rounded } from '../proof/lib/figures.ts'
import { openClient } from '../proof/lib/keep-alive.ts'
import { ROWS } from '../proof/load/known-table.ts'
import { type OneNode, startOneNode } from '../proof/load/one-node.ts'
import { seedTables } from '../proof/load/seed.ts'
import { untilQuiet } from '../proof/load/until-quiet.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import { CALLS, type Client } from './call-cost/calls.ts'
import { type Cost, measureCalls, readIdle } from './call-cost/measure-calls.ts'
import { seedUnusual, type TableRequest, type Unusual } from './call-cost/workbooks.ts'

type Kind = keyof typeof CALLS

/** WORKBOOKS=… and CALLS=… for a shorter trial. */
const WORKBOOKS = Number(process.env.WORKBOOKS) || 100
const MOST_CALLS = Number(process.env.CALLS) || 600
const CONTROL_WORKBOOKS = 6
const CONTROL_CALLS = 60
const CACHES_OFF = { SVC_PAGE_CACHE_MB: '0', SVC_ENGINE_MEMORY_MB: '64' }
/** An engine collects its garbage once after work, which is no part of what it takes at rest. */
const COLLECTED_MS = 15_000
const INGESTED = 12
/** A node makes the code of its loaders ready with the first few files. */
const INGESTED_BEFORE = 6
/** Pages from anywhere are asked for so often before that most rows of each table were read. */
const PLACES_WARMED = 12

const BARS = {
  page: 3.5,
  page_offset: 4,
  query_point: 4.5,
  query_group: 6,
  edit: 4.5,
  ingest_200: 350,
  page_200_columns_5_asked: 4,
  query_480_tables_ratio: 1.2,
  edit_then_query_ratio_5_columns: 1.5,
  edit_then_query_ratio_200_columns: 1.5,
} as const

export const proof: Proof = {
  promise: 'A call costs a few milliseconds of processor time in all, however many tables and columns its workbook has',
  isQuick: false,
  minutes: 10,
  about: ['server/src/platform/http', 'server/src/main', 'server/src/platform'],
  measure: (options) => withNode(WORKBOOKS, {}, options, measureAll),
  // No page is kept, and engines are for two workbooks: what was read into one is forgotten before it is asked for again.
  control: (options) => withNode(CONTROL_WORKBOOKS, CACHES_OFF, options, measurePages),
  holds: (figures) => Object.entries(BARS).every(([name, bar]) => Number(figures[name]) <= bar),
}

type World = { node: OneNode; client: Client; tables: readonly TableRequest[]; say: ProofOptions['say'] }

async function withNode(
  workbooks: number,
  more: Record<string, string>,
  { say }: ProofOptions,
  work: (world: World) => Promise<Figures>,
): Promise<Figures> {
  const node = await startOneNode(more)
  const client = { ...openClient(node.url), url: node.url }
  try {
    const seeded = await seedTables(node.url, workbooks, say)
    return await work({ node, client, tables: seeded.map((table) => ({ ...table, rowCount: ROWS })), say })
  } finally {
    client.close()
    await node.close()
  }
}

async function measureAll(world: World): Promise<Figures> {
  const { node, tables, say } = world
  const unusual = await seedUnusual(node.url, say)
  const cost = await openMeasure(world)
  const costs = {
    page: await cost('page', tables),
    page_offset: await cost('page_offset', tables),
    query_point: await cost('query_point', tables),
    query_group: await cost('query_group', tables),
    edit: await cost('edit', tables),
    page_200_columns_5_asked: await cost('page_200_columns_5_asked', [unusual.wide]),
  }
  const growth = await measureGrowth(cost, unusual)
  const ingest = await cost('ingest_200', tables, INGESTED)
  return {
    ...Object.fromEntries(Object.entries(costs).map(([kind, each]) => [kind, withoutWorker(each)])),
    // A file is read by the worker.
    ingest_200: ingest.all,
    ...growth,
    by_part: { ...costs, ingest_200: ingest },
    workbooks: WORKBOOKS,
    calls: MOST_CALLS,
  }
}

/** Of the node, its engines and PostgreSQL: what the worker does meanwhile, no caller waits for. */
const withoutWorker = ({ all, worker }: Cost) => rounded(all - worker)

type Measure = (kind: Kind, tables: readonly TableRequest[], calls?: number) => Promise<Cost>

/** Everything is asked for once before it is measured. */
async function openMeasure({ node, client, tables, say }: World): Promise<Measure> {
  const atRest = { api: 0, engines: 0, worker: 0, postgres: 0 }
  await measureCalls({ node, client, idle: atRest }, CALLS.page, tables, tables.length)
  await measureCalls({ node, client, idle: atRest }, CALLS.query_point, tables, tables.length)
  await untilQuiet(node.postgresUrl)
  await pause(COLLECTED_MS)
  const idle = await readIdle(node)
  say(`CPU ms a second without calls: ${JSON.stringify(idle)}`)
  return async (kind, asked, calls = MOST_CALLS) => {
    const measured = { node, client, idle }
    await measureCalls(measured, CALLS[kind], asked, callsBefore(kind, asked.length, calls))
    await untilQuiet(node.postgresUrl)
    const cost = await measureCalls(measured, CALLS[kind], asked, calls)
    say(`${kind}: ${JSON.stringify(cost)}`)
    return cost
  }
}

/** So many warm a node for those that are measured. */
function callsBefore(kind: Kind, tables: number, calls: number): number {
  if (kind === 'ingest_200') return INGESTED_BEFORE
  return Math.max(tables * (kind === 'page_offset' ? PLACES_WARMED : 1), calls / 4)
}

/** What may not grow with a workbook: the cost of a query with its tables, and that of reading what was just edited. */
async function measureGrowth(cost: Measure, { oneTable, manyTables, wide }: Unusual): Promise<Figures> {
  const sum = async (kind: Kind, table: TableRequest) => withoutWorker(await cost(kind, [table]))
  const [one, many] = [await sum('query_point', oneTable), await sum('query_point', manyTables)]
  const together = await sum('edit_then_query', oneTable)
  const apart = (await sum('edit', oneTable)) + one
  const wideTogether = await sum('edit_then_query_200_columns', wide)
  const wideApart = (await sum('edit_200_columns', wide)) + (await sum('query_point_200_columns', wide))
  return {
    query_480_tables_ratio: rounded(many / one),
    edit_then_query_ratio_5_columns: rounded(together / apart),
    edit_then_query_ratio_200_columns: rounded(wideTogether / wideApart),
  }
}

/** All else as good as it must be, so that it is the pages that are judged. */
async function measurePages(world: World): Promise<Figures> {
  const cost = await openMeasure(world)
  const page = withoutWorker(await cost('page', world.tables, CONTROL_CALLS))
  return { ...BARS, page, page_offset: withoutWorker(await cost('page_offset', world.tables, CONTROL_CALLS)) }
}
