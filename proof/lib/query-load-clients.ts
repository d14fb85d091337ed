import { setTimeout as pause } from 'node:timers/promises'
import type { Answered } from './keep-alive.ts'

/** Whom queries are sent to: the service, or Datasette. */
export type Side = { workbooks: number; ask: (workbook: number, sql: string) => Promise<Answered>; close: () => void }

export type Tally = { times: number[]; errors: number; spentMs: number }

const CLIENTS = 8
/** Queries a second at an even pace: much less than a node can do. */
const PACE = 30

export const newTally = (): Tally => ({ times: [], errors: 0, spentMs: 0 })

/** Eight clients, each asking the next query when it has its answer. */
export async function loadFor(ms: number, side: Side, make: () => string, tally: Tally) {
  const began = performance.now()
  const client = async () => {
    while (performance.now() - began < ms) await askOne(side, make(), tally, performance.now())
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  tally.spentMs += performance.now() - began
}

/** Queries that come whether the one before was answered or not, as people's do; each is late from when it should have been sent. */
export async function paceFor(ms: number, side: Side, make: () => string, tally: Tally) {
  const began = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n * 1000 < ms * PACE; n++) {
    const due = began + (n * 1000) / PACE
    await pause(Math.max(0, due - performance.now()))
    sent.push(askOne(side, make(), tally, due))
  }
  await Promise.all(sent)
  tally.spentMs += performance.now() - began
}

/** Any workbook but the first, which is kept for heavy queries. */
async function askOne(side: Side, sql: string, tally: Tally, dueAt: number) {
  const workbook = 1 + Math.floor(Math.random() * (side.workbooks - 1))
  const { status } = await side.ask(workbook, sql)
  tally.times.push(performance.now() - dueAt)
  if (status !== 200) tally.errors += 1
}

export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}
