import { readFileSync } from 'node:fs'
import { memoryLimitKind } from '../server/src/engine/sandbox/sandbox.ts'
import { testSandbox } from '../server/src/engine/sandbox/self-test.ts'
import type { Door } from './hostile/door.ts'
import { bareDoor, engineDoor } from './hostile/engine-door.ts'
import { type HostileWorld, openHostileWorld } from './hostile/hostile-world.ts'
import { RESOURCE_ATTACKS } from './hostile/resource-attacks.ts'
import { SANDBOX_TABLE } from './hostile/sandbox-table.ts'
import { type Count, sendAll } from './hostile/send-all.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

// Safe: the file is ours.
const { sequences } = JSON.parse(readFileSync(new URL('hostile/statements.json', import.meta.url), 'utf8')) as {
  sequences: readonly (readonly string[])[]
}
const DEADLINE_MS = 4_000
const LONG_DEADLINE_MS = 15_000
/** Time to take what nothing limits, on a busy machine too. */
const GREEDY_MS = 30_000
/** Attacks use every core; what is measured is that they end on time. */
const [STATEMENTS_AT_ONCE, ATTACKS_AT_ONCE] = [2, 1]
const ENDLESS = 'SELECT count(*) FROM range(1000000000000) t(i)'
const GREEDY = "SELECT length(repeat('x', 1500000000))"

/** Every hostile statement we know, run in engines without any gate before them, beside a host and a tenant with secrets. */
export const proof: Proof = {
  promise:
    "No SQL in an engine reads the host, its environment or another tenant's data, or outlives its deadline or its memory",
  isQuick: false,
  minutes: 8,
  about: ['server/src/engine/sandbox', 'server/src/engine/duckdb', 'server/src/engine/duckdb-program'],
  bars: { host_leaks: 0, tenant_leaks: 0, survivors_past_deadline: 0, sandbox_faults: 0 },
  measure: (options) => inWorld((world) => measure(world, options)),
  // Without the sandbox and its limits.
  control: (options) => inWorld((world) => measureBare(world, options)),
  holds: ({
    statements,
    attacks,
    statements_ended,
    host_leaks,
    tenant_leaks,
    survivors_past_deadline,
    sandbox_faults,
  }) =>
    Number(statements) > 0 &&
    areAnswered(statements_ended) &&
    Number(attacks) > 0 &&
    [host_leaks, tenant_leaks, survivors_past_deadline, sandbox_faults].every((count) => count === 0),
}

/** An engine that does not even start shows nothing. */
const areAnswered = (ended: unknown) =>
  // Safe: `present` puts it there.
  ((ended ?? {}) as { answered?: number }).answered !== 0

async function inWorld(work: (world: HostileWorld) => Promise<Figures>): Promise<Figures> {
  const world = await openHostileWorld()
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

/** The ways by which SQL comes in. */
function openDoors(world: HostileWorld, deadlineMs: number): Door[] {
  return [engineDoor(world, { deadlineMs })]
}

/** Each of the two layers must keep the secrets without the other. */
function openLayers(world: HostileWorld, deadlineMs: number): Door[] {
  return [engineDoor(world, { deadlineMs, isLocked: false }), bareDoor(world, { deadlineMs })]
}

async function measure(world: HostileWorld, { isLong, say }: ProofOptions): Promise<Figures> {
  const faults = await listSandboxFaults()
  const [read, exhausted]: [Count[], Count[]] = [[], []]
  const deadlineMs = isLong ? LONG_DEADLINE_MS : DEADLINE_MS
  const doors = openDoors(world, deadlineMs)
  const layers = isLong ? openLayers(world, deadlineMs) : []
  for (const door of doors) {
    say(`${door.name}: ${sequences.length} sequences of statements`)
    read.push(await sendAll({ world, door, sequences, atOnce: STATEMENTS_AT_ONCE }))
    say(`${door.name}: ${RESOURCE_ATTACKS.length} attacks on time and memory`)
    const attacks = RESOURCE_ATTACKS.map((sql) => [sql])
    exhausted.push(await sendAll({ world, door, sequences: attacks, atOnce: ATTACKS_AT_ONCE }))
  }
  for (const door of layers) {
    say(`${door.name}: ${sequences.length} sequences of statements`)
    read.push(await sendAll({ world, door, sequences, atOnce: STATEMENTS_AT_ONCE }))
  }
  return {
    doors: [...doors, ...layers].map(({ name }) => name),
    ...present(read, exhausted),
    sandbox_table: Object.keys(SANDBOX_TABLE).length,
    sandbox_faults: faults.length,
    faults,
    memory_limit: memoryLimitKind(),
  }
}

/** DuckDB as it comes leaks, an engine without a deadline lives on, one without its limit takes what it wants: each must be noticed. */
async function measureBare(world: HostileWorld, { say }: ProofOptions): Promise<Figures> {
  const attack = (door: Door, sql: string) => sendAll({ world, door, sequences: [[sql]], atOnce: 1 })
  const endless = await attack(engineDoor(world, { deadlineMs: 1_000, isKilled: false }), ENDLESS)
  const greedy = await attack(engineDoor(world, { deadlineMs: GREEDY_MS, without: ['memory-limit'] }), GREEDY)
  say(`without its deadline: ${endless.survivors} alive, without its limit: ${greedy.pastMemory} past it`)
  const door = bareDoor(world, { deadlineMs: DEADLINE_MS, isLocked: false })
  const bare = await sendAll({ world, door, sequences, atOnce: STATEMENTS_AT_ONCE })
  const noticed = [endless.survivors, greedy.pastMemory, bare.hostLeaks, bare.tenantLeaks]
  if (noticed.includes(0)) throw new Error(`the control is not noticed: ${noticed}`)
  const { guilty, ...figures } = present([bare], [endless, greedy])
  return { ...figures, guilty_statements: guilty.length }
}

function present(read: readonly Count[], exhausted: readonly Count[]) {
  const all = [...read, ...exhausted]
  const sum = (counts: readonly Count[], of: (count: Count) => number) => counts.reduce((n, count) => n + of(count), 0)
  const ends = (counts: readonly Count[]) => ({
    answered: sum(counts, (count) => count.ends.answered),
    past_deadline: sum(counts, (count) => count.ends.deadline),
    out_of_memory: sum(counts, (count) => count.ends.memory),
    died: sum(counts, (count) => count.ends.died),
  })
  return {
    statements: sum(read, ({ sent }) => sent),
    attacks: sum(exhausted, ({ sent }) => sent),
    host_leaks: sum(all, ({ hostLeaks }) => hostLeaks),
    tenant_leaks: sum(all, ({ tenantLeaks }) => tenantLeaks),
    survivors_past_deadline: sum(all, ({ survivors, pastMemory }) => survivors + pastMemory),
    statements_ended: ends(read),
    attacks_ended: ends(exhausted),
    guilty: all.flatMap(({ guilty }) => guilty),
  }
}

/** Rows of the table whose checks do not all hold. */
async function listSandboxFaults(): Promise<string[]> {
  const { checks } = await testSandbox()
  const holding = new Set(checks.filter(({ ok }) => ok).map(({ name }) => name))
  return Object.entries(SANDBOX_TABLE).flatMap(([row, names]) =>
    names.every((name) => holding.has(name)) ? [] : [row],
  )
}
