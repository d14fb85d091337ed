import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { listTree, parentOf } from '../../server/src/engine/sandbox/process-tree.ts'
import { watchPeak } from '../hostile/watch-peak.ts'

const LOOK_MS = 200
const LOOKS = 4
const BETWEEN_LOOKS_MS = 75

/** The engines below this process: what they take, and whether they work. */
export type EngineWatch = {
  /** Those of which some thread runs each time one looks: light questions are through long before. */
  busy: () => Promise<number[]>
  /** The most memory that one of them has held. */
  stop: () => number
}

export function watchEngines(): EngineWatch {
  const watched = new Map<number, { stop: () => number }>()
  const look = () => {
    for (const pid of listEngines()) if (!watched.has(pid)) watched.set(pid, watchPeak(pid))
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    busy: async () => {
      let busy = listEngines()
      for (let n = 0; n < LOOKS && busy.length > 0; n++) {
        busy = busy.filter(isRunning)
        await sleep(BETWEEN_LOOKS_MS)
      }
      return busy
    },
    stop: () => {
      clearInterval(timer)
      return Math.max(0, ...[...watched.values()].map((watch) => watch.stop()))
    },
  }
}

/** The innermost processes: around each stands its sandbox, whose command names the engine too. */
export function listEngines(): number[] {
  const named = listTree(process.pid).filter((pid) => read(`/proc/${pid}/cmdline`).includes('engine-process'))
  const around = new Set(named.map(parentOf))
  return named.filter((pid) => !around.has(pid))
}

const isRunning = (pid: number) =>
  threadsOf(pid).some((thread) => / R /.test(afterName(`/proc/${pid}/task/${thread}/stat`)))

/** The name in brackets may hold anything. */
const afterName = (file: string) => ` ${read(file).split(') ').at(-1)}`

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Empty when it has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
