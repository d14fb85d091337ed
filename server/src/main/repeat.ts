import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../platform/log.ts'

/** Stops after the turn that is under way. */
export type Repetition = { stop: () => Promise<void> }

/** Does something again and again with a pause in between. A turn that fails is logged; the next one comes all the same. */
export function repeat(log: Log, name: string, everyMs: number, work: () => Promise<unknown>): Repetition {
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.warn({ err: error }, `${name} failed`))
      // Throws when asked to stop: then there is nothing left to wait for.
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return ended
    },
  }
}
