import type { Cell } from '../../spreadsheet/src/cell.ts'

/** A value that the file holds (by its own program, or by LibreOffice) and another one that the engine computes. */
export type Difference = { a1: string; saved: Cell; computed: Cell; office: Cell | null }

/** A kind of difference, which value is right, and why they differ. */
export type Explanation = {
  name: string
  right: 'engine' | 'saved' | 'both' | 'neither'
  why: string
  explains: (difference: Difference) => boolean
}

const RELATIVE = 1e-9

/** Equal, numbers but for the last digits. */
export function isSame(one: Cell, other: Cell): boolean {
  if (one.kind !== 'number' || other.kind !== 'number') return one.kind === other.kind && one.value === other.value
  return Math.abs(one.value - other.value) <= RELATIVE * Math.max(Math.abs(one.value), Math.abs(other.value))
}

/** In the order in which they are tried. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    name: 'noise_of_zero',
    right: 'both',
    why: 'the difference of two equal sums, which were added up in another order',
    explains: ({ saved, computed }) =>
      saved.kind === 'number' && computed.kind === 'number' && Math.max(Math.abs(saved.value), Math.abs(computed.value)) < 1e-9, // biome-ignore format: one line
  },
  {
    name: 'which_error',
    right: 'both',
    why: 'both are errors; which one depends on the argument that is looked at first, and LibreOffice saves its own as #VALUE!',
    explains: ({ saved, computed }) => saved.kind === 'error' && computed.kind === 'error',
  },
  {
    name: 'most_frequent_of_several',
    right: 'engine',
    why: 'of several values that are equally frequent Excel and the engine take the first, LibreOffice the smallest',
    explains: ({ a1 }) => /^MODE\(/.test(a1),
  },
  {
    name: 'week_at_the_end_of_a_year',
    right: 'engine',
    why: 'Excel and the engine count weeks of a year to its last day; LibreOffice takes the last one for week 1 of the next year',
    explains: ({ a1, saved, computed }) => /^WEEKNUM\(/.test(a1) && saved.value === 1 && Number(computed.value) >= 53,
  },
  {
    name: 'minus_nought',
    right: 'engine',
    why: 'a negative number that rounds to 0 is spelled -0 by Excel and the engine, 0 by LibreOffice',
    explains: ({ a1, saved, computed }) => /^(?:FIXED|TEXT)\(/.test(a1) && computed.value === `-${saved.value}` && Number(saved.value) === 0, // biome-ignore format: one line
  },
  {
    name: 'rate_to_ten_digits',
    right: 'both',
    why: 'a rate is looked for until it changes by less than 0.0000001, as Excel does',
    explains: ({ a1, saved, computed }) => /^RATE\(/.test(a1) && isWithin(saved, computed, 1e-7),
  },
  {
    name: 'outdated_value',
    right: 'engine',
    why: 'LibreOffice computes what the engine does: the file was saved with another value',
    explains: ({ computed, office }) => office !== null && isSame(office, computed),
  },
]

const isWithin = (one: Cell, other: Cell, distance: number) =>
  one.kind === 'number' && other.kind === 'number' && Math.abs(one.value - other.value) <= distance
