import { type EngineProcess, type StartEngine, startEngineProcess } from './engine-process-handle.ts'

/** A process takes some hundred milliseconds to start, so some wait in advance. They belong to nobody yet. */
export class Spares {
  readonly #wanted: number
  readonly #options: () => Promise<StartEngine>
  readonly #waiting: Promise<EngineProcess>[] = []
  readonly #running = new Set<EngineProcess>()
  #isClosed = false

  constructor(wanted: number, options: () => Promise<StartEngine>) {
    this.#wanted = wanted
    this.#options = options
  }

  async take(): Promise<EngineProcess> {
    const spare = this.#waiting.shift() ?? this.#start()
    const process = await spare
    this.fill()
    // One that has died while it waited is no use; the next is new.
    return this.#running.has(process) || this.#isClosed ? process : this.#start()
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

  async #start(): Promise<EngineProcess> {
    const process = await startEngineProcess(await this.#options())
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
    await Promise.all(running.map(({ exited }) => exited))
  }
}
