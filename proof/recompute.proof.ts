import { setTimeout as pause } from 'node:timers/promises'
import { type Call, callAs } from '../server/test/client.ts'
import { mintToken, newPerson } from '../server/test/person.ts'
import { type RunningService, runService } from '../server/test/start-service.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import {
  basesOf,
  codeOf,
  derivedOf,
  edit,
  KEYS,
  LIMIT,
  type Model,
  type ModelTable,
  newModel,
  recompute,
  run,
} from './recompute/model.ts'
import { type Dice, throwDice } from './sql-differential/dice.ts'

/** Graphs by size: `steps` are taken in each of them. */
type Plan = { graphs: readonly { size: number; depth: number }[]; steps: number }

const SMALL = Array.from({ length: 24 }, (_, n) => ({ size: 3 + (n % 8), depth: 2 + (n % 5) }))
const SHORT: Plan = { graphs: [...SMALL, { size: 25, depth: 12 }], steps: 80 }
/** The largest first: they take longest, and the others go on beside them. */
const LONG: Plan = { graphs: [{ size: 200, depth: 12 }, { size: 80, depth: 12 }, ...SMALL], steps: 100 }
const CONTROL: Plan = { graphs: [{ size: 9, depth: 5 }], steps: 25 }
const MOST_SHOWN = 5
/** Graphs that are walked side by side. */
const AT_ONCE = 4
const MOST_ATTEMPTS = 60

/** Random graphs, edited, broken and recomputed, beside a plain model of what is promised. */
export const proof: Proof = {
  promise: 'What is stale is known at every moment, and a recompute rebuilds exactly that, in order, around what fails',
  isQuick: false,
  minutes: 4,
  about: ['server/src/work/transforms', 'server/src/core/lineage'],
  measure: (options) => compare(options, options.isLong ? LONG : SHORT),
  // An edit marks what is made from its table, and not what is made from that.
  control: (options) => compare(options, CONTROL, shallowMarks),
  holds: ({ cases, wrong }) => wrong === 0 && Number(cases) >= 2_000,
}

async function shallowMarks({ admin }: RunningService) {
  await admin.query(`
    create or replace function mark_stale(in_workbook_id uuid, tables uuid[], in_at timestamptz) returns uuid[]
    language sql as $$
      with newly as (
        update table_head h set stale_since = in_at, stale_reason = 'upstream_edit' from lineage l
        where l.workbook_id = in_workbook_id and l.from_id = any (tables) and h.workbook_id = in_workbook_id
          and h.table_id = l.to_id and h.stale_since is null
        returning h.table_id)
      select coalesce(array_agg(distinct table_id), '{}') from newly
    $$`)
}

async function compare(
  { say }: ProofOptions,
  { graphs, steps }: Plan,
  spoil: (service: RunningService) => Promise<void> = async () => {},
): Promise<Figures> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  say(`SEED=${seed}`)
  const service = await runService({ checkResponses: false, settings: { engineSpares: 2 } })
  const tally: Tally = { cases: 0, wrong: 0, recomputes: 0, runs: 0, incremental: 0, failures: 0, waits: 0, shown: [] }
  try {
    await spoil(service)
    const waiting = [...graphs.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [n, { size, depth }] = next
        await walk(service, { n, steps, size, depth, dice: throwDice(seed + n) }, tally).catch((error: unknown) => {
          say(`graph ${n}: ${error}`)
          throw error
        })
        say(`${waiting.length} of ${graphs.length} graphs wait: ${tally.cases} cases, ${tally.wrong} wrong`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return tally
  } finally {
    await service.close()
  }
}

type Walk = { n: number; steps: number; size: number; depth: number; dice: Dice }

/** Takes steps in one graph until one of them is wrong. */
async function walk(service: RunningService, { n, steps, size, depth, dice }: Walk, tally: Tally) {
  const world = await newWorld(service, dice, size, depth, tally)
  for (let step = 0; step < steps; step++) {
    const done = await takeStep(world, dice, tally)
    const difference = await differenceIn(world)
    tally.cases++
    if (!difference) continue
    tally.wrong++
    if (tally.shown.length < MOST_SHOWN) tally.shown.push(`graph ${n}, step ${step}, ${done}: ${difference}`)
    return
  }
}

/** `rowIds`: by table and key, as last seen. */
type World = { ask: Ask; at: string; model: Model; rowIds: Map<string, number> }
type Tally = {
  cases: number
  wrong: number
  recomputes: number
  runs: number
  /** Tables that were made from the changed rows alone. */
  incremental: number
  failures: number
  /** Requests that were sent again because the machine had no engine for them. */
  waits: number
  shown: string[]
}

/** Calls until the machine has time for it. */
type Ask = (...request: Parameters<Call>) => ReturnType<Call>

const asking =
  (call: Call, tally: Tally): Ask =>
  async (...request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await call(...request)
      if (!isStarved(answer) || attempt === MOST_ATTEMPTS) return answer
      tally.waits++
      await pause(1_000)
    }
  }

/** There was no engine, or a machine so busy that a small run met its deadline: neither says anything about the promise. */
const isStarved = ({ status, body }: Awaited<ReturnType<Call>>) =>
  status === 503 || status === 504 || (status === 400 && String(body.detail).includes('It took longer than'))

