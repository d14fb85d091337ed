import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { leafFacts, type TrueTable } from '../sheets/truth.ts'
import type { Faults } from './faults.ts'
import { columnOf, type Found } from './found.ts'
import { covers } from './labels.ts'
import { spellings } from './match-facts.ts'
import { isNumeric, type OutputCell } from './output-cells.ts'

/** Names and types of the columns that hold the facts, and labels where there are none. */
export function countColumns({
  truth,
  tables,
  cells,
  facts,
  matches,
}: Found): Pick<Faults, 'unnamed' | 'untyped' | 'filled'> {
  let unnamed = 0
  let filled = 0
  const untyped = new Set<string>()
  const rowsOf = truth.tables.map(() => new Map<number, OutputCell>())
  let place = -1
  let before = -1
  for (const [n, { fact, table }] of facts.entries()) {
    place = table === before ? place + 1 : 0
    before = table
    const cell = cells[matches.cellOf.get(n) ?? -1]
    if (!cell || fact.role !== 'leaf') continue
    if (typeof fact.value === 'number' && !isNumeric(tables[cell.table]?.columns[cell.column]?.type))
      untyped.add(columnOf(cell))
    rowsOf[table]?.set(place, cell)
  }
  for (const [n, table] of truth.tables.entries()) {
    if (table.kind !== 'list') continue
    const located = recordCells(table, rowsOf[n] ?? new Map())
    unnamed += countNamed(table, tables, located)
    filled += countFilled(table, tables, located)
  }
  return { unnamed, untyped: untyped.size, filled }
}

/** A cell of each record that was found, by the place of the record. */
function recordCells(table: TrueTable, byFact: ReadonlyMap<number, OutputCell>): Map<number, OutputCell> {
  const located = new Map<number, OutputCell>()
  let fact = 0
  for (const [n, row] of table.rows.entries()) {
    const count = leafFacts({ columns: table.columns, rows: [row] }).length
    for (let one = 0; one < count; one++, fact++) {
      const cell = byFact.get(fact)
      if (cell && !located.has(n)) located.set(n, cell)
    }
  }
  return located
}

type Located = ReadonlyMap<number, OutputCell>

/** Columns of the truth that no column with their values is named after; none where at least nine in ten are. */
function countNamed(table: TrueTable, tables: readonly MadeTable[], located: Located): number {
  const named = table.columns.map((column, n) => {
    const live = table.rows.some((row) => row[n] != null)
    if (column.name === null || !live) return true
    const parts = column.name.split('_')
    return (
      carriers(table, n, tables, located).some((name) => parts.every((part) => covers(part, name) > 0)) ||
      isMelted(parts, tables, located)
    )
  })
  const unnamed = named.filter((is) => !is).length
  return unnamed > named.length * 0.1 ? unnamed : 0
}

/** Names of the columns that hold the values of a column of the truth in most records. */
function carriers(table: TrueTable, column: number, tables: readonly MadeTable[], located: Located): string[] {
  return [...agreeing(table, column, tables, located)].map((key) => {
    const [place = 0, at = 0] = key.split(' ').map(Number)
    return tables[place]?.columns[at]?.name ?? ''
  })
}

/** Columns of the tables, as `table column`, that agree with a column of the truth in at least eight of ten records. */
function agreeing(table: TrueTable, column: number, tables: readonly MadeTable[], located: Located): Set<string> {
  const agreed = new Map<string, number>()
  let looked = 0
  for (const [n, { table: place, row }] of located) {
    const [want] = spellings(table.rows[n]?.[column] ?? null)
    if (want === undefined) continue
    looked++
    for (const [at, { text }] of (tables[place]?.rows[row] ?? []).entries())
      if (spellings(text)[0] === want) agreed.set(`${place} ${at}`, (agreed.get(`${place} ${at}`) ?? 0) + 1)
  }
  return new Set([...agreed].filter(([, count]) => count >= looked * 0.8).map(([key]) => key))
}

/** The name became a label of its own row. */
function isMelted(parts: readonly string[], tables: readonly MadeTable[], located: Located): boolean {
  const places = new Set([...located.values()].map(({ table }) => table))
  return [...places].some((place) =>
    tables[place]?.rows.some((row) =>
      parts.every((part) => row.some(({ text }) => text !== null && covers(part, text) > 0)),
    ),
  )
}

/** Labels that the sheet leaves empty and the table does not. */
function countFilled(table: TrueTable, tables: readonly MadeTable[], located: Located): number {
  let filled = 0
  for (const [column, { isMeasure }] of table.columns.entries()) {
    if (isMeasure || table.rows.every((row) => row[column] != null)) continue
    const places = agreeing(table, column, tables, located)
    for (const [n, { table: place, row }] of located) {
      if (table.rows[n]?.[column] != null) continue
      const isWritten = [...places].some((key) => {
        const [its, at = 0] = key.split(' ').map(Number)
        return its === place && tables[place]?.rows[row]?.[at]?.text != null
      })
      if (isWritten) filled++
    }
  }
  return filled
}
