import { BinderyProblem } from '@bindery-data/sdk'

/** Live updates: they arrive; the service cannot be followed now and is tried again; or it refuses to be followed, and why. */
export type Following = { state: 'live' } | { state: 'late' } | { state: 'refused'; problem: BinderyProblem }

type Followed<E> = {
  /** Begins to listen, from now on. */
  events: () => AsyncIterable<E>
  onEvent: (event: E) => void
  /** Events were missed: all that they would have reported is to be read again. */
  onMissed: () => void
  onState: (following: Following) => void
  signal: AbortSignal
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** The session ended, or the workbook is not there for this user: asking again changes nothing. */
const FINAL = new Set([401, 403, 404, 410])

/** Follows events until the page is left or the service refuses. Whatever else ends them, they begin again. */
export async function followEvents<E>({
  events,
  onEvent,
  onMissed,
  onState,
  signal,
  pause = rest,
}: Followed<E>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      for await (const event of events()) {
        pauseMs = FIRST_PAUSE_MS
        onState({ state: 'live' })
        onEvent(event)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof BinderyProblem && FINAL.has(error.status))
        return onState({ state: 'refused', problem: error })
      onState({ state: 'late' })
    }
    if (signal.aborted) return
    await pause(pauseMs, signal)
    if (!signal.aborted) onMissed()
  }
}

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
