/** What a cache keeps on its disk and how large that is, least recently used first. */
export class KeptSizes {
  readonly #bytes = new Map<string, number>()
  #total = 0

  constructor(found: Iterable<readonly [name: string, bytes: number]> = []) {
    for (const [name, bytes] of found) this.set(name, bytes)
  }

  has(name: string): boolean {
    return this.#bytes.has(name)
  }

  /** As just used. */
  set(name: string, bytes: number) {
    this.delete(name)
    this.#bytes.set(standalone(name), bytes)
    this.#total += bytes
  }

  /** Has just been used. False: it is not kept. */
  touch(name: string): boolean {
    const bytes = this.#bytes.get(name)
    if (bytes === undefined) return false
    this.set(name, bytes)
    return true
  }

  delete(name: string) {
    this.#total -= this.#bytes.get(name) ?? 0
    this.#bytes.delete(name)
  }

  /** Takes out what was used least, until the rest is within a budget. What was just placed is spared, however large. */
  *takeExcess(budgetBytes: number, justPlaced: string): Generator<string> {
    for (const name of this.#bytes.keys()) {
      if (this.#total <= budgetBytes) return
      if (name === justPlaced) continue
      this.delete(name)
      yield name
    }
  }
}

/** A string that was cut from a longer one keeps all of that in memory. */
const standalone = (name: string) => Buffer.from(name).toString()
