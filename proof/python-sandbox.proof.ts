import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { killProcess } from '../server/src/engine/sandbox/process-tree.ts'
import { memoryLimitKind } from '../server/src/engine/sandbox/sandbox.ts'
import { type HostDoors, openHostDoors } from '../server/src/engine/sandbox/self-test.ts'
import { type HostileWorld, openHostileWorld } from './hostile/hostile-world.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { bareDoor, listOrphans, type ScriptDoor, sandboxDoor } from './python-sandbox/script-doors.ts'
import { HOSTILE_SCRIPTS, type HostileScript, PRELUDE } from './python-sandbox/scripts.ts'

const SCRIPT = join(import.meta.dirname, '../scripts/python-runtime')
const WALL_MS = 6_000
const BARE_WALL_MS = 2_000
/** On a busy machine everything takes longer; what is measured is that it ends. */
const GRACE_MS = 5_000
const AT_ONCE = 2

type Judged = { name: string; escapes: string[]; orphans: number }
type World = { host: HostileWorld; doors: HostDoors }

/** Every hostile script we know, run as transforms run, beside a host and a tenant with secrets. */
export const proof: Proof = {
  promise: "No Python reads the host, its environment or another tenant's data, reaches a network, or outlives its run",
  isQuick: false,
  minutes: 5,
  about: ['server/src/engine/python', 'server/src/engine/sandbox'],
  measure: (options) =>
    inWorld((world, runtime) =>
      judgeAll(world, sandboxDoor(runtime, world.host.folder, WALL_MS), HOSTILE_SCRIPTS, options),
    ),
  // The same Python, bare; only with scripts that harm nothing.
  control: (options) =>
    inWorld(async (world, runtime) => {
      const scripts = HOSTILE_SCRIPTS.filter(({ isForControl }) => isForControl)
      const figures = await judgeAll(world, bareDoor(runtime, BARE_WALL_MS), scripts, options)
      if (figures.guilty.length < scripts.length) throw new Error(`only ${figures.guilty} were noticed`)
      return figures
    }),
  holds: ({ scripts, escapes, orphans }) => Number(scripts) >= 40 && escapes === 0 && orphans === 0,
}

async function inWorld<T>(work: (world: World, runtime: string) => Promise<T>): Promise<T> {
  const runtime = execFileSync(SCRIPT, { encoding: 'utf8' }).trim()
  const [host, doors] = await Promise.all([openHostileWorld(), openHostDoors()])
  try {
    return await work({ host, doors }, runtime)
  } finally {
    doors.close()
    await host.close()
  }
}

async function judgeAll(world: World, door: ScriptDoor, scripts: readonly HostileScript[], { say }: ProofOptions) {
  const waiting = [...scripts]
  const judged: Judged[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const one = await judge(world, door, next)
      if (one.escapes.length + one.orphans > 0) say(`${one.name}: ${one.escapes.join('; ')}, ${one.orphans} orphans`)
      judged.push(one)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const sum = (of: (one: Judged) => number) => judged.reduce((total, one) => total + of(one), 0)
  const visits = Object.values(world.doors.visits()).reduce((total, count) => total + count, 0)
  return {
    scripts: judged.length,
    escapes: sum(({ escapes }) => escapes.length) + visits + world.host.written().length,
    orphans: sum(({ orphans }) => orphans),
    network_visits: visits,
    files_written: world.host.written().length,
    guilty: judged.filter(({ escapes, orphans }) => escapes.length + orphans > 0).map(({ name }) => name),
    memory_limit: memoryLimitKind(),
  } satisfies Figures
}

async function judge({ host, doors }: World, door: ScriptDoor, script: HostileScript): Promise<Judged> {
  const { name, body, ends = 'itself' } = script
  const mark = `bindery-mark-${randomUUID()}`
  const code = codeOf(body, host, doors)
  const { said, end, elapsedMs } = await door(code, mark)
  const orphans = listOrphans(mark)
  for (const pid of orphans) killProcess(pid)
  const leaks = host.findLeaks(said, [code])
  const escapes = [
    // Only what it was, never what was found: that may be a secret.
    ...said.split('\n').flatMap((line) => /^ESCAPED \S+/.exec(line) ?? []),
    ...(leaks.host + leaks.tenant > 0 ? [`${leaks.host} secrets of the host, ${leaks.tenant} of a tenant`] : []),
    ...(end === ends ? [] : [`it ended by ${end}, not by ${ends}`]),
    ...(elapsedMs > WALL_MS + GRACE_MS ? [`it took ${Math.round(elapsedMs)} ms`] : []),
  ]
  return { name, escapes, orphans: orphans.length }
}

/** As a transform, with what the placeholders stand for. */
function codeOf(body: string, { places }: HostileWorld, { addresses }: HostDoors): string {
  const known: Record<string, unknown> = {
    ...places,
    TCP_PORT: addresses.tcpPort,
    UDP_PORT: addresses.udpPort,
    UNIX_NAME: addresses.abstractSocket.slice(1),
  }
  const filled = body.replace(/\{\{(\w+)\}\}/g, (_, name: string) => JSON.stringify(known[name]))
  const lines = filled.split('\n').map((line) => `    ${line}`)
  return `${PRELUDE}\ndef transform(tables):\n${lines.join('\n')}\n    import pyarrow\n    return pyarrow.table({"n": [1]})\n`
}
