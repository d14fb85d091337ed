/** Lets so many at once; the others wait in the order they came. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(slots: number) {
    this.#free = slots
  }

  /** Resolves with what gives the place to the next; with nothing when none came free in time. */
  async take(withinMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free -= 1
    else if (!(await this.#wait(withinMs))) return undefined
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        resolve(false)
      }, withinMs)
      this.#waiting.push(enter)
    })
  }
}
