import { setTimeout as pause } from 'node:timers/promises'
import { callAs } from '../../server/test/client.ts'
import type { Caller, Recorder } from './recorder.ts'
import { pathOf, routeOf } from './routes.ts'
import { type Hiding, liftPolicy, setPolicy, type World } from './world.ts'

const ROUNDS = 6
const BEFORE_MS = 400
const AFTER_MS = 900

type Read = [operation: string, asking: { query?: string; json?: unknown; names?: Record<string, string> }]

/** Ways by which values leave, asked over and over while the policy comes. */
const READS: readonly Read[] = [
  ['readTableRows', {}],
  ['readTableRows', { query: 'format=csv' }],
  ['readTableRows', { query: 'format=arrow' }],
  ['readTableRow', {}],
  ['readTableRowHistory', {}],
  ['readTableChanges', { query: 'since=1' }],
  ['readTableRange', { query: 'range=A1:E10' }],
  ['runQuery', { json: { sql: 'select * from staff' } }],
  ['runQuery', { json: { sql: 'select * from staff', format: 'ndjson' } }],
  ['exportTables', { json: { tables: ['staff'] } }],
  ['exportTables', { json: { tables: ['staff'], format: 'csv' } }],
  ['exportTables', { json: { tables: ['staff'], format: 'parquet' } }],
  ['renderSheet', { names: { name: 'view' } }],
  ['profileTable', {}],
  ['listConflicts', {}],
  ['previewSource', {}],
  ['downloadSource', {}],
]

/** What the readers of links that are out already ask meanwhile. */
const LINK_READS: readonly Read[] = [
  ['readSharedRows', {}],
  ['readSharedRows', { query: 'limit=3' }],
  ['readShared', {}],
  ['readSharedAnswer', { names: { tile_id: 'a' } }],
]

const readsOf = ({ name }: Caller, results: ReadonlyMap<string, string>): readonly Read[] => {
  const result = results.get(name)
  return result === undefined ? LINK_READS : [...READS, ['readResult', { names: { result_id: result } }]]
}

export type RaceFigures = {
  rounds: number
  answers_before: number
  seen_before: number
  answers_after: number
  leaks_after: number
}

/**
 * Readers on every node while the policy is set on one of them. What is asked after the policy was acknowledged must hold no
 * canary: answers, results that were made before, and the stream of events. Before it they must be seen, or nothing raced.
 */
export async function raceWithPolicy(world: World, recorder: Recorder, hiding: Hiding): Promise<RaceFigures> {
  const { owner, at, service } = world
  const figures = { rounds: 0, answers_before: 0, seen_before: 0, answers_after: 0, leaks_after: 0 }
  const callers = world.callers.filter(({ name }) =>
    ['viewer token workbook', 'editor token workbook', 'owner token account'].includes(name),
  )
  for (; figures.rounds < ROUNDS; figures.rounds++) {
    await liftPolicy(world, hiding)
    const resultIds = await makeResults(world, callers)
    const state = { isSet: false, isOver: false }
    const readers = callers.flatMap((caller, n) => {
      const url = service.urls[n % service.urls.length] ?? world.url
      return [
        readAll(world, recorder, caller, url, resultIds, state, figures),
        listen(world, recorder, caller, url, state),
      ]
    })
    const links = world.linkReaders.map((reader, n) =>
      readAll(world, recorder, reader, service.urls[n % service.urls.length] ?? world.url, resultIds, state, figures),
    )
    await pause(BEFORE_MS)
    await setPolicy(world, hiding)
    state.isSet = true
    // Something happens that the stream reports.
    await owner.call('POST', `${at}/tables/staff/rows`, {
      expected_version: null,
      rows: [{ __svc_row_id: 3, city: `Nara ${figures.rounds}` }],
    })
    await pause(AFTER_MS)
    state.isOver = true
    await Promise.all([...readers, ...links])
  }
  return figures
}

type State = { isSet: boolean; isOver: boolean }

async function makeResults({ url, at }: World, callers: readonly Caller[]): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  for (const { name, credential } of callers)
    made.set(name, (await callAs(url, credential)('POST', `${at}/query`, { sql: 'select * from staff' })).body.id)
  return made
}

async function readAll(
  world: World,
  recorder: Recorder,
  caller: Caller,
  url: string,
  results: Map<string, string>,
  state: State,
  figures: RaceFigures,
) {
  const reads = readsOf(caller, results)
  const one = async ([operation, { query, json, names = {} }]: Read) => {
    const route = routeOf(operation)
    const { method } = route
    const path = pathOf(route, (name) => names[name] ?? world.names[name] ?? 'none', query)
    const isLater = state.isSet
    const found = await recorder.probe(
      url,
      caller,
      { operation, door: `${operation} in a race`, method, path, ...(json ? { json } : {}) },
      isLater,
    )
    if (isLater) {
      figures.answers_after += 1
      figures.leaks_after += found
    } else {
      figures.answers_before += 1
      figures.seen_before += found > 0 ? 1 : 0
    }
  }
  const worker = async (from: number) => {
    for (let n = from; !state.isOver; n++) await one(reads[n % reads.length] ?? ['readTableRows', {}])
  }
  await Promise.all([worker(0), worker(Math.floor(reads.length / 2))])
}

/** Everything that the stream of events says, from before the policy until the end. */
async function listen(world: World, recorder: Recorder, caller: Caller, url: string, state: State) {
  const { method, path } = routeOf('streamWorkbookEvents')
  const response = await fetch(`${url}${path.replace('{workbook_id}', world.workbookId)}?after=0`, {
    method,
    headers: { authorization: `Bearer ${caller.credential}` },
  })
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  const reading = (async () => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) parts.push(read.value)
  })().catch(() => undefined)
  while (!state.isOver) await pause(50)
  await reader?.cancel()
  await reading
  await recorder.search(caller, 'streamWorkbookEvents in a race', [Buffer.concat(parts)], 'the stream of events')
}
