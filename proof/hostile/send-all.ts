import { memoryLimitKind } from '../../server/src/engine/sandbox/sandbox.ts'
import type { Leaks } from './canaries.ts'
import { type Door, fill, type Outcome } from './door.ts'
import type { HostileWorld } from './hostile-world.ts'

/** What came of a list of sequences. */
export type Count = {
  sent: number
  hostLeaks: number
  tenantLeaks: number
  /** Sequences of which a process lived on. */
  survivors: number
  /** Sequences that took more memory than is allowed. */
  pastMemory: number
  ends: Record<Outcome['end'], number>
  /** The sequences that did any of this, cut short. */
  guilty: string[]
}

/** A limit that is polled is passed by some tens of megabytes before that is noticed. */
const MOST_MEMORY_SHARE = { 'cgroup-v1': 1, 'cgroup-v2': 1, polling: 1.2 }
const SHOWN_CHARACTERS = 120

type SendAll = { world: HostileWorld; door: Door; sequences: readonly (readonly string[])[]; atOnce: number }

/** Sends every sequence through the door, so many at once, and looks at what came of each. */
export async function sendAll({ world, door, sequences, atOnce }: SendAll): Promise<Count> {
  const ends = { answered: 0, deadline: 0, memory: 0, died: 0 }
  const count: Count = { sent: 0, hostLeaks: 0, tenantLeaks: 0, survivors: 0, pastMemory: 0, ends, guilty: [] }
  const waiting = sequences.map((sequence) => fill(sequence, door.places))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await door.send(next)
      add(count, next, outcome, world.findLeaks(outcome.said, [...next, ...door.known]))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const written = world.written()
  count.hostLeaks += written.length
  count.guilty.push(...written.map((file) => `wrote ${file}`))
  return count
}

function add(count: Count, sequence: readonly string[], outcome: Outcome, { host, tenant }: Leaks) {
  const livedOn = outcome.survivors > 0 ? 1 : 0
  const tookMore = outcome.memoryShare > MOST_MEMORY_SHARE[memoryLimitKind()] ? 1 : 0
  count.sent += 1
  count.hostLeaks += host
  count.tenantLeaks += tenant
  count.survivors += livedOn
  count.pastMemory += tookMore
  count.ends[outcome.end] += 1
  if (host + tenant + livedOn + tookMore > 0) count.guilty.push(sequence.join('; ').slice(0, SHOWN_CHARACTERS))
}
