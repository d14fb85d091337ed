type Waiting = { enter: () => void }

/**
 * Lets so many at once. The others wait in the order they came, but owners take turns: one who sends a hundred at once is let in as
 * often as one who sends a single one, who so waits for one place to come free and not for a hundred.
 */
export class Slots {
  #free: number
  /** In the order of their turns; an owner without anything that waits is not there. */
  readonly #queues = new Map<string, Waiting[]>()

  constructor(slots: number) {
    this.#free = slots
  }

  /** Resolves with what gives the place to the next; with nothing when none came free in time. */
  async take(withinMs: number, owner = ''): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free -= 1
    else if (!(await this.#wait(withinMs, owner))) return undefined
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const next = this.#next()
      if (next) next.enter()
      else this.#free += 1
    }
  }

  #next(): Waiting | undefined {
    const [turn] = this.#queues
    if (!turn) return undefined
    const [owner, queue] = turn
    const next = queue.shift()
    // Behind all others that wait.
    this.#queues.delete(owner)
    if (queue.length > 0) this.#queues.set(owner, queue)
    return next
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
