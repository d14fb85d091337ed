import type { Settings } from '../../../../platform/settings.ts'

export type Present = { userId: string; name: string }

/** A change of who is there is sent with all names; more than these say nothing to a reader. */
const MOST_NAMED = 20

type PresentInWorkbook = { visits: Map<symbol, Present>; version: number }

/**
 * Who listens to a workbook through this node and wants to be seen. It is nowhere but in memory, and lasts as long as the
 * connections do. Settings stand for the node: several of them may run in one process.
 */
const NODES = new WeakMap<Settings, Map<string, PresentInWorkbook>>()

/** Enters a workbook. `seen` returns who is there when that has changed since it was last asked. */
export function enterWorkbook(node: Settings, workbookId: string, present: Present) {
  const places = NODES.get(node) ?? new Map<string, PresentInWorkbook>()
  NODES.set(node, places)
  const place = places.get(workbookId) ?? { visits: new Map<symbol, Present>(), version: 0 }
  places.set(workbookId, place)
  const visit = Symbol(present.userId)
  place.visits.set(visit, present)
  place.version++
  let reported = -1
  return {
    seen: (): readonly Present[] | null => {
      if (reported === place.version) return null
      reported = place.version
      return namedIn(place)
    },
    leave: () => {
      place.visits.delete(visit)
      place.version++
      if (place.visits.size === 0) places.delete(workbookId)
    },
  }
}

/** Each user once, however many pages they have open. */
function namedIn({ visits }: PresentInWorkbook): Present[] {
  const users = new Map([...visits.values()].map((present) => [present.userId, present]))
  return [...users.values()].toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).slice(0, MOST_NAMED)
}
