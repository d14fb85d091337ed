import type { Axis } from './axes.ts'
import { computed, type Line, leaf } from './cross-lines.ts'
import type { Maker } from './maker.ts'

export type ColumnOptions = {
  /** Longer periods between their parts. */
  hasParts?: boolean
  total?: 'last' | 'first' | 'none'
  hasAverage?: boolean
}

/** Columns of one level, with what is computed from them. */
export function flatColumns({ random, words }: Maker, { names, parts = [] }: Axis, wish: ColumnOptions = {}): Line[] {
  const shift = wish.total === 'first' ? 1 : 0
  const lines: Line[] = []
  const places: number[] = []
  for (const [n, name] of names.entries()) {
    places.push(lines.length + shift)
    lines.push(leaf(name))
    const ended = wish.hasParts ? parts.find(({ of }) => of.at(-1) === n) : undefined
    if (ended)
      lines.push(
        computed(
          'sum',
          ended.of.flatMap((place) => places[place] ?? []),
          ended.name,
        ),
      )
  }
  const word = random.one(words.totals)
  if (wish.total === 'first') lines.unshift(computed('sum', places, word))
  if (wish.total === 'last') lines.push(computed('sum', places, word))
  if (wish.hasAverage) lines.push(computed('average', places, random.one(words.average)))
  return lines
}

/** Two scenarios under each name, and perhaps what lies between them. */
export function scenarioColumns(
  { random, words }: Maker,
  names: readonly string[],
  pair: readonly [string, string],
  extras: readonly ('difference' | 'ratio' | 'growth')[],
): Line[] {
  const difference = random.one(words.difference)
  const ratio = random.one(words.ratio)
  return names.flatMap((name, n) => {
    const at = n * (2 + extras.length)
    const over = (word: string) => (name === '' ? [word] : [name, word])
    return [
      leaf(...over(pair[0])),
      leaf(...over(pair[1])),
      ...extras.map((how) => computed(how, [at + 1, at], ...over(how === 'difference' ? difference : ratio))),
    ]
  })
}

/** The same words under each of several others. */
export const nestedColumns = (outer: readonly string[], inner: readonly string[]): Line[] =>
  outer.flatMap((name) => inner.map((word) => leaf(name, word)))

/** Nested columns with a sum of each inner word behind them. */
export function nestedWithTotals({ random, words }: Maker, outer: readonly string[], inner: readonly string[]): Line[] {
  const total = random.one(words.totals)
  const sums = inner.map((word, place) =>
    computed(
      'sum',
      outer.map((_, n) => n * inner.length + place),
      total,
      word,
    ),
  )
  return [...nestedColumns(outer, inner), ...sums]
}
