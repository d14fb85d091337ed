import { readFileSync } from 'node:fs'
import { listTree, residentBytes } from '../../server/src/engine/sandbox/process-tree.ts'
import { percentile } from '../load/tally.ts'
import { openFilesOf } from '../load/watch.ts'

type Look = { atMs: number; rssBytes: number; openFiles: number }

const LOOK_MS = 5_000
/** One that has just begun holds less than it will. */
const SETTLED_MS = 20_000

/**
 * Memory and open files of nodes that are killed again and again. None lives long enough for a slope, but one that came later must not
 * hold more than those before it: what grows would grow in PostgreSQL, in caches or with the workbooks.
 */
export function watchNodes() {
  const began = performance.now()
  const seenFirst = new Map<number, number>()
  const looks: Look[] = []
  const look = () => {
    const atMs = performance.now() - began
    for (const pid of listTree(process.pid).filter(isNode)) {
      const since = seenFirst.get(pid) ?? atMs
      seenFirst.set(pid, since)
      if (atMs - since >= SETTLED_MS) looks.push({ atMs, rssBytes: residentBytes([pid]), openFiles: openFilesOf(pid) })
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      const third = (performance.now() - began) / 3
      const middle = looks.filter(({ atMs }) => atMs >= third && atMs < 2 * third)
      const last = looks.filter(({ atMs }) => atMs >= 2 * third)
      const ratioOf = (measure: (look: Look) => number) =>
        percentile(last.map(measure), 0.5) / percentile(middle.map(measure), 0.5)
      return {
        rssRatio: ratioOf(({ rssBytes }) => rssBytes),
        openFilesRatio: ratioOf(({ openFiles }) => openFiles),
        nodesSeen: seenFirst.size,
      }
    },
  }
}

function isNode(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--role\0')
  } catch {
    return false
  }
}
