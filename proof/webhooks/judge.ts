import type { Figures } from '../proof.ts'
import type { Arrival, Receiver } from './receivers.ts'

/** The emitted events: the last sequence of each workbook. */
export type Emitted = ReadonlyMap<string, number>

/** One receiver, and the workbooks whose events it must get. */
export type Party = { receiver: Receiver; emitted: Emitted }

export function judge(parties: readonly Party[]): Figures {
  const healthy = parties.filter(({ receiver }) => receiver.manner === 'healthy')
  const arrivals = parties.flatMap(({ receiver }) => receiver.arrivals)
  return {
    events: sum(parties, ({ emitted }) => [...emitted.values()].reduce((a, b) => a + b, 0)),
    arrivals: arrivals.length,
    missing: sum(parties, missing),
    bad_signature: sum(parties, ({ receiver }) => receiver.badSignatures()),
    healthy_p99_ms: percentile(
      healthy.flatMap(({ receiver }) => firsts(receiver.arrivals).map(({ tookMs }) => tookMs)),
      0.99,
    ),
    duplicates: sum(parties, ({ receiver }) => receiver.arrivals.length - firsts(receiver.arrivals).length),
    duplicates_with_other_id: sum(parties, otherIds),
    out_of_order_while_healthy: sum(healthy, outOfOrder),
  }
}

export function missing({ receiver, emitted }: Party): number {
  const taken = new Set(receiver.arrivals.filter(({ isAcknowledged }) => isAcknowledged).map(placeOf))
  let lost = 0
  for (const [workbookId, count] of emitted)
    for (let sequence = 1; sequence <= count; sequence++) if (!taken.has(`${workbookId}/${sequence}`)) lost += 1
  return lost
}

const placeOf = ({ workbookId, sequence }: Arrival) => `${workbookId}/${sequence}`

/** Repetitions must be the same event under the same id and the same delivery, to the byte. */
function otherIds({ receiver }: Party): number {
  const known = new Map<string, Arrival>()
  let others = 0
  for (const arrival of receiver.arrivals) {
    const before = known.get(placeOf(arrival))
    if (!before) known.set(placeOf(arrival), arrival)
    else if (before.id !== arrival.id || before.deliveryId !== arrival.deliveryId || before.body !== arrival.body)
      others += 1
  }
  return others
}

const firsts = (arrivals: readonly Arrival[]): Arrival[] => [
  ...new Map(arrivals.toReversed().map((arrival) => [arrival.id, arrival])).values(),
]

/** Of those that came for the first time, the ones that came behind a later event of their workbook. */
function outOfOrder({ receiver }: Party): number {
  const newest = new Map<string, number>()
  const seen = new Set<string>()
  let late = 0
  for (const { id, workbookId, sequence } of receiver.arrivals) {
    if (seen.has(id)) continue
    seen.add(id)
    const before = newest.get(workbookId) ?? 0
    if (sequence < before) late += 1
    newest.set(workbookId, Math.max(before, sequence))
  }
  return late
}

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}
