import { RecentOwners } from '../../platform/recent-owners.ts'

type Waiting = { enter: () => void }

export type SlotsOptions = {
  places: number
  /** Of one owner, where there are others; all places when left out. */
  mostPerOwner?: number
}

/**
 * Lets so many at once, and so many of one owner. The others wait: a place that comes free goes to the owner who holds the fewest, and
 * among those to the one whose turn was longest ago. An owner who sends a hundred at once so waits for its own, and keeps no place from
 * one who sends a single one.
 */
export class Slots {
  readonly #places: number
  readonly #mostPerOwner: number
  readonly #owners = new RecentOwners()
  #free: number
  /** In the order of their turns; an owner without anything that waits is not there. */
  readonly #queues = new Map<string, Waiting[]>()
  readonly #held = new Map<string, number>()

  constructor({ places, mostPerOwner = places }: SlotsOptions) {
    this.#places = places
    this.#free = places
    this.#mostPerOwner = mostPerOwner
  }

  /** Resolves with what gives the place to the next; with nothing when none came free in time. */
  async take(withinMs: number, owner = ''): Promise<(() => void) | undefined> {
    this.#owners.note(owner)
    if (this.#free > 0 && this.#mayHold(owner)) this.#enter(owner)
    else if (!(await this.#wait(withinMs, owner))) return undefined
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      this.#give(owner)
    }
  }

  #mayHold(owner: string): boolean {
    const most = this.#owners.hasOthersThan(owner) ? this.#mostPerOwner : this.#places
    return (this.#held.get(owner) ?? 0) < most
  }

  #enter(owner: string) {
    this.#free -= 1
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  #give(owner: string) {
    const held = (this.#held.get(owner) ?? 0) - 1
    if (held > 0) this.#held.set(owner, held)
    else this.#held.delete(owner)
    this.#free += 1
    const next = this.#next()
    if (!next) return
    this.#enter(next.owner)
    next.waiting.enter()
  }

  #next(): { owner: string; waiting: Waiting } | undefined {
    let found: string | undefined
    for (const owner of this.#queues.keys()) {
      if (!this.#mayHold(owner)) continue
      if (found === undefined || (this.#held.get(owner) ?? 0) < (this.#held.get(found) ?? 0)) found = owner
    }
    const queue = found === undefined ? undefined : this.#queues.get(found)
    const waiting = queue?.shift()
    if (found === undefined || !queue || !waiting) return undefined
    // Behind all others that wait.
    this.#queues.delete(found)
    if (queue.length > 0) this.#queues.set(found, queue)
    return { owner: found, waiting }
  }

  #wait(withinMs: number, owner: string): Promise<boolean> {
    return new Promise((resolve) => {
      const waiting = {
        enter: () => {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        this.#leave(owner, waiting)
        resolve(false)
      }, withinMs)
      const queue = this.#queues.get(owner)
      if (queue) queue.push(waiting)
      else this.#queues.set(owner, [waiting])
    })
  }

  #leave(owner: string, waiting: Waiting) {
    const queue = this.#queues.get(owner) ?? []
    const left = queue.filter((each) => each !== waiting)
    if (left.length === 0) this.#queues.delete(owner)
    else queue.splice(0, queue.length, ...left)
  }
}
