import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PROGRAM } from '../cluster/cluster-node.ts'
import { patientClient } from '../cluster/patient-client.ts'
import { type Member, untilReady } from '../cluster/start-cluster.ts'
import { handOver } from './hand-over.ts'
import { cross } from './more-work.ts'
import type { World } from './world.ts'

const CALM_MS = 6_000
const CROSSINGS = 4
/** Programs that bring the database up to date at the same moment. */
const MIGRATORS = 2

/** One node after another becomes one of this release, the worker last; then one goes back. */
export async function roll(world: World) {
  const { cluster, old } = world
  const apis = cluster.members.filter(({ node }) => node.role === 'api')
  const urls = cluster.nodeUrls
  const last = apis.length - 1
  await sweepOver(world, [urls[last]])
  await replaceApi(world, 'an old node starts again on the new schema', last, old.program)
  for (const n of apis.keys()) {
    await replaceApi(world, `api node ${n + 1} is replaced`, n, PROGRAM)
    if (n < last) await crossBetween(world, { newUrl: urls[n], oldUrl: urls[last] })
  }
  await sweepOver(world, urls)
  await replaceWorker(world)
  await calm(world, 'all nodes are new')
  await replaceApi(world, 'one node goes back', 0, old.program)
  await crossBetween(world, { newUrl: urls[last], oldUrl: urls[0] })
  await sweepOver(world, [urls[0]])
  await calm(world, 'both releases serve')
}

export function enter(world: World, phase: string) {
  world.phase = phase
  world.say(phase)
}

export async function calm(world: World, phase: string) {
  enter(world, phase)
  await pause(CALM_MS)
}

/** As this release does it, by several at once, while the old nodes serve. */
export async function migrateOnline({ cluster, found }: World) {
  const env = { ...process.env, DATABASE_URL: cluster.postgres.url, SVC_SECRET_KEY: 'k'.repeat(64) }
  const run = () => promisify(execFile)(process.execPath, [PROGRAM, 'migrate'], { env })
  const runs = await Promise.all(Array.from({ length: MIGRATORS }, run))
  for (const { stdout } of runs) {
    const names = /^Applied (.*)\.$/m.exec(stdout)?.[1]?.split(', ') ?? []
    if (names.length > 0) found.migrators += 1
    found.migrations.push(...names)
  }
}

async function replaceApi(world: World, phase: string, n: number, program: string) {
  enter(world, phase)
  const { cluster, found } = world
  const { node } = memberNamed(world, `api-${n}`)
  if (!(await node.replace(program))) found.undrained += 1
  await untilReady(cluster.nodeUrls[n] ?? '')
}

async function replaceWorker(world: World) {
  enter(world, 'the worker is replaced')
  const { cluster, models, long, tokens, found } = world
  const [model] = models
  if (!model) throw new Error('impossible: a world without a workbook')
  const { node } = memberNamed(world, 'worker-0')
  const replace = () => node.replace(PROGRAM)
  const handed = await handOver({ model, long, url: cluster.url, token: tokens[0] ?? '', replace })
  found.isWorkerDrained = handed.isDrained
  found.workerReplacedAt = handed.replacedAt
  found.isLongRunDone = await handed.isLongRunDone()
}

function memberNamed({ cluster }: World, name: string): Member {
  const member = cluster.members.find(({ node }) => node.name === name)
  if (!member) throw new Error(`impossible: there is no ${name}`)
  return member
}

type Pair = { newUrl: string | undefined; oldUrl: string | undefined }

async function crossBetween({ tokens, models, found }: World, { newUrl = '', oldUrl = '' }: Pair) {
  const [newNode, oldNode] = [newUrl, oldUrl].map((url) => patientClient(url, tokens[1] ?? ''))
  if (!newNode || !oldNode) return
  const there = await cross(newNode, oldNode, models, CROSSINGS)
  const back = await cross(oldNode, newNode, models, CROSSINGS)
  found.oldReadNew += there.crossed
  found.newReadOld += back.crossed
  found.faults.push(...there.faults, ...back.faults)
}

async function sweepOver({ sweep, found }: World, urls: readonly (string | undefined)[]) {
  for (const url of urls) {
    const { asked, faults } = await sweep.compare(url ?? '')
    found.swept += asked
    found.faults.push(...faults)
  }
}
