import type { Call } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
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
const LONG: Plan = { graphs: [...SMALL, ...SMALL, { size: 80, depth: 12 }, { size: 200, depth: 12 }], steps: 100 }
const CONTROL: Plan = { graphs: [{ size: 9, depth: 5 }], steps: 25 }
const MOST_SHOWN = 5

/** Graphs nobody thought of, edited, broken and recomputed, beside a plain model of what is promised. */
export const proof: Proof = {
  promise:
    'What is stale is known at every moment, and a recompute makes exactly that anew, in order, around what fails',
  isQuick: false,
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
  const dice = throwDice(seed)
  const service = await runService({ checkResponses: false, settings: { sandbox: 'off', engineSpares: 2 } })
  const tally = { cases: 0, wrong: 0, recomputes: 0, runs: 0, failures: 0, shown: [] as string[] }
  try {
    for (const [n, { size, depth }] of graphs.entries()) {
      const world = await newWorld(service, dice, size, depth)
      if (n === 0) await spoil(service)
      for (let step = 0; step < steps; step++) {
        const done = await takeStep(world, dice, tally)
        const difference = await differenceIn(world)
        tally.cases++
        if (!difference) continue
        tally.wrong++
        if (tally.shown.length < MOST_SHOWN) tally.shown.push(`graph ${n}, step ${step}, ${done}: ${difference}`)
        break
      }
      say(`graph ${n + 1} of ${graphs.length} (${size} tables): ${tally.cases} cases, ${tally.wrong} wrong`)
    }
    return tally
  } finally {
    await service.close()
  }
}

type World = { call: Call; at: string; model: Model }
type Tally = { recomputes: number; runs: number; failures: number }

async function newWorld({ urls }: RunningService, dice: Dice, size: number, depth: number): Promise<World> {
  const { call } = await newPerson(urls[0] ?? '')
  const { body } = await call('POST', '/api/v1/workbooks', { title: 'Graph' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const model = newModel(dice, size, depth)
  const columns = [
    { name: 'k', type: 'INTEGER' },
    { name: 'v', type: 'BIGINT' },
  ]
  for (const table of basesOf(model)) {
    await must(call('POST', `${at}/tables`, { name: table.name, columns }))
    const rows = [...table.rows].map(([k, v]) => ({ k, v }))
    await must(call('POST', `${at}/tables/${table.name}/rows`, { expected_version: null, rows }))
  }
  for (const table of derivedOf(model)) {
    const args = Object.fromEntries(table.inputs.map((name) => [name, name]))
    const body = { name: table.name, code: codeOf(table), args, key: ['k'], run: false }
    await must(call('POST', `${at}/transforms`, body))
  }
  return { call, at, model }
}

async function must(called: ReturnType<Call>) {
  const { status, body } = await called
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function takeStep(world: World, dice: Dice, tally: Tally): Promise<string> {
  const { call, at, model } = world
  const derived = derivedOf(model)
  const chance = dice.below(100)
  if (chance < 12) {
    tally.recomputes++
    const answer = await must(call('POST', `${at}/recompute`, {}))
    const { made, failed } = recompute(model)
    tally.failures += failed.length
    const told = [namesOf(answer.recomputed), namesOf(answer.failed), answer.fresh]
    const meant = [made.sort(), failed.sort(), failed.length === 0]
    if (JSON.stringify(told) !== JSON.stringify(meant))
      throw new Error(`${JSON.stringify(told)} is not ${JSON.stringify(meant)}`)
    return 'recompute'
  }
  if (chance < 18 && derived.length > 0) {
    tally.runs++
    const table = dice.of(derived)
    const { status, body } = await call('POST', `${at}/transforms/${table.name}/run`, {})
    const isMade = run(model, table)
    if (status !== (isMade ? 200 : 400)) throw new Error(`a run of ${table.name}: ${status} ${JSON.stringify(body)}`)
    return `run ${table.name}`
  }
  const filled = derived.filter(({ rows }) => rows.size > 0)
  const table = chance < 40 && filled.length > 0 ? dice.of(filled) : dice.of(basesOf(model))
  return editCell(world, dice, table)
}

const namesOf = (tables: { name: string }[]) => tables.map(({ name }) => name).sort()

async function editCell({ call, at, model }: World, dice: Dice, table: ModelTable): Promise<string> {
  const key = dice.of([...table.rows.keys()])
  // Some are too large for what is made from them, until somebody writes another.
  const value = dice.chance(15) ? LIMIT + 1 + dice.below(100) : dice.below(100)
  const rows = [{ __svc_row_id: await rowIdOf(call, `${at}/tables/${table.name}`, key), v: value }]
  await must(call('POST', `${at}/tables/${table.name}/rows`, { expected_version: null, rows }))
  edit(model, table, key, value)
  return `${table.name}[${key}] = ${value}`
}

async function rowIdOf(call: Call, table: string, key: number): Promise<number> {
  const filter = encodeURIComponent(JSON.stringify({ column: 'k', op: '=', value: key }))
  const { rows } = await must(call('GET', `${table}/rows?filter=${filter}`))
  return rows[0].__svc_row_id
}

/** What the service says and the model does not, if there is something. */
async function differenceIn({ call, at, model }: World): Promise<string | undefined> {
  const { tables } = await must(call('GET', `${at}/tables`))
  for (const { name, stale } of tables) {
    const meant = model.tables.get(name)?.isStale
    if (stale !== meant) return `${name} is ${stale ? '' : 'not '}stale`
  }
  const { open_count: open } = await must(call('GET', `${at}/conflicts?limit=1`))
  if (open !== model.openConflicts) return `${open} conflicts are open, not ${model.openConflicts}`
  const names = [...model.tables.keys()]
  const sql = names.map((name) => `SELECT '${name}' AS t, k, v FROM ${name}`).join(' UNION ALL ')
  const { rows } = await must(call('POST', `${at}/query`, { sql, limit: 10_000, shape: 'arrays' }))
  const seen = new Map<string, number>(rows.map(([t, k, v]: [string, number, number]) => [`${t} ${k}`, v]))
  const meant = [...model.tables.values()].flatMap((table) =>
    [...table.rows].map(([k, v]) => [`${table.name} ${k}`, v] as const),
  )
  for (const [cell, value] of meant) if (seen.get(cell) !== value) return `${cell} is ${seen.get(cell)}, not ${value}`
  return seen.size === meant.length ? undefined : `${seen.size} rows, not ${meant.length} of ${KEYS.length} keys`
}
