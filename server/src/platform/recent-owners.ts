const DAY_MS = 24 * 60 * 60_000

/**
 * Owners that have used something of a node within a day. One that is alone here may hold all of it; as soon as there is another, a
 * share is kept free for it, so that it waits once for the end of a piece of work, and not again.
 */
export class RecentOwners {
  /** By owner, when it last asked; those that asked longest ago come first. */
  readonly #askedAt = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  note(owner: string) {
    this.#askedAt.delete(owner)
    this.#askedAt.set(owner, this.#now())
  }

  hasOthersThan(owner: string): boolean {
    const from = this.#now() - DAY_MS
    for (const [known, askedAt] of this.#askedAt) {
      if (askedAt >= from) break
      this.#askedAt.delete(known)
    }
    return this.#askedAt.size > (this.#askedAt.has(owner) ? 1 : 0)
  }
}
