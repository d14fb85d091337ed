import { setImmediate } from 'node:timers/promises'

/** No computation keeps the other requests of a node waiting for longer. */
const SLICE_MS = 3

let last: Promise<unknown> = Promise.resolve()

/**
 * Long computations of a node run in slices. Of all that run at the same time one has a slice per round of the event loop, so that
 * ten of them delay the others as little as one.
 */
export class Turn {
  #began = performance.now()

  /** Whether the slice is used up. To be asked between steps of much less than a millisecond. */
  get isOver(): boolean {
    return performance.now() - this.#began >= SLICE_MS
  }

  /** Gives way to the others. */
  async next() {
    const mine = last.then(() => setImmediate())
    last = mine
    await mine
    this.#began = performance.now()
  }
}
