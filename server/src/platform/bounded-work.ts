import { setTimeout as pause } from 'node:timers/promises'

/** Work of which only so much is done at once; what comes beyond waits in line, for so long and so many. */
export type BoundedWork = {
  /** Undefined: the line was full, or the turn did not come in time. */
  run: <T>(work: () => Promise<T>) => Promise<{ outcome: T } | undefined>
}

export type Bounds = { atOnce: number; waiting: number; waitMs: number }

export function createBoundedWork({ atOnce, waiting, waitMs }: Bounds): BoundedWork {
  const line: (() => void)[] = []
  let running = 0

  const turn = async (): Promise<boolean> => {
    if (running < atOnce) {
      running++
      return true
    }
    if (line.length >= waiting) return false
    const waited = Promise.withResolvers<true>()
    const take = () => waited.resolve(true)
    line.push(take)
    const given = new AbortController()
    const late = pause(waitMs, false as const, { signal: given.signal, ref: false }).catch(() => false as const)
    if (await Promise.race([waited.promise, late])) {
      given.abort()
      return true
    }
    const place = line.indexOf(take)
    // Not in line any more: the turn came in the same moment.
    if (place < 0) return true
    line.splice(place, 1)
    return false
  }
  const handOn = () => {
    const next = line.shift()
    // The next one takes over the place of the one that has finished.
    if (next) next()
    else running--
  }
  return {
    run: async (work) => {
      if (!(await turn())) return undefined
      try {
        return { outcome: await work() }
      } finally {
        handOn()
      }
    },
  }
}
