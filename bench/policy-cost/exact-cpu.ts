import { readdirSync, readFileSync } from 'node:fs'
import { listTree } from '../../server/src/engine/sandbox/process-tree.ts'

const LOOK_MS = 20

/**
 * CPU milliseconds of a process and of everything that ran below it meanwhile, to the microsecond: the kernel's own account of each thread.
 * Looked at often and remembered, as processes that make copies end with their work.
 */
export function watchExactly(root: number) {
  const taken = new Map<string, number>()
  const look = () => {
    for (const pid of listTree(root)) {
      for (const thread of threadsOf(pid)) taken.set(`${pid} ${thread}`, nanosecondsOf(pid, thread))
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    ms: () => {
      look()
      return [...taken.values()].reduce((sum, each) => sum + each, 0) / 1e6
    },
    stop: () => clearInterval(timer),
  }
}

/** A process may end while it is looked at. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function nanosecondsOf(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
