import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listTree, residentBytes } from '../../server/src/tabular/sandbox/process-tree.ts'
import { rounded } from '../figures.ts'
import type { OneNode, Parts } from './one-node.ts'
import { minuteFloors, type Sample, slopePercentPerHour } from './tally.ts'

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

const [LOOK_MS, MINUTE_MS] = [5_000, 60_000]
const MEGABYTE = 1024 ** 2

/** Memory of the nodes themselves, who collect their garbage in each minute, and of everything below them, whose number is bounded. */
export function watchMemory({ parts: { api, worker }, collectGarbage }: OneNode) {
  const began = performance.now()
  const nodes: Sample[] = []
  let most = { mb: 0, processes: 0 }
  const look = () => {
    nodes.push({ atMs: performance.now() - began, value: residentBytes([api, worker]) })
    const below = [api, worker].flatMap((pid) => listTree(pid).slice(1))
    const mb = Math.round(residentBytes(below) / MEGABYTE)
    if (mb > most.mb) most = { mb, processes: below.length }
  }
  look()
  const [timer, stopped] = [setInterval(look, LOOK_MS), new AbortController()]
  const collecting = everyMinute(() => collectGarbage().then(look), stopped.signal)
  return {
    stop: async () => {
      clearInterval(timer)
      stopped.abort()
      await collecting
      const late = nodes.slice(nodes.length >> 1)
      return {
        /** Over the second half, from the least of each minute. */
        rss_slope_pct_per_h: rounded(slopePercentPerHour(minuteFloors(late))),
        nodes_mb: Math.round((nodes.at(-1)?.value ?? 0) / MEGABYTE),
        /** Counted for each process, shared or not. */
        below_nodes: most,
      }
    },
  }
}

async function everyMinute(work: () => Promise<void>, signal: AbortSignal) {
  const isDue = () => pause(MINUTE_MS, true, { signal }).catch(() => false)
  while (await isDue()) await work()
}
