import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findOwnGroup } from '../../server/src/engine/sandbox/cgroup.ts'
import { listTree, residentBytes } from '../../server/src/engine/sandbox/process-tree.ts'

const INTERVAL_MS = 50

/** The most memory a process and its children have held so far: the kernel's own account where they are in a group, else what was seen. */
export function watchPeak(pid: number): { stop: () => number } {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, readGroupPeak(pid) ?? residentBytes(listTree(pid)))
  }
  const timer = setInterval(look, INTERVAL_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

function readGroupPeak(pid: number): number | undefined {
  try {
    const groups = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8')
    const folder = findOwnGroup(groups, mounts, 'memory') ?? findOwnGroup(groups, mounts, '')
    // Before it has joined its own group it is in the one of the service.
    if (!folder || !basename(folder).startsWith('bindery-')) return undefined
    const file = ['memory.max_usage_in_bytes', 'memory.peak'].map((name) => join(folder, name)).find(existsSync)
    return file === undefined ? undefined : Number(readFileSync(file, 'utf8'))
  } catch {
    // It ended while we looked.
    return 0
  }
}
