import type { Transform } from './transform.ts'

/** Of these outputs, those whose transforms read none of the others: they can be run now, at once. */
export function readyIn(waiting: ReadonlyMap<string, Transform>): Transform[] {
  return [...waiting.values()].filter(({ args }) => !args.some(({ tableId }) => waiting.has(tableId)))
}

/** Every transform that reads a table, or something made from it; each after all it reads. */
export function descendants(transforms: readonly Transform[], tableId: string): Transform[] {
  const below = new Set([tableId])
  const ordered: Transform[] = []
  let waiting = transforms.filter((transform) => transform.tableId !== tableId)
  // Each round takes one more level; a graph without cycles has no more of them than transforms.
  for (let isMore = true; isMore; ) {
    const next = waiting.filter(({ args }) => args.some((arg) => below.has(arg.tableId)))
    for (const transform of next) below.add(transform.tableId)
    waiting = waiting.filter((transform) => !next.includes(transform))
    ordered.push(...next)
    isMore = next.length > 0
  }
  return inOrder(ordered)
}

/** So that each comes after those it reads. */
export function inOrder(transforms: readonly Transform[]): Transform[] {
  const waiting = new Map(transforms.map((transform) => [transform.tableId, transform]))
  const ordered: Transform[] = []
  while (waiting.size > 0) {
    const ready = readyIn(waiting)
    if (ready.length === 0) throw new Error('impossible: a cycle of transforms')
    for (const transform of ready) waiting.delete(transform.tableId)
    ordered.push(...ready)
  }
  return ordered
}
