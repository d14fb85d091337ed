import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

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
