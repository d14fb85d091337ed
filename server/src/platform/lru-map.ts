/** A map of at most so many entries: beyond that, the one that was not used for the longest goes. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Counts as a use. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#moveLast(key, value)
    return value
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  set(key: K, value: V) {
    this.#moveLast(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return
      this.#entries.delete(oldest)
    }
  }

  /** A Map keeps the order in which its keys came. */
  #moveLast(key: K, value: V) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
