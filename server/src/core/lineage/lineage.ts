/** Where a table comes from: which made it, and how. */
export const EDGE_KINDS = ['structuring', 'transform', 'materialize', 'merge'] as const
export type EdgeKind = (typeof EDGE_KINDS)[number]

export type Edge = {
  fromId: string
  toId: string
  kind: EdgeKind
  transformId: string | null
  /** The op that drew it. */
  opId: number | null
}

export type Direction = 'up' | 'down'

/** What can be reached along edges in at most so many steps, the start itself included. */
export function reachable(edges: readonly Edge[], startId: string, direction: Direction, depth: number): Set<string> {
  const found = new Set([startId])
  let level = [startId]
  for (let step = 0; step < depth && level.length > 0; step++) {
    const next = edges.flatMap(({ fromId, toId }) => {
      const [here, there] = direction === 'up' ? [toId, fromId] : [fromId, toId]
      return level.includes(here) && !found.has(there) ? [there] : []
    })
    level = [...new Set(next)]
    for (const id of level) found.add(id)
  }
  return found
}

/** Would a table made from these be made from itself? */
export function isCycle(edges: readonly Edge[], toId: string, fromIds: readonly string[]): boolean {
  const below = reachable(edges, toId, 'down', Number.POSITIVE_INFINITY)
  return fromIds.some((id) => below.has(id))
}
