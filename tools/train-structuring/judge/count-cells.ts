import type { TrueFact, TrueTable } from '../sheets/truth.ts'
import type { Faults } from './faults.ts'
import { columnOf, type Found, type LeafPlaces, leafPlaces, placeOf } from './found.ts'
import { spellings } from './match-facts.ts'
import type { OutputCell } from './output-cells.ts'

type CellFaults = Pick<Faults, 'doubled' | 'invented' | 'totalsAmong' | 'totalColumns' | 'derived' | 'extraRows'>

/** Cells that are no fact: copies, totals, and figures that the sheet does not have. */
export function countCells(found: Found): CellFaults {
  const { cells, facts, matches, truth } = found
  const leaf = leafPlaces(found)
  const count: CellFaults = { ...NO_FAULTS, extraRows: countExtraRows(found, leaf) }
  const held = new Set(matches.cellOf.values())
  const known = new Set(facts.flatMap(({ fact }) => spellings(fact.value)))
  for (const [n, cell] of cells.entries()) {
    if (!leaf.tables.has(cell.table) || !cell.isNumber) continue
    const nearest = facts[matches.nearest.get(n) ?? -1]
    const isAmong = leaf.columns.has(columnOf(cell))
    if (nearest?.fact.role === 'total') countTotal(count, nearest.fact, isAmong, truth.tables[nearest.table])
    else if (nearest) count.doubled += isAmong && !held.has(n) ? 1 : 0
    else if (isAmong && !spellings(cell.text).some((spelled) => known.has(spelled))) count.invented++
  }
  return count
}

const NO_FAULTS: CellFaults = { doubled: 0, invented: 0, totalsAmong: 0, totalColumns: 0, derived: 0, extraRows: 0 }

/** Rows that hold something, but no fact and no figure. A long table may have a row for each figure that is missing. */
function countExtraRows({ cells, tables }: Found, leaf: LeafPlaces): number {
  const isLong = (table: number) => tables[table]?.kind === 'long' || tables[table]?.kind === 'level'
  const filled = new Set(cells.map(placeOf))
  const isFigure = (cell: OutputCell) => cell.isNumber && leaf.columns.has(columnOf(cell))
  const figures = new Set(cells.filter(isFigure).map(placeOf))
  const wide = [...leaf.tables].filter((table) => !isLong(table))
  const places = wide.flatMap((table) => (tables[table]?.rows ?? []).map((_, row) => `${table} ${row}`))
  return places.filter((place) => filled.has(place) && !leaf.rows.has(place) && !figures.has(place)).length
}

/** A list may keep its computed columns. In a cross table they are one more column, and in a column of figures a SUM counts them. */
function countTotal(count: CellFaults, fact: TrueFact, isAmong: boolean, table: TrueTable | undefined) {
  if (isAmong) {
    if (fact.isDerived) count.derived++
    else count.totalsAmong++
  } else if (table?.kind === 'cross' && !fact.isDerived) count.totalColumns++
}
