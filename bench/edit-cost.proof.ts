import { setTimeout as pause } from 'node:timers/promises'
import { nativeFiles } from '../proof/lib/bare-duckdb.ts'
import type { ApiNode } from '../proof/lib/crash-nodes.ts'
import { rowLike, type SeededTable, seedTable } from '../proof/lib/edit-cost-table.ts'
import { median, rounded, timed } from '../proof/lib/figures.ts'
import { type Client, openClient } from '../proof/lib/keep-alive.ts'
import { startOwnNode } from '../proof/lib/own-node.ts'
import { mintTokens } from '../proof/lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from '../proof/proof.ts'
import type { Call } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import { measureFsync, openBareEdit } from './edit-cost/edit-cost-bare.ts'

const SIZES = [1_000, 100_000, 10_000_000]
const ROUNDS = 300
const LONG_ROUNDS = 2_000
const CONTROL_ROUNDS = 10
const WARM_UP = 20
const WRITERS = 16
/** Alternating, so that what the machine does meanwhile happens to both. */
const SPELLS = 6
const SPELL_MS = 1_500
const LOOK_MS = 200
const MOST_LOOKS = 600
/** What HTTP, the credential and the registry may take of an edit: it is taken off before the comparison. */
const ALLOWANCE_MS = 3

const BARS = { ratio_10M_to_1k: 1.5, ratio_to_bare_pg: 4, contended_rate: 0.8 }

type World = { service: RunningService; node: ApiNode; client: Client; tables: SeededTable[]; tokens: string[] }

/** Used by the control too: it breaks what was measured. */
let world: World | undefined

export const proof: Proof = {
  promise: 'An edit costs the same in a table of ten million rows as in a small one, and little more than its inserts',
  isQuick: false,
  minutes: 12,
  about: ['server/src/core/tables/rows', 'server/src/engine', 'server/migrations'],
  measure: async (options) => {
    world = await openWorld(options)
    return measure(world, options.isLong ? LONG_ROUNDS : ROUNDS, options)
  },
  // The commit looks at every row of the table before it writes one.
  control: async (options) => {
    if (!world) throw new Error('the control runs after the measurement')
    try {
      await world.service.admin.query(`
        create or replace function has_newer(w jsonb, t table_head) returns boolean language sql volatile as
        $$ select count(*) < 0 from generate_series(1, t.row_count) $$`)
      return await measure(world, CONTROL_ROUNDS, options)
    } finally {
      await close(world)
    }
  },
  holds: ({ ratio_10M_to_1k, ratio_to_bare_pg, contended_rate }) =>
    Number(ratio_10M_to_1k) <= BARS.ratio_10M_to_1k &&
    Number(ratio_to_bare_pg) <= BARS.ratio_to_bare_pg &&
    Number(contended_rate) >= BARS.contended_rate,
}

async function openWorld({ say }: ProofOptions): Promise<World> {
  const service = await runService({ apiNodes: 0 })
  const node = await startOwnNode(service)
  const owner = await newPerson(node.url)
  const tables: SeededTable[] = []
  for (const rowCount of SIZES) {
    const began = performance.now()
    tables.push(await seedTable(service, owner.call, rowCount))
    say(`${rowCount} rows in ${Math.round(performance.now() - began)} ms`)
  }
  const world = { service, node, client: openClient(node.url), tables, tokens: await mintTokens(owner.call) }
  await untilBuilt(world, owner.call)
  return world
}

/** The largest table is read from a native file once that is built. */
async function untilBuilt({ service, tables }: World, call: Call) {
  for (let n = 0; n < MOST_LOOKS; n++) {
    await call('GET', `${tables.at(-1)?.rows}?limit=1`)
    if ((await nativeFiles(service.settings.cacheFolder)).length > 0) return
    await pause(LOOK_MS)
  }
  throw new Error('no native file was built')
}

async function close({ service, node, client }: World) {
  client.close()
  await node.close()
  await service.close()
}

async function measure(world: World, rounds: number, { say }: ProofOptions): Promise<Figures> {
  const edits = openEdits(world)
  const [smallest, , largest] = world.tables
  if (!smallest || !largest) throw new Error('impossible: there are three tables')
  for (const table of world.tables) for (let n = 0; n < Math.min(WARM_UP, rounds); n++) await edits(table)
  const bare = await openBareEdit(world.service, smallest)
  const times = { bare: [] as number[], tables: new Map(world.tables.map((table) => [table, [] as number[]])) }
  for (let round = 0; round < rounds; round++) {
    for (const table of world.tables) times.tables.get(table)?.push(await timed(() => edits(table)))
    times.bare.push(await timed(() => bare.edit(1 + round)))
    if (round % 100 === 99) say(`${round + 1} edits of each table`)
  }
  await bare.close()
  const rates = await contend(edits, smallest)
  return figuresOf(times.tables, times.bare, rates)
}

/** One client's edits: a whole row of ten columns, by its id. Tokens take turns, as each has a rate of its own. */
function openEdits({ client, tokens }: World) {
  let sent = 0
  return async ({ rows, rowCount }: SeededTable) => {
    sent += 1
    const row = {
      __svc_row_id: 1 + Math.floor(Math.random() * rowCount),
      ...rowLike(1e9 + Math.floor(Math.random() * 1e9)),
    }
    const token = tokens[sent % tokens.length] ?? ''
    const body = { rows: [row], expected_version: null }
    const answer = await client.ask({ method: 'POST', path: rows, token, body })
    if (answer.status !== 200 || JSON.parse(answer.body.toString()).updated !== 1)
      throw new Error(`an edit was answered ${answer.status}: ${answer.body.toString()}`)
  }
}

/** Edits per second of one writer, and of sixteen on the same table. */
async function contend(edit: (table: SeededTable) => Promise<void>, table: SeededTable) {
  const done = { one: 0, many: 0 }
  for (let spell = 0; spell < SPELLS; spell++) {
    done.one += await countEdits(1, () => edit(table))
    done.many += await countEdits(WRITERS, () => edit(table))
  }
  const seconds = (SPELLS * SPELL_MS) / 1000
  return { one: done.one / seconds, many: done.many / seconds }
}

async function countEdits(writers: number, edit: () => Promise<void>): Promise<number> {
  const ends = performance.now() + SPELL_MS
  let done = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < ends) {
        await edit()
        done += 1
      }
    }),
  )
  return done
}

async function figuresOf(
  tables: ReadonlyMap<SeededTable, readonly number[]>,
  bare: readonly number[],
  rates: { one: number; many: number },
): Promise<Figures> {
  const p50s = [...tables].map(([{ rowCount }, times]) => ({ rowCount, p50: median(times) }))
  const [small, , large] = p50s.map(({ p50 }) => p50)
  const slowest = Math.max(...p50s.map(({ p50 }) => p50))
  return {
    ratio_10M_to_1k: rounded((large ?? Number.NaN) / (small ?? Number.NaN)),
    ratio_to_bare_pg: rounded((slowest - ALLOWANCE_MS) / median(bare)),
    contended_rate: rounded(rates.many / rates.one),
    edits: bare.length,
    p50_ms: Object.fromEntries(p50s.map(({ rowCount, p50 }) => [rowCount, rounded(p50)])),
    bare_pg_p50_ms: rounded(median(bare)),
    fsync_p50_ms: rounded(median(await measureFsync(200))),
    edits_per_second: { one_writer: Math.round(rates.one), sixteen_writers: Math.round(rates.many) },
  }
}
