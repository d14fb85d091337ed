import { readFileSync } from 'node:fs'
import { listTree } from '../../server/src/engine/sandbox/process-tree.ts'

const LOOK_MS = 100
/** Per second, on every Linux there is. */
const TICKS = 100

/**
 * CPU seconds of a process and of everything that ran below it meanwhile. Each is looked at often and remembered: what a sandbox took
 * that is killed stands in the account of no other process, and engines are replaced after some hundred statements.
 */
export function watchCpu(root: number) {
  const taken = new Map<string, number>()
  const look = () => {
    for (const pid of listTree(root)) {
      const [, after = ''] = statOf(pid).split(/\) (?=[A-Z] )/)
      const fields = after.split(' ')
      // With its beginning: a number may be that of another process later.
      if (fields.length > 19) taken.set(`${pid} ${fields[19]}`, (Number(fields[11]) + Number(fields[12])) / TICKS)
    }
  }
  const timer = setInterval(look, LOOK_MS)
  const secondsOf = (isCounted: (key: string) => boolean) => {
    look()
    return [...taken].reduce((sum, [key, each]) => sum + (isCounted(key) ? each : 0), 0)
  }
  return {
    seconds: () => secondsOf(() => true),
    /** Of the process itself, without those below it. */
    rootSeconds: () => secondsOf((key) => key.startsWith(`${root} `)),
    stop: () => clearInterval(timer),
  }
}

/** A process may end while it is looked at. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
