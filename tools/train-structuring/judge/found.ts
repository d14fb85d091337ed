import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import type { TrueFact, Truth } from '../sheets/truth.ts'
import type { Matches } from './match-facts.ts'
import type { OutputCell } from './output-cells.ts'

/** A fact, and the place of its table in the truth. */
export type Known = { fact: TrueFact; table: number }

/** The truth and the tables that were made, with the facts found in them. */
export type Found = {
  truth: Truth
  tables: readonly MadeTable[]
  cells: readonly OutputCell[]
  facts: readonly Known[]
  matches: Matches
}

export const placeOf = ({ table, row }: OutputCell) => `${table} ${row}`
export const columnOf = ({ table, column }: OutputCell) => `${table} ${column}`

/** Tables, columns and rows that hold facts of the truth which are no totals. */
export type LeafPlaces = { tables: ReadonlySet<number>; columns: ReadonlySet<string>; rows: ReadonlySet<string> }

export function leafPlaces({ cells, facts, matches }: Found): LeafPlaces {
  const tables = new Set<number>()
  const held = new Map<string, number>()
  const rows = new Set<string>()
  for (const [fact, at] of matches.cellOf) {
    const cell = cells[at]
    if (!cell || facts[fact]?.fact.role !== 'leaf') continue
    tables.add(cell.table)
    held.set(columnOf(cell), (held.get(columnOf(cell)) ?? 0) + 1)
    rows.add(placeOf(cell))
  }
  const sizes = new Map<string, number>()
  for (const cell of cells) sizes.set(columnOf(cell), (sizes.get(columnOf(cell)) ?? 0) + 1)
  // A figure that equals a running number by chance makes no column of figures of it.
  const columns = new Set([...held].flatMap(([key, count]) => (count >= (sizes.get(key) ?? 0) * 0.2 ? [key] : [])))
  return { tables, columns, rows }
}
