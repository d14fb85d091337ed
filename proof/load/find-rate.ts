import { rounded } from '../lib/figures.ts'
import type { Clients } from './clients.ts'
import { percentile, sumOf } from './tally.ts'

const [FIRST_PER_SECOND, LEAST_PER_SECOND] = [20, 2]
const STEP = 1.35
/** Enough for a p99 that is not chance: a file comes with every hundredth call, and whatever meets it is slower. */
const CALLS = 600
const LEAST_MS = 60_000
/** A machine hiccups now and then; a rate that is too high fails again. */
const TRIES = 2

/** The largest rate, of a ladder that goes up or down from the first, at which p99 stays within the bar and nothing fails. */
export async function findRate(clients: Clients, barMs: number, say: (line: string) => void): Promise<number> {
  let perSecond = FIRST_PER_SECOND
  if (await isCarried(clients, perSecond, barMs, say)) {
    while (await isCarried(clients, perSecond * STEP, barMs, say)) perSecond *= STEP
    return rounded(perSecond)
  }
  // Two steps at once: what is too much by far should not take long to find out.
  do perSecond /= STEP ** 2
  while (perSecond > LEAST_PER_SECOND && !(await isCarried(clients, perSecond, barMs, say)))
  return rounded(perSecond)
}

async function isCarried(clients: Clients, perSecond: number, barMs: number, say: (line: string) => void) {
  for (let n = 0; n < TRIES; n++) {
    const ms = Math.max(LEAST_MS, (CALLS * 1_000) / perSecond)
    const { all, examples } = await clients.drive({ perSecond, ms })
    const p99 = percentile(all.tookMs, 0.99)
    say(
      `${rounded(perSecond)} a second: p99 ${Math.round(p99)} ms ${JSON.stringify(all.errors)} ${examples.join('; ')}`,
    )
    if (p99 <= barMs && sumOf(all.errors) === 0) return true
  }
  return false
}
