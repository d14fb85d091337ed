/** As much of a source as says how far it is. */
export type SourceStanding = { status: string; error: string | null }

export type Waiting = {
  signal?: AbortSignal | undefined
  /** Milliseconds until it is given up: the job may go on, and the source shows its result. */
  deadlineMs?: number
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>
  now?: () => number
}

/** Why there will be no tables, in the words of the service. */
export class SourceFailed extends Error {}

/** It takes longer than a user waits in front of a button. */
export class SourceTakesLong extends Error {}

const FIRST_LOOK_MS = 300
const LONGEST_LOOK_MS = 3_000
const DEADLINE_MS = 10 * 60_000

/**
 * Looks at a source, ever less often, until its tables are there. Ends also where they will not be. `jobError`: a job that fails while
 * it commits leaves its source as it was, so the jobs are looked at too.
 */
export async function untilMaterialized(
  read: (signal: AbortSignal | undefined) => Promise<SourceStanding>,
  jobError: () => Promise<string | null>,
  { signal, deadlineMs = DEADLINE_MS, pause = rest, now = Date.now }: Waiting = {},
): Promise<void> {
  const end = now() + deadlineMs
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(LONGEST_LOOK_MS, lookMs * 1.5)) {
    signal?.throwIfAborted()
    // In this order: a job that failed was not followed by one that did not.
    const failed = await jobError()
    const { status, error } = await read(signal)
    if (status === 'materialized') return
    if (status === 'failed' || failed !== null) throw new SourceFailed(error ?? failed ?? status)
    if (now() >= end) throw new SourceTakesLong(status)
    await pause(lookMs, signal)
  }
}

const rest = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
