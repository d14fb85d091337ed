import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { callAs } from '../server/test/client.ts'
import { runService } from '../server/test/start-service.ts'
import { startNode } from './lib/crash-nodes.ts'
import { descendantsNamed } from './lib/crash-processes.ts'
import { freePort } from './lib/free-port.ts'
import { nodeEnvironment } from './lib/node-environment.ts'
import { type HostileWorld, newHostileWorld } from './neighbours/hostile-world.ts'
import { type Measured, measureShape, openMemoryMb, p99 } from './neighbours/measure-shapes.ts'
import { startNeighbour } from './neighbours/neighbour.ts'
import { CONTROL_SHAPES, SHAPES } from './neighbours/shapes.ts'
import type { Shape } from './neighbours/text-shapes.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'
import { newTenant } from './query-hostile/attacked-node.ts'

const [MOST_NEIGHBOUR_MS, MOST_RSS_MB] = [250, 512]
const QUIET_MS = 5_000
const LEAST_SHAPES = 60
const WITHOUT_BUDGET = fileURLToPath(new URL('neighbours/without-budget.ts', import.meta.url))

/** One tenant sends what doubles in size at every door, while another works on the same node. */
export const proof: Proof = {
  promise: 'Whatever a user makes large, the others on the node wait at most a quarter of a second longer',
  isQuick: false,
  minutes: 20,
  about: ['server/src'],
  measure: (options) => measureNode(options, SHAPES, []),
  // The node counts nothing of what rules cost on rows.
  control: async (options) => ({
    ...(await measureNode(options, CONTROL_SHAPES, ['--import', WITHOUT_BUDGET])),
    shapes: LEAST_SHAPES,
  }),
  holds: ({ shapes, unserved, worst_neighbour_ms, worst_rss_mb, answers_500, stuck_slots }) =>
    Number(shapes) >= LEAST_SHAPES &&
    Number(worst_neighbour_ms) <= MOST_NEIGHBOUR_MS &&
    Number(worst_rss_mb) <= MOST_RSS_MB &&
    answers_500 === 0 &&
    // A shape that is refused however small it is shows nothing.
    unserved === 0 &&
    stuck_slots === 0,
}

async function measureNode(
  { say }: ProofOptions,
  shapes: readonly Shape[],
  flags: readonly string[],
): Promise<Figures> {
  const service = await runService({ apiNodes: 0 })
  const { folder, environment } = nodeEnvironment(service)
  const pgPort = await freePort()
  const more = {
    SVC_LOG_LEVEL: 'error',
    SVC_REGISTRATION: 'open',
    SVC_SANDBOX: 'required',
    SVC_PG_PORT: String(pgPort),
  }
  const node = await startNode({ ...environment, ...more }, `${folder}/node.log`, 'all', flags)
  const [pid = 0] = descendantsNamed(process.pid, 'bindery.ts serve')
  const tenant = await newTenant(node.url, 100, 'plain')
  const world = await newHostileWorld(node.url, pgPort)
  const neighbour = startNeighbour({ url: node.url, token: tenant.token, at: tenant.at })
  try {
    await pause(QUIET_MS)
    await neighbour.taken()
    await pause(QUIET_MS)
    const quiet = { ms: p99(await neighbour.taken()), rssMb: openMemoryMb(pid) }
    say(`quiet: p99 ${quiet.ms.toFixed(0)} ms, ${quiet.rssMb} MB`)
    const measured: Measured[] = []
    for (const shape of shapes) {
      const one = await measureShape(world, { neighbour, pid }, shape)
      measured.push(one)
      say(
        `${one.worstMs.toFixed(0)} ms ${one.rssMb} MB  ${one.name}: served ${one.served}; ${one.refusal.slice(0, 120)}`,
      )
    }
    const unserved = shapes.filter(({ isWrong }, n) => !isWrong && measured[n]?.served === 0)
    for (const { name } of unserved) say(`never served: ${name}: ${measured.find((one) => one.name === name)?.refusal}`)
    return { ...present(measured, quiet, say), unserved: unserved.length, stuck_slots: await countStuck(world) }
  } finally {
    await neighbour.close()
    await node.close()
    await service.close()
  }
}

function present(measured: readonly Measured[], quiet: { ms: number; rssMb: number }, say: ProofOptions['say']) {
  const slowest = measured.toSorted((a, b) => b.worstMs - a.worstMs)
  const largest = Math.max(...measured.map(({ rssMb }) => rssMb))
  for (const { name, worstMs } of slowest.slice(0, 10)) say(`worst: ${name}: ${worstMs.toFixed(0)} ms`)
  for (const { name } of measured.filter(({ faults }) => faults > 0)) say(`answered 500: ${name}`)
  return {
    shapes: measured.length,
    worst_neighbour_ms: Math.round((slowest[0]?.worstMs ?? 0) - quiet.ms),
    worst_shape: slowest[0]?.name,
    quiet_neighbour_ms: Math.round(quiet.ms),
    worst_rss_mb: largest - quiet.rssMb,
    answers_500: measured.reduce((sum, { faults }) => sum + faults, 0),
  }
}

const MOST_WAIT_MS = 30_000

/** Of the places of a node that work of others waits for: those that do not serve the next who comes. */
async function countStuck({ url, at, as, upload }: HostileWorld): Promise<number> {
  const fresh = callAs(url, null)
  const isServed: readonly (() => Promise<boolean>)[] = [
    async () => (await fresh('GET', '/healthz')).status === 200,
    async () => (await as.token('PUT', `${at}/tables/c/rules`, { expected_version: null, rules: [] })).status === 200,
    async () => (await as.viewer('POST', `${at}/query`, { sql: 'select count(*) from c' })).status === 200,
    async () => (await upload('small.csv', 'k,v\n1,2\n')).status < 300,
  ]
  const served = await Promise.all(isServed.map((ask) => Promise.race([ask(), pause(MOST_WAIT_MS, false)])))
  return served.filter((isDone) => !isDone).length
}
