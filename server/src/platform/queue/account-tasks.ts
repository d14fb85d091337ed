import { EventEmitter } from 'node:events'
import type { Job, RunnerOptions, WorkerEvents } from 'graphile-worker'
import { RecentOwners } from '../recent-owners.ts'
import { type SharePercent, shareOf } from '../shares.ts'

/** `enqueue_task` marks each task with the account whose it is. */
const ACCOUNT = 'account:'

/**
 * Keeps accounts to their share of a worker node where there are several: tasks of one that holds it are skipped until one of them is
 * done. Tasks are claimed one at a time, for several that are claimed at once would all be counted too late.
 */
export class AccountTasks {
  readonly #most: number
  readonly #held = new Map<string, number>()
  readonly #accounts = new RecentOwners()
  #claimed: Promise<void> = Promise.resolve()
  #claimEnds: () => void = () => {}

  constructor(concurrency: number, percent: SharePercent) {
    this.#most = shareOf(concurrency, percent)
  }

  /** What the queue's library is started with. */
  options(): Pick<RunnerOptions, 'forbiddenFlags' | 'events'> {
    // Safe: the library emits its events on any emitter.
    const events = new EventEmitter() as WorkerEvents
    events.on('job:start', ({ job }) => {
      this.#count(job, 1)
      this.#claimEnds()
    })
    events.on('worker:getJob:empty', () => this.#claimEnds())
    events.on('worker:getJob:error', () => this.#claimEnds())
    events.on('job:complete', ({ job }) => this.#count(job, -1))
    return { forbiddenFlags: () => this.#claim(), events }
  }

  /** Resolves when the claim before this one has ended. Every claim ends with one of the events. */
  async #claim(): Promise<string[]> {
    const before = this.#claimed
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#claimed = promise
    await before
    this.#claimEnds = resolve
    return [...this.#held].flatMap(([flag, count]) =>
      count >= this.#most && this.#accounts.hasOthersThan(flag) ? [flag] : [],
    )
  }

  #count({ flags }: Pick<Job, 'flags'>, by: 1 | -1) {
    for (const flag of Object.keys(flags ?? {})) {
      if (!flag.startsWith(ACCOUNT)) continue
      this.#accounts.note(flag)
      const count = (this.#held.get(flag) ?? 0) + by
      if (count > 0) this.#held.set(flag, count)
      else this.#held.delete(flag)
    }
  }
}
