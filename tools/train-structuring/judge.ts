import type { MadeTable } from '@bindery-data/spreadsheet/structure/tables/made-table.ts'
import { countCells } from './judge/count-cells.ts'
import { countColumns } from './judge/count-columns.ts'
import { countFields } from './judge/count-fields.ts'
import { countGlued, countSilly, countStray } from './judge/count-tables.ts'
import type { Faults } from './judge/faults.ts'
import { type Found, type Known, placeOf } from './judge/found.ts'
import { matchFacts } from './judge/match-facts.ts'
import { outputCells } from './judge/output-cells.ts'
import { leafFacts, type Truth } from './sheets/truth.ts'

export type Judgement = {
  verdict: 'right' | 'usable' | 'wrong'
  /** The tables have the rows of the relation, and not only its facts. */
  isAsMeant: boolean
  recall: number
  faults: Faults
}

const HARMFUL = ['doubled', 'invented', 'filled', 'totalsAmong', 'glued', 'silly'] as const
const SOFT = ['totalColumns', 'derived', 'extraRows', 'strayTables', 'unnamed', 'untyped', 'scattered'] as const

/** Compares the tables that were made of a sheet with what it says, whatever their shape and however names are joined. */
export function judgeTables(truth: Truth, tables: readonly MadeTable[]): Judgement {
  const cells = outputCells(tables)
  const facts = truth.tables.flatMap((table, n) =>
    [...leafFacts(table), ...table.totals].map((fact): Known => ({ fact, table: n })),
  )
  const matches = matchFacts(
    facts.map(({ fact }) => fact),
    cells,
  )
  const found: Found = { truth, tables, cells, facts, matches }
  const leaves = facts.flatMap(({ fact }, n) => (fact.role === 'leaf' ? [n] : []))
  const missing = leaves.filter((n) => !matches.cellOf.has(n)).length
  const fields = countFields(truth.fields, tables)
  const faults: Faults = {
    lost: missing + fields.lost,
    scattered: fields.scattered,
    ...countCells(found),
    glued: countGlued(found),
    silly: countSilly(found),
    strayTables: countStray(found),
    ...countColumns(found),
  }
  const count = leaves.length + truth.fields.length
  const recall = count === 0 ? 1 : 1 - faults.lost / count
  return { verdict: verdictOf(recall, faults), isAsMeant: isAsMeant(found), recall, faults }
}

function verdictOf(recall: number, faults: Faults): Judgement['verdict'] {
  if (recall < 0.95 || HARMFUL.some((fault) => faults[fault] > 0)) return 'wrong'
  return recall >= 0.99 && SOFT.every((fault) => faults[fault] === 0) ? 'right' : 'usable'
}

/** Whether each relation has about as many rows as it should. */
function isAsMeant({ truth, cells, facts, matches }: Found): boolean {
  return truth.tables.every(({ rowCounts }, n) => {
    const rows = new Set<string>()
    for (const [fact, at] of matches.cellOf) {
      const cell = cells[at]
      if (cell && facts[fact]?.table === n && facts[fact]?.fact.role === 'leaf') rows.add(placeOf(cell))
    }
    return rowCounts.some((count) => Math.abs(count - rows.size) <= count * 0.05)
  })
}
