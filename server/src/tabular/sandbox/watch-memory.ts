import { listTree, residentBytes } from './process-tree.ts'

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
