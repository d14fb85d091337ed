import type { SheetCell } from '../sheet.ts'

/** How often which kind of value stands in each column of a band; in a very wide one neighbours are counted together. */
export type ColumnKinds = { left: number; together: number; counts: Int32Array }

export const NUMBER = 0
export const DATE = 1
export const TEXT = 2
const KINDS = 3

/** Counts of more columns would be copied too often. */
const MOST_COUNTED = 256

export function noKinds(left: number, right: number): ColumnKinds {
  const together = Math.ceil((right - left + 1) / MOST_COUNTED)
  return { left, together, counts: new Int32Array(Math.ceil((right - left + 1) / together) * KINDS) }
}

export const copyOf = (kinds: ColumnKinds): ColumnKinds => ({ ...kinds, counts: kinds.counts.slice() })

export const emptied = (kinds: ColumnKinds): ColumnKinds => ({ ...kinds, counts: new Int32Array(kinds.counts.length) })

const placeOf = ({ left, together }: ColumnKinds, column: number) => Math.floor((column - left) / together) * KINDS

/** -1 for what says nothing about its column: an absent value, an error. */
export function kindOf({ value }: SheetCell): number {
  switch (value.kind) {
    case 'number':
      return NUMBER
    case 'date':
      return DATE
    case 'absent':
    case 'error':
      return -1
    default:
      return TEXT
  }
}

/** The cells of a record. The same text side by side stands for no value, or was one merged cell. */
export function countCells(kinds: ColumnKinds, cells: readonly SheetCell[]) {
  const { counts } = kinds
  cells.forEach((cell, n) => {
    const kind = kindOf(cell)
    if (kind < 0 || (kind === TEXT && (cell.text === cells[n - 1]?.text || cell.text === cells[n + 1]?.text))) return
    const at = placeOf(kinds, cell.column) + kind
    counts[at] = (counts[at] ?? 0) + 1
  })
}

/** More values of its column are of its kind than of all others. */
export function isUsual(kinds: ColumnKinds, cell: SheetCell): boolean {
  const { counts } = kinds
  const at = placeOf(kinds, cell.column)
  const held = (counts[at + NUMBER] ?? 0) + (counts[at + DATE] ?? 0) + (counts[at + TEXT] ?? 0)
  return (counts[at + kindOf(cell)] ?? 0) * 2 > held
}

/** Where cells are empty says less than what stands in them. */
const EMPTINESS = 0.25
/** Bits for each kind of value a column holds beside its first. */
const OTHER_KIND = 2

/** Bits to tell the kinds of all values of so many records, column by column. */
export function kindBits({ counts, together }: ColumnKinds, lines: number): number {
  const records = lines * together
  let bits = 0
  for (let at = 0; at < counts.length; at += KINDS) {
    const numbers = counts[at + NUMBER] ?? 0
    const dates = counts[at + DATE] ?? 0
    const texts = counts[at + TEXT] ?? 0
    const held = numbers + dates + texts
    if (held === 0) continue
    const mixed = placeBits(numbers, held) + placeBits(dates, held) + placeBits(texts, held)
    const empty = (placeBits(held, records) + placeBits(records - held, records)) * EMPTINESS
    const others = Math.sign(numbers) + Math.sign(dates) + Math.sign(texts) - 1
    bits += mixed + empty + others * OTHER_KIND
  }
  return bits
}

/** Bits to say where `some` of `all` are. */
const placeBits = (some: number, all: number) => (some > 0 && some < all ? some * Math.log2(all / some) : 0)