async function newWorld(
  { urls }: RunningService,
  dice: Dice,
  size: number,
  depth: number,
  tally: Tally,
): Promise<World> {
  const person = await newPerson(urls[0] ?? '')
  // A session ends before a long walk does.
  const ask = asking(callAs(urls[0] ?? '', await mintToken(person.call)), tally)
  const { workbook_id: id } = await must(ask('POST', '/api/v1/workbooks', { title: 'Graph' }))
  const at = `/api/v1/workbooks/${id}`
  const model = newModel(dice, size, depth)
  const columns = [
    { name: 'k', type: 'INTEGER' },
    { name: 'v', type: 'BIGINT' },
  ]
  for (const table of basesOf(model)) {
    await must(ask('POST', `${at}/tables`, { name: table.name, columns }))
    const rows = [...table.rows].map(([k, v]) => ({ k, v }))
    await must(ask('POST', `${at}/tables/${table.name}/rows`, { expected_version: null, rows }))
  }
  for (const table of derivedOf(model)) {
    const args = Object.fromEntries(table.inputs.map((name) => [name, name]))
    const body = { name: table.name, code: codeOf(table), args, key: ['k'], run: false }
    await must(ask('POST', `${at}/transforms`, body))
  }
  const world = { ask, at, model, rowIds: new Map<string, number>() }
  const difference = await differenceIn(world)
  if (difference) throw new Error(`before the first step: ${difference}`)
  return world
}

async function must(called: ReturnType<Call>) {
  const { status, body } = await called
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function takeStep(world: World, dice: Dice, tally: Tally): Promise<string> {
  const { ask, at, model } = world
  const derived = derivedOf(model)
  const chance = dice.below(100)
  if (chance < 12) {
    tally.recomputes++
    const answer = await must(ask('POST', `${at}/recompute`, {}))
    tally.incremental += incrementalIn(answer.recomputed)
    const { made, failed } = recompute(model)
    tally.failures += failed.length
    const reported = [namesOf(answer.recomputed), namesOf(answer.failed), answer.fresh]
    const meant = [made.sort(), failed.sort(), failed.length === 0]
    if (JSON.stringify(reported) !== JSON.stringify(meant))
      throw new Error(`${JSON.stringify(reported)} is not ${JSON.stringify(meant)}`)
    return 'recompute'
  }
  if (chance < 18 && derived.length > 0) {
    tally.runs++
    const table = dice.of(derived)
    const { status, body } = await ask('POST', `${at}/transforms/${table.name}/run`, {})
    tally.incremental += status === 200 ? incrementalIn([body.run, ...body.recomputed]) : 0
    const isMade = run(model, table)
    if (status !== (isMade ? 200 : 400)) throw new Error(`a run of ${table.name}: ${status} ${JSON.stringify(body)}`)
    return `run ${table.name}`
  }
  const filled = derived.filter(({ rows }) => rows.size > 0)
  const table = chance < 40 && filled.length > 0 ? dice.of(filled) : dice.of(basesOf(model))
  return editCell(world, dice, table)
}

const namesOf = (tables: { name: string }[]) => tables.map(({ name }) => name).sort()

const incrementalIn = (runs: { mode: string }[]) => runs.filter(({ mode }) => mode === 'incremental').length

async function editCell({ ask, at, model, rowIds }: World, dice: Dice, table: ModelTable): Promise<string> {
  const key = dice.of([...table.rows.keys()])
  // Some are too large for what is made from them, until another edit replaces them.
  const value = dice.chance(15) ? LIMIT + 1 + dice.below(100) : dice.below(100)
  const rows = [{ __svc_row_id: rowIds.get(`${table.name} ${key}`), v: value }]
  await must(ask('POST', `${at}/tables/${table.name}/rows`, { expected_version: null, rows }))
  edit(model, table, key, value)
  return `${table.name}[${key}] = ${value}`
}

/** What the service says and the model does not, if there is something. */
async function differenceIn({ ask, at, model, rowIds }: World): Promise<string | undefined> {
  const names = [...model.tables.keys()]
  const sql = names.map((name) => `SELECT '${name}' AS t, k, v, __svc_row_id AS id FROM ${name}`).join(' UNION ALL ')
  const [{ tables }, { open_count: open }, { rows }] = await Promise.all([
    must(ask('GET', `${at}/tables`)),
    must(ask('GET', `${at}/conflicts?limit=1`)),
    must(ask('POST', `${at}/query`, { sql, limit: 10_000, shape: 'arrays', timeout_ms: 120_000 })),
  ])
  for (const { name, stale } of tables) {
    const meant = model.tables.get(name)?.isStale
    if (stale !== meant) return `${name} is ${stale ? '' : 'not '}stale`
  }
  if (open !== model.openConflicts) return `${open} conflicts are open, not ${model.openConflicts}`
  const seen = new Map<string, number>()
  for (const [table, key, value, id] of rows) {
    seen.set(`${table} ${key}`, value)
    rowIds.set(`${table} ${key}`, id)
  }
  return cellDifference(model, seen)
}

function cellDifference(model: Model, seen: ReadonlyMap<string, number>): string | undefined {
  const meant = [...model.tables.values()].flatMap((table) =>
    [...table.rows].map(([k, v]) => [`${table.name} ${k}`, v] as const),
  )
  for (const [cell, value] of meant) if (seen.get(cell) !== value) return `${cell} is ${seen.get(cell)}, not ${value}`
  return seen.size === meant.length ? undefined : `${seen.size} rows, not ${meant.length} of ${KEYS.length} keys`
}
