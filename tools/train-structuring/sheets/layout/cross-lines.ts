import { rounded } from '../fields/domain.ts'

/** A row or a column of a cross table. */
export type Line = {
  /** All words that identify it, from the outermost in. */
  path: readonly string[]
  /** Null: its figures are counted, not computed. */
  computed: Computed | null
  /** What stands in the cells that name it, where that is not the path: null leaves one empty. */
  shown?: readonly (string | null)[]
  indent?: number
  /** Nothing but a name: its figures stand in the lines below it. */
  isBanner?: true
}

export type Computed = {
  how: 'sum' | 'average' | 'difference' | 'ratio' | 'growth' | 'weight' | 'balance' | 'running'
  /** Places of the lines it is computed from. */
  of: readonly number[]
  /** Of a weight: the row that is the whole. */
  against?: number
}

export const leaf = (...path: string[]): Line => ({ path, computed: null })

export const computed = (how: Computed['how'], of: readonly number[], ...path: string[]): Line => ({
  path,
  computed: { how, of },
})

/** Figures of a line from those of others: parts that hold nothing count as nothing. */
export function combineLine(how: Computed['how'], parts: readonly (number | null)[], digits: number): number | null {
  const figures = parts.flatMap((part) => part ?? [])
  const [first = 0, second = 0] = parts.map((part) => part ?? 0)
  if (figures.length === 0) return null
  switch (how) {
    case 'balance':
      return rounded(first + second - (parts[2] ?? 0), digits)
    case 'sum':
    case 'running':
      return rounded(
        figures.reduce((one, other) => one + other, 0),
        digits,
      )
    case 'average':
      return rounded(figures.reduce((one, other) => one + other, 0) / figures.length, Math.max(1, digits))
    case 'difference':
      return rounded(first - second, digits)
    case 'ratio':
    case 'weight':
      return second === 0 ? null : rounded(first / second, 4)
    case 'growth':
      return second === 0 ? null : rounded(first / second - 1, 4)
  }
}

export const isShare = (how: Computed['how']) => how === 'ratio' || how === 'growth' || how === 'weight'
