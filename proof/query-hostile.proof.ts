import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryLimitKind } from '../server/src/engine/sandbox/sandbox.ts'
import { HARMLESS, HOSTILE } from '../server/test/hostile-sql.ts'
import { leakFinder, newCanaries } from './hostile/canaries.ts'
import { fill } from './hostile/door.ts'
import { type HostileWorld, openHostileWorld } from './hostile/hostile-world.ts'
import { rounded } from './lib/figures.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { newTenant, SPARES, startAttackedNode, type Tenant } from './query-hostile/attacked-node.ts'
import { type Attack, get, listAttacks, post, queryAttack } from './query-hostile/attacks.ts'
import { type EngineWatch, listEngines, watchEngines } from './query-hostile/engine-watch.ts'
import { type LightLoad, startLightLoad } from './query-hostile/light-load.ts'
import { isLate, type Outcome, runAttack } from './query-hostile/run-attack.ts'

const TIMEOUT_MS = 2_000
const LONG_TIMEOUT_MS = 10_000
const [ATTACKED_ROWS, ROWS] = [5_000, 1_000]
const TENANTS = 3
/** Time for stopped work to end. */
const LAST_MS = 3_000
/** What the sandbox lets an engine have; a limit that is polled is passed a little before that is noticed. */
const MOST_BYTES = 700 * 1024 * 1024 * { 'cgroup-v1': 1, 'cgroup-v2': 1, polling: 1.2 }[memoryLimitKind()]
const ENDLESS = 'SELECT count(*) FROM range(1000000000000) t(i)'

// Safe: the file is ours.
const { sequences } = JSON.parse(readFileSync(new URL('hostile/statements.json', import.meta.url), 'utf8')) as {
  sequences: readonly (readonly string[])[]
}

const MUST_BE_NONE = [
  'past_deadline',
  'past_memory',
  'survivors',
  'not_served_again',
  'other_tenants_failed',
  'faults',
  'leaks',
]

/** One tenant attacks over HTTP, while others go on with their work. */
export const proof: Proof = {
  promise:
    'No query, validation or filter outlives its deadline or its memory, reveals a secret, or harms other tenants',
  isQuick: false,
  minutes: 12,
  about: ['server/src/core/queries', 'server/src/engine/duckdb', 'server/src/engine/duckdb-program'],
  measure: (options) => {
    const attacks = listAttacks(options.isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS)
    return attackNode(options, { attacks, statements: [...HOSTILE, ...HARMLESS, ...sequences.flat()], isOpen: false })
  },
  // The service gets a later deadline than the one it is judged by, and the secret of another tenant is readable.
  control: async (options) => {
    const attacks = [queryAttack(ENDLESS, 1_000, 8_000)]
    const figures = await attackNode(options, { attacks, statements: HARMLESS, isOpen: true })
    const { past_deadline, leaks } = figures
    if (past_deadline === 0 || leaks === 0) throw new Error(`the control is not noticed: ${past_deadline}, ${leaks}`)
    return figures
  },
  holds: ({ attacks, statements, ...figures }) =>
    Number(attacks) > 0 && Number(statements) > 0 && MUST_BE_NONE.every((name) => figures[name] === 0),
}

/** `isOpen`: the secret of the other tenants is in the attacker's own table, too. */
type Plan = { attacks: readonly Attack[]; statements: readonly string[]; isOpen: boolean }

async function attackNode(options: ProofOptions, { attacks, statements, isOpen }: Plan): Promise<Figures> {
  const world = await openHostileWorld()
  const node = await startAttackedNode()
  try {
    const canaries = newCanaries()
    const attacker = await newTenant(node.url, ATTACKED_ROWS, isOpen ? canaries.tenant : 'plain')
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => newTenant(node.url, ROWS, canaries.tenant)))
    const engines = watchEngines()
    const load = startLightLoad(tenants)
    const attacked = await runAll(node.url, attacker, engines, attacks, options)
    const light = await load.stop()
    const replies = await sendStatements(node.url, attacker, fillAll(statements, world), options)
    const all = [...attacked.map(({ attack, outcome }) => ({ sent: attack.name, said: outcome.said })), ...replies]
    const leaks = all.filter(finderOf(world, leakFinder(canaries, [node.folder])))
    return {
      ...presentAttacks(attacked),
      ...presentLoad(light),
      statements: replies.length,
      faults: all.filter(({ said }) => FAULT.test(said)).length,
      leaks: leaks.length + world.written().length,
      leaking: leaks.slice(0, 10).map(({ sent }) => sent.slice(0, 120)),
      ...(await presentEngines(engines)),
    }
  } finally {
    await node.close()
    await world.close()
  }
}

