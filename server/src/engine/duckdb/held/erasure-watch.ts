import type { Log } from '../../../platform/log.ts'
import type { Db } from '../../../platform/postgres.ts'
import { listErasures } from '../../storage/erasures.store.ts'

/** Cells that were erased somewhere, and what held them. */
export type Erasure = { workbookId: string; erasureId: string; tables: readonly string[]; objects: readonly string[] }

export type ErasureWatchOptions = { db: Db; log: Log; discard: (erasure: Erasure) => Promise<void> }

/** How often a node looks for erasures. An erasure waits long enough for every node to have looked. */
export const LOOK_EVERY_MS = 1_000
/** One whose commit took long to be seen is found all the same. */
const LOOK_BACK_SECONDS = 600
/** Once more then: who was reading just when it was committed may have kept something. */
const AGAIN_MS = 60_000

/** Has this node throw away what it holds of cells that were erased on any node. */
export class ErasureWatch {
  readonly #options: ErasureWatchOptions
  readonly #timer: NodeJS.Timeout
  /** By erasure, when it is looked at again; never any more where that was done. */
  readonly #again = new Map<string, number>()
  #isLooking = false

  constructor(options: ErasureWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async #look() {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const erasures = await listErasures(this.#options.db, LOOK_BACK_SECONDS)
      for (const erasure of erasures) {
        const again = this.#again.get(erasure.erasureId)
        if (again !== undefined && again > performance.now()) continue
        await this.#options.discard(erasure)
        this.#again.set(
          erasure.erasureId,
          again === undefined ? performance.now() + AGAIN_MS : Number.POSITIVE_INFINITY,
        )
      }
      this.#forgetAllBut(erasures)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'looking for erasures failed; it is tried again')
    } finally {
      this.#isLooking = false
    }
  }

  #forgetAllBut(erasures: readonly Erasure[]) {
    const listed = new Set(erasures.map(({ erasureId }) => erasureId))
    for (const id of [...this.#again.keys()]) if (!listed.has(id)) this.#again.delete(id)
  }

  close() {
    clearInterval(this.#timer)
  }
}
