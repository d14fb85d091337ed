/** Lets one piece of work run after the other, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work)
    this.#last = turn.catch(() => {})
    return turn
  }
}
