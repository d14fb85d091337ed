import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

export type ProcessMemory = { rssBytes: number; pssBytes: number }

/** The process and all that descend from it. A child whose parent died belongs to process 1 of the sandbox, so none is missed. */
export function listTree(pid: number): number[] {
  const found = [pid]
  // Grows while it is walked.
  for (const parent of found) found.push(...childrenOf(parent))
  return found
}

export function parentOf(pid: number): number | undefined {
  // The name in brackets may hold anything, brackets too.
  const afterName = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)
  return afterName === undefined ? undefined : Number(afterName.split(' ')[1])
}

/** Does nothing if it has just ended by itself. */
export function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH'
    if (!isGone) throw error
  }
}

/** Resident size, which counts memory that processes share once for each. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + kilobytes(readIfThere(`/proc/${pid}/status`) ?? '', 'VmRSS') * 1024, 0)
}

/** Reads the memory maps, which takes about a millisecond for a process: not for polling. */
export async function measureMemory(pids: readonly number[]): Promise<ProcessMemory> {
  const maps = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')))
  const sum = (name: string) => maps.reduce((total, map) => total + kilobytes(map, name) * 1024, 0)
  return { rssBytes: sum('Rss'), pssBytes: sum('Pss') }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readIfThere(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
}

/** A process may end between any two looks. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** At the speed memory can be filled, a limit is passed by some tens of megabytes within this time. */
const INTERVAL_MS = 20

type Watched = { pid: number; limitBytes: number; mayFork: boolean; onExceeded: () => void }

const watched = new Set<Watched>()
let timer: NodeJS.Timeout | undefined

/** Where no cgroup can be had: looks at the resident size again and again. Returns what ends the watch. */
export function watchMemory(process: Watched): () => void {
  watched.add(process)
  timer ??= setInterval(lookAtAll, INTERVAL_MS)
  return () => {
    watched.delete(process)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function lookAtAll() {
  for (const process of watched) {
    const pids = process.mayFork ? listTree(process.pid) : [process.pid]
    if (residentBytes(pids) > process.limitBytes) process.onExceeded()
  }
}

/** A third of what a process gets that does not give way, where both want a core. */
const NICENESS = 5

/** A process that no request waits for by the millisecond leaves the cores to those that are waited for. What it starts does so too. */
export function giveWay(pid: number) {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It has ended.
  }
}

/**
 * The same for the session it leads: a kernel that shares the cores out by sessions (`sched_autogroup_enabled`, outside
 * of containers and units) looks at nothing else.
 */
export function letSessionGiveWay(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
  } catch {
    // There are no such groups here, or it has ended.
  }
}
