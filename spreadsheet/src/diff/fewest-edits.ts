import type { Pairs } from './cheapest-alignment.ts'

/** A part of two lists: from and up to, the ends not included. */
export type Span = { oldFrom: number; oldTo: number; newFrom: number; newTo: number }

/** Lists whose members are the same where their hashes are. */
export type Hashed = { old: Float64Array; next: Float64Array }

/**
 * The longest run of equal members in order, where no more than so many are dropped and added; null where there are more.
 * Myers' greedy way: its cost grows with the edits, hardly with the lists, and equal neighbours do not mislead it.
 */
export function fewestEdits({ old, next }: Hashed, span: Span, mostEdits: number): Pairs | null {
  const oldCount = span.oldTo - span.oldFrom
  const newCount = span.newTo - span.newFrom
  const most = Math.min(mostEdits, oldCount + newCount)
  /** By diagonal (old minus next), how far along the old list one gets. */
  const reach = new Int32Array(2 * most + 3)
  const middle = most + 1
  const history: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    history.push(reach.slice(middle - edits - 1, middle + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = lastStep(reach, middle, diagonal, edits).at
      while (at < oldCount && at - diagonal < newCount && old[span.oldFrom + at] === next[span.newFrom + at - diagonal])
        at += 1
      reach[middle + diagonal] = at
      if (at >= oldCount && at - diagonal >= newCount) return pairsBack(history, span, oldCount, newCount)
    }
  }
  return null
}

/** The last edit before a diagonal is followed: a member added, from the diagonal above, or dropped, from the one below. */
function lastStep(reach: Int32Array, middle: number, diagonal: number, edits: number) {
  if (edits === 0) return { at: 0, isAdded: false }
  const added = reach[middle + diagonal + 1] ?? 0
  const dropped = (reach[middle + diagonal - 1] ?? 0) + 1
  const isAdded = diagonal === -edits || (diagonal !== edits && dropped <= added)
  return { at: isAdded ? added : dropped, isAdded }
}

function pairsBack(history: readonly Int32Array[], span: Span, oldCount: number, newCount: number): Pairs {
  const pairs: Pairs = []
  let at = oldCount
  let diagonal = oldCount - newCount
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const step = lastStep(history[edits] ?? new Int32Array(), edits + 1, diagonal, edits)
    for (; at > step.at; at--) pairs.push([span.oldFrom + at - 1, span.newFrom + at - 1 - diagonal])
    at = step.isAdded ? step.at : step.at - 1
    diagonal += step.isAdded ? 1 : -1
  }
  return pairs.reverse()
}
