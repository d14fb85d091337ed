import { deleteHeartbeat, releaseLostTasks, upsertHeartbeat } from '../../core/jobs/workers.store.ts'
import type { Platform } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres.ts'
import { type Repetition, repeat } from '../repeat.ts'

/** How often a worker says that it lives, and after which silence its tasks are given to others. */
export type HeartbeatTimes = { everyMs: number; silentMs: number }

export const HEARTBEAT: HeartbeatTimes = { everyMs: 5_000, silentMs: 30_000 }

/**
 * The queue itself gives the tasks of a dead worker to another only after four hours. So each worker says that it
 * lives, and a worker that misses another's heartbeat frees its tasks.
 */
export class Heartbeat {
  readonly #platform: Platform
  readonly #times: HeartbeatTimes
  readonly #held: ReadonlySet<string>
  #workerId: string | undefined
  #first: Promise<void> | undefined
  #beating: Repetition | undefined

  /** `held`: the tasks that this worker does now, by their ids in the queue. */
  constructor(platform: Platform, times: HeartbeatTimes, held: ReadonlySet<string>) {
    this.#platform = platform
    this.#times = times
    this.#held = held
  }

  /**
   * Must have returned before the worker takes its first task: a task of a worker without a heartbeat would not be missed. Never rejects:
   * the queue would ask once only, and take tasks all the same.
   */
  begin(workerId: string): Promise<void> {
    this.#workerId = workerId
    this.#first ??= new Promise((resolve) => {
      const beat = () => this.#beat().then(resolve)
      this.#beating = repeat(this.#platform.log, 'a heartbeat', this.#times.everyMs, beat)
    })
    return this.#first
  }

  /** To be called when no task runs any more. The queue does not wait for its last word on each: what it lost is freed. */
  async end() {
    await this.#beating?.stop()
    const workerId = this.#workerId
    if (workerId) await inTransaction(this.#platform.db, (tx) => deleteHeartbeat(tx, workerId))
  }

  async #beat() {
    const workerId = this.#workerId
    if (!workerId) return
    const { db, log } = this.#platform
    const { silentMs } = this.#times
    const [lost, unheard] = await inTransaction(db, async (tx) => [
      await upsertHeartbeat(tx, workerId, silentMs),
      await releaseLostTasks(tx, workerId, [...this.#held], silentMs),
    ])
    if (lost) log.warn({ lost }, 'workers fell silent; their tasks go to others')
    if (unheard) log.warn({ unheard }, 'tasks were given to this worker that it never heard of; they are given back')
  }
}
