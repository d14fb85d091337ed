import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { type Found, placeOf } from './found.ts'
import { spellings } from './match-facts.ts'
import { isData } from './output-cells.ts'

/** Rows that hold records of two tables which have nothing to do with each other. */
export function countGlued({ cells, facts, matches, truth }: Found): number {
  const tablesOf = new Map<string, Set<number>>()
  for (const [fact, at] of matches.cellOf) {
    const cell = cells[at]
    const known = facts[fact]
    if (!cell || known?.fact.role !== 'leaf') continue
    const its = tablesOf.get(placeOf(cell)) ?? new Set<number>()
    tablesOf.set(placeOf(cell), its.add(known.table))
  }
  const glued = [...tablesOf.values()].filter(({ size }) => size > 1).length
  const least = Math.min(...truth.tables.map(({ rows }) => rows.length))
  return glued >= Math.max(2, least / 3) ? glued : 0
}

const isTable = (table: MadeTable) => isData(table) && table.columns.length > 1 && table.rows.length > 0

/** Tables of a sheet that holds none. */
export const countSilly = ({ truth, tables }: Found) =>
  truth.tables.length === 0 && truth.fields.length === 0 ? tables.filter(isTable).length : 0

/** Tables whose figures are those of the truth, whatever they are called. */
function knownTables({ cells, facts, matches }: Found): Set<number> {
  const values = new Set(facts.flatMap(({ fact }) => spellings(fact.value)))
  const counts = new Map<number, { known: number; all: number }>()
  for (const { table, text } of cells) {
    const count = counts.get(table) ?? { known: 0, all: 0 }
    if (Number.isFinite(Number(text))) count.all++
    if (spellings(text).some((one) => values.has(one))) count.known++
    counts.set(table, count)
  }
  const ofTotals = [...counts].flatMap(([table, { known, all }]) => (known > 0 && known >= all * 0.8 ? [table] : []))
  return new Set([...ofTotals, ...[...matches.nearest.keys()].flatMap((at) => cells[at]?.table ?? [])])
}

/** A form that became a table is none: its pairs are looked for there. */
export function countStray(found: Found): number {
  const { truth, tables } = found
  if (truth.tables.length === 0) return 0
  const known = knownTables(found)
  const values = new Set(truth.fields.flatMap(({ value }) => spellings(value)))
  const holdsField = ({ rows }: MadeTable) =>
    rows.some((row) => row.some(({ text }) => spellings(text).some((one) => values.has(one))))
  return tables.filter((table, n) => isTable(table) && !known.has(n) && !holdsField(table)).length
}
