import type { Pairs } from './cheapest-alignment.ts'

/** So many lines from `old` on are those from `next` on. */
export type Run = { old: number; next: number; count: number }

/** The lines of two sheets that hold something, ascending. */
export type Lines = { old: ArrayLike<number>; next: ArrayLike<number> }

/**
 * Pairs of these lines as runs of equal steps. One goes on over lines that are in one sheet only: the other one is empty
 * there, so these were cleared or filled and neither came nor went.
 */
export function runsOf(pairs: Pairs, lines: Lines): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  let before: Pairs[number] = [-1, -1]
  for (const pair of pairs) {
    const old = lines.old[pair[0]] ?? 0
    const next = lines.next[pair[1]] ?? 0
    const isNeighbour = before[0] + 1 === pair[0] || before[1] + 1 === pair[1]
    if (run && isNeighbour && next - old === run.next - run.old) run.count = old - run.old + 1
    else {
      run = { old, next, count: 1 }
      runs.push(run)
    }
    before = pair
  }
  return runs
}

/** Has anything moved? */
export const isShifted = (runs: readonly Run[]) => runs.some(({ old, next }) => old !== next)

/** Where a line of one side is on the other; null where it is gone, or was not there yet. */
export function lineAcross(runs: readonly Run[], from: 'old' | 'next', line: number): number | null {
  let low = 0
  let high = runs.length
  // The last run that begins at or before the line.
  while (low < high) {
    const half = (low + high) >> 1
    if ((runs[half]?.[from] ?? 0) <= line) low = half + 1
    else high = half
  }
  const run = runs[low - 1]
  if (!run || line >= run[from] + run.count) return null
  return run[from === 'old' ? 'next' : 'old'] + line - run[from]
}
