import type { Random } from '../../../../proof/structuring-invariants/random.ts'

/** What one kind of sheet is about: the words and figures that its relations are drawn from. */
export type Domain = {
  title: string
  /** What a record is: its column and plausible names. */
  thing: Dimension
  dimensions: readonly Dimension[]
  measures: readonly Measure[]
  remarks: readonly string[]
}

export type Dimension = { name: string; members: readonly string[] }

/** A figure between two sizes; small ones are more frequent than large ones. */
export type Measure = { name: string; low: number; high: number; digits: number; unit: string | null }

export const dimension = (name: string, members: string): Dimension => ({ name, members: members.split(' ') })

/** `sales 100 9000 USD`, with digits behind the point where there are any: `rate 0.1 0.9 % 2`. */
export function measure(spelled: string): Measure {
  const [name = '', low = '1', high = '100', unit = '', digits = '0'] = spelled.split(' ')
  return {
    name: name.replaceAll('_', ' '),
    low: Number(low),
    high: Number(high),
    digits: Number(digits),
    unit: unit === '' || unit === '.' ? null : unit,
  }
}

export function drawFigure(random: Random, { low, high, digits }: Measure): number {
  return rounded(low * (high / low) ** random.next(), digits)
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
