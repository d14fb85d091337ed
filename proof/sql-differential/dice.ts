/** Chance that repeats itself: the same seed throws the same numbers. */
export type Dice = {
  /** A whole number from 0 up to, but not including, this one. */
  below: (limit: number) => number
  of: <T>(list: readonly T[]) => T
  /** True in so many of a hundred throws. */
  chance: (percent: number) => boolean
}

export function throwDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of: (list) => {
      const chosen = list[below(list.length)]
      if (chosen === undefined) throw new Error('impossible: a choice among nothing')
      return chosen
    },
    chance: (percent) => next() * 100 < percent,
  }
}
