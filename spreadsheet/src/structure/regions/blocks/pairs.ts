import type { SheetCell } from '../../sheet.ts'

/** Fewer may be a record of a name and a figure. */
const FEWEST_PAIRED = 4

/** `Portions | 40 | Menu price | 6.5`: what a card says of itself, below its title. */
export const arePairs = (cells: readonly SheetCell[]) =>
  cells.length >= FEWEST_PAIRED &&
  cells.length % 2 === 0 &&
  cells.every(({ value }, n) => (value.kind === 'text') === (n % 2 === 0))
