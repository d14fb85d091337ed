/** A process that waits to be lent. */
export type Spare = {
  /** Resolves when no process is left. */
  readonly exited: Promise<unknown>
  readonly kill: () => void
  /** Takes away what it left, where that does not go with it. */
  readonly clear?: () => Promise<void>
}

/** A process takes some hundred milliseconds to start, so some wait in advance. They are not assigned yet. */
export class Spares<P extends Spare> {
  readonly #wanted: number
  readonly #startOne: () => Promise<P>
  readonly #waiting: Promise<P>[] = []
  readonly #running = new Set<P>()
  #isClosed = false

  constructor(wanted: number, startOne: () => Promise<P>) {
    this.#wanted = wanted
    this.#startOne = startOne
  }

  async take(): Promise<P> {
    const process = await (this.#waiting.shift() ?? this.#start())
    // One that has died while it waited is no use; the next is new.
    return this.#running.has(process) ? process : this.#start()
  }

  /** Starts what is missing, in the background. */
  fill() {
    while (!this.#isClosed && this.#waiting.length < this.#wanted) {
      const started = this.#start()
      this.#waiting.push(started)
      started.catch(() => {
        const place = this.#waiting.indexOf(started)
        if (place >= 0) this.#waiting.splice(place, 1)
      })
    }
  }

  async #start(): Promise<P> {
    if (this.#isClosed) throw new Error('the service is closing')
    const process = await this.#startOne()
    this.#running.add(process)
    void process.exited.then(() => this.#running.delete(process))
    if (this.#isClosed) process.kill()
    return process
  }

  /** Ends every process that was ever lent; nothing is left when this resolves. */
  async close() {
    this.#isClosed = true
    await Promise.allSettled(this.#waiting)
    const running = [...this.#running]
    for (const process of running) process.kill()
    await Promise.all(
      running.map(async ({ exited, clear }) => {
        await exited
        await clear?.()
      }),
    )
  }
}
