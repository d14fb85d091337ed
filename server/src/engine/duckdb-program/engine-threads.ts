import { Turns } from '../duckdb/protocol/frames.ts'

/** Rows of a row group of DuckDB: what has fewer is scanned as one task, for which a second thread only wakes. */
const ROW_GROUP_ROWS = 122_880
/** Large questions come in series, and a thread takes as long to start as a small one to answer. */
const REST_MS = 5_000

/** Gives DuckDB a second thread only while there is work for two. */
export class EngineThreads {
  readonly #set: (threads: number) => Promise<void>
  readonly #turns = new Turns()
  #threads = 1
  #largeWorks = 0
  #resting: NodeJS.Timeout | undefined

  constructor(set: (threads: number) => Promise<void>) {
    this.#set = set
  }

  /** Runs work that reads tables of at most so many rows each. */
  async forRows<T>(rows: number, work: () => Promise<T>): Promise<T> {
    if (rows <= ROW_GROUP_ROWS) return work()
    this.#largeWorks += 1
    clearTimeout(this.#resting)
    try {
      await this.#adapt()
      return await work()
    } finally {
      this.#largeWorks -= 1
      if (this.#largeWorks === 0) this.#resting = setTimeout(() => void this.#adapt(), REST_MS).unref()
    }
  }

  #adapt(): Promise<void> {
    return this.#turns.take(async () => {
      const wanted = this.#largeWorks > 0 ? 2 : 1
      if (wanted === this.#threads) return
      await this.#set(wanted)
      this.#threads = wanted
    })
  }
}
