import type { Log } from '../../platform/log.ts'
import { Slots } from '../engine/slots.ts'
import { Spares } from '../sandbox/spares.ts'
import { pythonBusy, pythonUnavailable } from './python.errors.ts'
import type { PythonProcess } from './python-process-handle.ts'

export type PythonPoolOptions = {
  start: () => Promise<PythonProcess>
  log: Log
  /** Processes that wait with everything imported. */
  spares: number
  /** Each may take two gigabytes. */
  mostAtOnce?: number
  patienceMs?: number
}

/** Lends processes, each for one run. Whoever comes when all places are taken waits for the next. */
export class PythonPool {
  readonly #waiting: Spares<PythonProcess>
  readonly #slots: Slots
  readonly #patienceMs: number
  readonly #log: Log

  constructor({ start, log, spares, mostAtOnce = 2, patienceMs = 120_000 }: PythonPoolOptions) {
    this.#waiting = new Spares(spares, start)
    this.#slots = new Slots(mostAtOnce)
    this.#patienceMs = patienceMs
    this.#log = log
  }

  warm() {
    this.#waiting.fill()
  }

  /** A place for a run, and for the engine that belongs to it. */
  async inTurn<T>(workbookId: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.#slots.take(this.#patienceMs, workbookId)
    if (!leave) throw pythonBusy()
    return work().finally(leave)
  }

  /** The process and all it left are gone when this resolves. */
  async lend<T>(work: (process: PythonProcess) => Promise<T>): Promise<T> {
    const process = await this.#take()
    try {
      return await work(process)
    } finally {
      process.kill()
      await process.exited
      await process.clear()
      // Not earlier: importing would take the processor from the run.
      this.#waiting.fill()
    }
  }

  async #take(): Promise<PythonProcess> {
    try {
      return await this.#waiting.take()
    } catch (error) {
      this.#log.error({ err: error }, 'Python could not be started')
      throw pythonUnavailable()
    }
  }

  close() {
    return this.#waiting.close()
  }
}
