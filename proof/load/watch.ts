import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listTree, residentBytes } from '../../server/src/engine/sandbox/process-tree.ts'
import { rounded } from '../lib/figures.ts'
import type { Heap } from './collect-garbage.ts'
import type { OneNode, Parts } from './one-node.ts'
import { type Sample, slopePercentPerHour } from './tally.ts'

/** CPU seconds that each part of a service has taken so far; what runs below the api node are engines and loaders. */
export type Spent = { api: number; engines: number; worker: number; postgres: number }

export function readSpent({ api, worker, postgres }: Parts): Spent {
  const node = cpuOf(api)
  const below = listTree(api).slice(1)
  return {
    api: node.own,
    engines: node.ended + secondsOf(below),
    worker: secondsOf(listTree(worker)),
    postgres: secondsOf(listTree(postgres)),
  }
}

export const spentSince = (before: Spent, now: Spent): Spent => ({
  api: now.api - before.api,
  engines: now.engines - before.engines,
  worker: now.worker - before.worker,
  postgres: now.postgres - before.postgres,
})

export const cpuMsPerCall = ({ api, engines, worker, postgres }: Spent, calls: number): Spent => ({
  api: rounded((api * 1_000) / calls),
  engines: rounded((engines * 1_000) / calls),
  worker: rounded((worker * 1_000) / calls),
  postgres: rounded((postgres * 1_000) / calls),
})

/** Per second, on every Linux there is. */
const TICKS = 100

/** Of a process itself, and of its children that have ended. */
function cpuOf(pid: number): { own: number; ended: number } {
  const [, after = ''] = read(`/proc/${pid}/stat`).split(/\) (?=[A-Z] )/)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = after.split(' ').slice(11, 15).map(Number)
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS }
}

function secondsOf(pids: readonly number[]): number {
  return pids.map(cpuOf).reduce((sum, { own, ended }) => sum + own + ended, 0)
}

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function openFilesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

const LOOK_MS = 5_000
/**
 * A node that collects does not answer meanwhile. So rarely that 99 of 100 calls do not meet it, and so often that a slope differs
 * from the noise: memory varies by three megabytes from one collection to the next.
 */
const COLLECT_MS = 2 * 60_000
/** V8 gives pages back a moment after it has collected. */
const SETTLE_MS = 1_000
/** In which caches fill. */
const WARM_MS = 10 * 60_000
const MEGABYTE = 1024 ** 2

/** What a node has of memory when it has collected its garbage, and what V8 has of that. */
type Collected = { atMs: number; api: Held; worker: Held }
type Held = Heap & { rssBytes: number }

/** Memory of the nodes themselves, each time that they have collected their garbage, and of everything below them, whose number is bounded. */
export function watchMemory({ parts, collectGarbage }: OneNode) {
  const nodes = [parts.api, parts.worker]
  const began = performance.now()
  const collected: Collected[] = []
  const [stopped, below] = [new AbortController(), watchBelow(nodes)]
  const collecting = every(COLLECT_MS, stopped.signal, async () => {
    const heaps = await collectGarbage()
    await pause(SETTLE_MS)
    const heldBy = (node: 'api' | 'worker') => ({ rssBytes: residentBytes([parts[node]]), ...heaps[node] })
    collected.push({ atMs: performance.now() - began, api: heldBy('api'), worker: heldBy('worker') })
  })
  return {
    stop: async () => {
      stopped.abort()
      await collecting
      return {
        rss_slope_pct_per_h: rounded(
          slopePercentPerHour(collected.map(bothNodes).filter(({ atMs }) => atMs >= WARM_MS)),
        ),
        collected_mb: {
          api: megabytesOf(collected.map(({ api }) => api)),
          worker: megabytesOf(collected.map(({ worker }) => worker)),
        },
        nodes_mb: Math.round(residentBytes(nodes) / MEGABYTE),
        below_nodes: below.stop(),
      }
    },
  }
}

const bothNodes = ({ atMs, api, worker }: Collected): Sample => ({ atMs, value: api.rssBytes + worker.rssBytes })

const megabytesOf = (held: readonly Held[]) => {
  const inMegabytes = (part: keyof Held) => held.map((each) => rounded(each[part] / MEGABYTE))
  return {
    rss: inMegabytes('rssBytes'),
    heap: inMegabytes('heapBytes'),
    pages: inMegabytes('pageBytes'),
    buffers: inMegabytes('bufferBytes'),
  }
}

/** The most that processes below these have had at once, counted for each process, shared or not. */
function watchBelow(pids: readonly number[]) {
  let most = { mb: 0, processes: 0 }
  const look = () => {
    const below = pids.flatMap((pid) => listTree(pid).slice(1))
    const mb = Math.round(residentBytes(below) / MEGABYTE)
    if (mb > most.mb) most = { mb, processes: below.length }
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

async function every(ms: number, signal: AbortSignal, work: () => Promise<void>) {
  const isDue = () => pause(ms, true, { signal }).catch(() => false)
  while (await isDue()) await work()
}
