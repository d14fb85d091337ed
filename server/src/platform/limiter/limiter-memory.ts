import { describeAdmitted, describeRefused, draw, intervalMicros, type Limiter, SLOT_LEASE_MS } from './limiter.ts'

type Slot = { untilMicros: number }
type Subject = { fullAtMicros: number; slots: Set<Slot> }

/** Below this many subjects, looking for those to forget is not worth it. */
const FEW_SUBJECTS = 1_000

export type MemoryLimiter = Limiter & {
  /** How many subjects are remembered. */
  subjectCount(): number
}

/** Counts the requests of this process alone. The clock must not go back. */
export function createMemoryLimiter(nowMicros = monotonicMicros): MemoryLimiter {
  const subjects = new Map<string, Subject>()
  let sweepAtCount = FEW_SUBJECTS

  const remember = (name: string, now: number): Subject => {
    const known = subjects.get(name)
    if (known) return known
    // At twice what the last sweep left: its cost stays in proportion to the subjects added since.
    if (subjects.size >= sweepAtCount) {
      forgetIdle(subjects, now)
      sweepAtCount = Math.max(FEW_SUBJECTS, 2 * subjects.size)
    }
    const subject = { fullAtMicros: now, slots: new Set<Slot>() }
    subjects.set(name, subject)
    return subject
  }
  return {
    admit: async (name, policy) => {
      const now = nowMicros()
      const subject = remember(name, now)
      const { isAdmitted, fullAtMicros } = draw(subject.fullAtMicros, now, policy.perMinute)
      if (!isAdmitted) return describeRefused(policy, fullAtMicros - now, 'rate')

      dropExpired(subject.slots, now)
      if (subject.slots.size >= policy.atOnce) {
        return describeRefused(policy, fullAtMicros - intervalMicros(policy.perMinute) - now, 'concurrency')
      }

      subject.fullAtMicros = fullAtMicros
      const slot = { untilMicros: now + SLOT_LEASE_MS * 1000 }
      subject.slots.add(slot)
      return describeAdmitted(policy, fullAtMicros - now, () => subject.slots.delete(slot))
    },
    subjectCount: () => subjects.size,
    close: async () => subjects.clear(),
  }
}

function monotonicMicros(): number {
  return Math.floor(performance.now() * 1000)
}

/** A full bucket without a running request is what an unknown subject has: it need not be remembered. */
function forgetIdle(subjects: Map<string, Subject>, now: number) {
  for (const [name, { fullAtMicros, slots }] of subjects) {
    dropExpired(slots, now)
    if (fullAtMicros <= now && slots.size === 0) subjects.delete(name)
  }
}

/** A set keeps its order, so the oldest slots come first. */
function dropExpired(slots: Set<Slot>, now: number) {
  for (const slot of slots) {
    if (slot.untilMicros > now) return
    slots.delete(slot)
  }
}
