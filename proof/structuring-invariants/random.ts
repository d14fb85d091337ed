/** Numbers that look like chance and are the same for the same seed. */
export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  /** True so often. */
  chance(share: number): boolean
  one<T>(of: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    one: (of) => {
      const found = of[whole(0, of.length - 1)]
      if (found === undefined) throw new Error('impossible: one of none')
      return found
    },
  }
}