type Reply = { sent: string; said: string }

/** The service did not know what to say, or said nothing. */
const FAULT = /^(?:500$|no answer)/m

/** True where an answer reveals a secret of the host or of a tenant. */
function finderOf(world: HostileWorld, ofTenants: HostileWorld['findLeaks']) {
  return ({ sent, said }: Reply) =>
    [world.findLeaks, ofTenants].some((find) => {
      const { host, tenant } = find(said, [sent])
      return host + tenant > 0
    })
}

type Attacked = { attack: Attack; outcome: Outcome }

async function runAll(
  url: string,
  attacker: Tenant,
  engines: EngineWatch,
  attacks: readonly Attack[],
  { say }: ProofOptions,
) {
  const attacked: Attacked[] = []
  for (const attack of attacks) {
    const outcome = await runAttack(url, attacker, engines, attack)
    attacked.push({ attack, outcome })
    if (isLate(outcome) || !outcome.livesAgain)
      say(`${attack.door}: ${attack.name}: ${JSON.stringify({ ...outcome, said: '' })}`)
    if (attacked.length % 25 === 0) say(`${attacked.length} of ${attacks.length} attacks`)
  }
  return attacked
}

const fillAll = (statements: readonly string[], { places }: HostileWorld) =>
  fill(statements, { ...places, IN_DIR: '/in', OWN_DIR: '/own', SPILL_DIR: '/tmp/spill' })

/** Every statement as a query, to be checked, and as a part of a filter. */
async function sendStatements(
  url: string,
  attacker: Tenant,
  statements: readonly string[],
  { say }: ProofOptions,
): Promise<Reply[]> {
  const replies: Reply[] = []
  for (const sql of new Set(statements)) {
    const said = [
      await post(url, attacker, '/query', { sql, timeout_ms: TIMEOUT_MS }),
      await post(url, attacker, '/query/validate', { sql }),
      await get(url, attacker, { filter: JSON.stringify({ column: sql, op: '=', value: sql }) }),
      await get(url, attacker, { filter: JSON.stringify({ column: 'name', op: 'contains', value: sql }) }),
      await get(url, attacker, { order_by: sql || ' ' }),
    ]
    if (said.some((answer) => answer.startsWith('429'))) throw new Error('impossible: this rate is allowed')
    replies.push({ sent: sql, said: said.join('\n') })
    if (replies.length % 100 === 0) say(`${replies.length} statements`)
  }
  return replies
}

function presentAttacks(attacked: readonly Attacked[]) {
  const doors = Object.groupBy(attacked, ({ attack }) => attack.door)
  const statuses = Object.groupBy(attacked, ({ outcome }) => outcome.status)
  const counted = (groups: Partial<Record<string, Attacked[]>>) =>
    Object.fromEntries(Object.entries(groups).map(([name, members]) => [name, members?.length]))
  return {
    attacks: attacked.length,
    past_deadline: attacked.filter(({ outcome }) => isLate(outcome)).length,
    latest_ms: Math.round(Math.max(...attacked.map(({ outcome }) => outcome.lateMs))),
    not_served_again: attacked.filter(({ outcome }) => !outcome.livesAgain).length,
    doors: counted(doors),
    answers: counted(statuses),
  }
}

function presentLoad({ spent, failed }: LightLoad) {
  return {
    node_p99_during_ms: p99(spent.node),
    rows_p99_during_ms: p99(spent.rows),
    sql_p99_during_ms: p99(spent.sql),
    light_calls: spent.node.length + spent.rows.length + spent.sql.length,
    other_tenants_failed: failed.length,
    failed: failed.slice(0, 5),
  }
}

const p99 = (values: readonly number[]) =>
  rounded(values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0)

/** An engine for each workbook and one of the world's own, and those that wait: what is more was left behind. */
const MOST_ENGINES = TENANTS + 1 + 1 + SPARES

async function presentEngines(engines: EngineWatch) {
  await sleep(LAST_MS)
  const busy = await engines.busy()
  const peakBytes = engines.stop()
  return {
    survivors: busy.length + Math.max(0, listEngines().length - MOST_ENGINES),
    past_memory: peakBytes > MOST_BYTES ? 1 : 0,
    peak_memory_mb: Math.round(peakBytes / 1024 / 1024),
  }
}
