import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { callAs } from '../server/test/client.ts'
import { newPerson } from '../server/test/person.ts'
import { type Counts, startRacing } from './edits-crash/crash-race.ts'
import { judgeCrash } from './lib/crash-judge.ts'
import { type ApiNode, startNode } from './lib/crash-nodes.ts'
import { type Cluster, startCluster } from './lib/crash-postgres.ts'
import { makeTables, mintTokens } from './lib/race-tables.ts'
import type { Figures, Proof, ProofOptions } from './proof.ts'

type Victim = 'api' | 'engine' | 'postgres'

const NODES = 3
const KILLS: Record<Victim, number> = { api: 40, engine: 40, postgres: 30 }
/** A node that is started again would refuse to serve on a database that may lose commits: only PostgreSQL is killed. */
const CONTROL_KILLS: Record<Victim, number> = { api: 0, engine: 0, postgres: 10 }
const LONG = 5
/** The service is up again when it acknowledges; then the next kill comes at a random moment. */
const ACKNOWLEDGED_BETWEEN = 5
const LATEST_MS = 300
const PATIENCE_MS = 120_000

export const proof: Proof = {
  promise: 'Nothing acknowledged is lost or done twice when nodes, engines and PostgreSQL are killed at any moment',
  isQuick: false,
  minutes: 12,
  about: ['server/src/core/tables', 'server/src/engine', 'server/migrations'],
  bars: { lost: 0, applied_twice: 0, chain_breaks: 0 },
  measure: (options) => crash(options.isLong ? timesFive(KILLS) : KILLS, { isLazy: false }, options),
  // PostgreSQL acknowledges commits that it has not written yet.
  control: (options) => crash(CONTROL_KILLS, { isLazy: true }, options),
  holds: ({ acknowledged, lost, applied_twice, chain_breaks }) =>
    Number(acknowledged) > 0 && lost === 0 && applied_twice === 0 && chain_breaks === 0,
}

const timesFive = ({ api, engine, postgres }: Record<Victim, number>) => ({
  api: api * LONG,
  engine: engine * LONG,
  postgres: postgres * LONG,
})

async function acknowledgeEarly(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('alter system set synchronous_commit = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

async function crash(
  kills: Record<Victim, number>,
  { isLazy }: { isLazy: boolean },
  options: ProofOptions,
): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-crash-'))
  // The user that sandboxed engines run as must pass.
  await chmod(folder, 0o711)
  const cluster = await startCluster({ isLazy })
  const secretKey = randomBytes(32).toString('hex')
  const nodes = await startNodes(cluster, folder, secretKey)
  try {
    const urls = nodes.map(({ url }) => url)
    const owner = await newPerson(urls[0] ?? '')
    const { workbookId, tracks } = await makeTables(owner.call)
    const tokens = await mintTokens(owner.call)
    // Not before the nodes are up: they refuse to start on such a database.
    if (isLazy) await acknowledgeEarly(cluster.url)
    const race = startRacing({ urls, tokens, tracks })
    const killed = await killAtRandom(kills, nodes, cluster, race.counts, options)
    await race.stop()
    await Promise.all(nodes.map((node) => node.up()))
    // By a token: the owner's session may have ended meanwhile.
    const call = callAs(urls[0] ?? '', tokens[0] ?? '')
    const verdict = await judgeCrash({ url: cluster.url, secretKey, folder, workbookId, tracks, call })
    return { ...race.counts, ...verdict, kills: sum(killed), killed, nodes: NODES }
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One after another, as the first brings the database up to date. */
async function startNodes({ url }: Cluster, folder: string, secretKey: string): Promise<ApiNode[]> {
  const environment = {
    DATABASE_URL: url,
    REDIS_URL: '',
    SVC_S3_BUCKET: '',
    SVC_DATA_DIR: folder,
    SVC_CACHE_DIR: join(folder, 'cache'),
    SVC_SECRET_KEY: secretKey,
    SVC_ENGINE_SPARES: '0',
    SVC_LOG_LEVEL: 'error',
    SVC_REGISTRATION: 'open',
    // A node that comes back compiles nothing twice.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const nodes: ApiNode[] = []
  for (let n = 0; n < NODES; n++) nodes.push(await startNode(environment, join(folder, `node-${n}.log`)))
  return nodes
}

const sum = (killed: Record<Victim, number>) => killed.api + killed.engine + killed.postgres

async function killAtRandom(
  wanted: Record<Victim, number>,
  nodes: readonly ApiNode[],
  cluster: Cluster,
  counts: Counts,
  { say }: ProofOptions,
): Promise<Record<Victim, number>> {
  const killed = { api: 0, engine: 0, postgres: 0 }
  for (const victim of shuffled(wanted)) {
    await untilAcknowledged(counts)
    await pause(Math.random() * LATEST_MS)
    const node = nodes[Math.floor(Math.random() * nodes.length)]
    if (victim === 'postgres') await cluster.kill()
    if (victim === 'api') node?.kill()
    if (victim === 'engine') while (!node?.killEngine()) await pause(20)
    killed[victim] += 1
    if (sum(killed) % 10 === 0) say(`${sum(killed)} kills, ${counts.acknowledged} acknowledged`)
  }
  await untilAcknowledged(counts)
  return killed
}

async function untilAcknowledged(counts: Counts) {
  const wanted = counts.acknowledged + ACKNOWLEDGED_BETWEEN
  const began = performance.now()
  while (counts.acknowledged < wanted) {
    if (performance.now() - began > PATIENCE_MS) throw new Error('the service did not come back after a kill')
    await pause(10)
  }
}

function shuffled(wanted: Record<Victim, number>): Victim[] {
  const victims = (['api', 'engine', 'postgres'] as const).flatMap((victim) =>
    Array.from({ length: wanted[victim] }, () => ({ victim, place: Math.random() })),
  )
  return victims.sort((a, b) => a.place - b.place).map(({ victim }) => victim)
}
