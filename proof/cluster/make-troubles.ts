import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './start-cluster.ts'
import { TROUBLES, type Trouble } from './trouble.ts'

/** Between two troubles. */
const QUIET_MS = { least: 500, most: 3_000 }

export type Troubled = {
  isOver: () => boolean
  /** Receives what happens now, and what has just ended. */
  report: (happening: string) => void
}

/** Troubles one after another, each kind as often as any other, until the time is over; tells how many there were. */
export async function makeTroubles(cluster: Cluster, { isOver, report }: Troubled): Promise<number> {
  let troubles = 0
  let left: Trouble[] = []
  while (!isOver()) {
    if (left.length === 0) left = shuffled(TROUBLES)
    const trouble = left.pop()
    if (!trouble) break
    report(trouble.name)
    await trouble.make(cluster)
    troubles += 1
    await pause(QUIET_MS.least + Math.random() * (QUIET_MS.most - QUIET_MS.least))
    report(`after: ${trouble.name}`)
  }
  return troubles
}

const shuffled = (troubles: readonly Trouble[]): Trouble[] =>
  troubles
    .map((trouble) => ({ trouble, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ trouble }) => trouble)
