/** How much of what a node has one account may hold, in per cent; 100: all of it. */
export type SharePercent = number

/**
 * The most that one account holds of so many: at least one, and never all while there are several, so that another account never
 * waits for the end of what the first has begun.
 */
export function shareOf(all: number, percent: SharePercent): number {
  if (percent >= 100 || all <= 1) return all
  return Math.min(all - 1, Math.max(1, Math.ceil((all * percent) / 100)))
}

export type ByteBounds = { total: number; perOwner: number }

/** Memory that many hold together: so much in all, and so much of it for one owner. */
export class SharedBytes {
  readonly #bounds: ByteBounds
  readonly #owners = new Map<string, number>()
  #total = 0

  constructor(bounds: ByteBounds) {
    this.#bounds = bounds
  }

  get total(): number {
    return this.#total
  }

  hold(owner: string): HeldBytes {
    return new HeldBytes((of, difference) => this.#change(of, difference), owner)
  }

  /** Giving back is always possible. */
  #change(owner: string, difference: number): boolean {
    const owned = (this.#owners.get(owner) ?? 0) + difference
    const total = this.#total + difference
    if (difference > 0 && (total > this.#bounds.total || owned > this.#bounds.perOwner)) return false
    this.#total = total
    if (owned > 0) this.#owners.set(owner, owned)
    else this.#owners.delete(owner)
    return true
  }
}

/** What one connection or request holds. */
export class HeldBytes {
  readonly #change: (owner: string, difference: number) => boolean
  #owner: string
  #bytes = 0

  constructor(change: (owner: string, difference: number) => boolean, owner: string) {
    this.#change = change
    this.#owner = owner
  }

  /** It holds so much now. False: there is no room for more, and it holds what it held. */
  set(bytes: number): boolean {
    if (!this.#change(this.#owner, bytes - this.#bytes)) return false
    this.#bytes = bytes
    return true
  }

  /** Counts for another owner from now on. False: that one has no room for it. */
  moveTo(owner: string): boolean {
    const bytes = this.#bytes
    this.set(0)
    this.#owner = owner
    return this.set(bytes)
  }
}
